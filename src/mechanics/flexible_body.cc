#include "mechanics/flexible_body.h"

#include <algorithm>
#include <cmath>

#include "math/few_rows.h"

namespace jounce {
namespace {

using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector3d;

// A symmetric matrix as (xx, yy, zz, xy, yz, zx), and back.
Vector6 Pack(const Matrix3d& S) {
  Vector6 six;
  six << S(0, 0), S(1, 1), S(2, 2), S(0, 1), S(1, 2), S(2, 0);
  return six;
}
Matrix3d Unpack(const Vector6& six) {
  Matrix3d S;
  S << six[0], six[3], six[5], six[3], six[1], six[4], six[5], six[4], six[2];
  return S;
}
// w^T S w is this times Pack(S).
Vector6 Squares(const Vector3d& w) {
  Vector6 six;
  six << w.cwiseAbs2(), 2 * w.x() * w.y(), 2 * w.y() * w.z(), 2 * w.z() * w.x();
  return six;
}

// Modes of a reduction are orthogonal; what their products have beside the diagonal is round-off.
bool IsDiagonal(const MatrixXd& M) {
  constexpr double kRoundOff = 1e-10;
  const MatrixXd rest = M - MatrixXd(M.diagonal().asDiagonal());
  return rest.size() == 0 || rest.cwiseAbs().maxCoeff() <= kRoundOff * M.cwiseAbs().maxCoeff();
}

// The rigid accelerations and products of angular velocity by which a part stiffens.
Eigen::Matrix<double, 12, 1> StiffeningLoads(const Vector3d& a, const Vector3d& w_rate,
                                             const Vector3d& w) {
  Eigen::Matrix<double, 12, 1> loads;
  loads << a, w_rate, w.cwiseAbs2(), w.x() * w.y(), w.y() * w.z(), w.z() * w.x();
  return loads;
}

}  // namespace

double ModalScale(const FlexiblePart& part) { return std::sqrt(part.inertia.i1); }

FlexibleBody::FlexibleBody(const Body& body, int index, int first_mode, const Vector3d& gravity)
    : BodyElement(body.name, index, body.flexible.part->inertia.i1,
                  body.flexible.part->inertia.i2 / body.flexible.part->inertia.i1, 2, first_mode,
                  static_cast<int>(body.flexible.ActiveModes().size())),
      body_(index),
      gravity_(gravity),
      I2_(body.flexible.part->inertia.i2),
      I7_(Pack(body.flexible.part->inertia.i7)) {
  const FlexiblePart& part = *body.flexible.part;
  const InertiaInvariants& inertia = part.inertia;
  const std::vector<int> active = body.flexible.ActiveModes();
  const int n = modes();
  const double scale = ModalScale(part), scale2 = scale * scale;
  const bool constant = body.flexible.level == FlexibilityLevel::kConstant;
  const bool full = body.flexible.level == FlexibilityLevel::kFull;
  I3_.setZero(3, n);
  I4_.setZero(3, n);
  I6_.setZero(n, n);
  first_.setZero(6, n);
  stiffness_.resize(n);
  damping_.resize(n);
  for (int j = 0; j < n; ++j) {
    const int mode = active[j];
    const double omega = 2 * M_PI * part.frequencies[mode];
    stiffness_[j] = scale2 * omega * omega;
    damping_[j] = scale2 * 2 * body.flexible.damping.value_or(part.damping[mode]) * omega;
    for (int k = 0; k < n; ++k) I6_(j, k) = scale2 * inertia.i6(mode, active[k]);
    if (constant) continue;
    I3_.col(j) = scale * inertia.i3.col(mode);
    I4_.col(j) = scale * inertia.i4.col(mode);
    first_.col(j) = scale * Pack(inertia.i8[mode] + inertia.i8[mode].transpose());
    if (!full) continue;
    second_.emplace_back(12, n);
    for (int k = 0; k < n; ++k) {
      second_[j].col(k) << scale2 * Pack(inertia.i9[mode][active[k]] + inertia.i9[active[k]][mode]),
          scale2 * inertia.i5[mode].col(active[k]), Vector3d::Zero();
    }
  }
  orthogonal_ = IsDiagonal(I6_);
  if (orthogonal_) {
    modal_mass_ = I6_.diagonal();
    I6_ = MatrixXd(modal_mass_.asDiagonal());
  } else {
    modal_mass_.setZero(n);
  }
  stack_.resize(12, n);
  for (int j = 0; j < n; ++j) stack_.col(j) << I3_.col(j), I4_.col(j), first_.col(j);
  if (!body.flexible.stiffening) return;
  for (const MatrixXd& G : part.stiffening) {
    stiffening_.push_back(MatrixXd(n, n));
    for (int j = 0; j < n; ++j) {
      for (int k = 0; k < n; ++k) stiffening_.back()(j, k) = scale2 * G(active[j], active[k]);
    }
  }
}

Vector6 FlexibleBody::InertiaSlope(int j, const ModalMap& q) const {
  Vector6 slope = -first_.col(j);
  if (!second_.empty()) slope -= I9(j) * q;
  return slope;
}

// I5_jk = -I5_kj, so that sum_k q_k I5_k in its column j is -I5_j q.
Vector3d FlexibleBody::Coupling(int j, const ModalMap& q) const {
  Vector3d column = I4_.col(j);
  if (!second_.empty()) column -= I5(j) * q;
  return column;
}

Vector3d FlexibleBody::CouplingRate(int j, const ModalMap& q1) const {
  Vector3d column = Vector3d::Zero();
  if (!second_.empty()) column -= I5(j) * q1;
  return column;
}

FlexibleBody::Motion FlexibleBody::MotionAt(const SystemState& state) const {
  const Vector6& v = state.velocity[body_];
  const Vector6& v_rate = state.acceleration[body_];
  const ModalMap q = Modal(state.modal), q1 = Modal(state.modal_velocity),
                 q2 = Modal(state.modal_acceleration);
  Eigen::Matrix<double, 12, 3> products;
  Multiply(stack_, {q.data(), q1.data(), q2.data()}, &products);
  const auto by_q = products.col(0), by_q1 = products.col(1), by_q2 = products.col(2);
  Motion m{v.head<3>(),
           v.tail<3>(),
           v_rate.tail<3>(),
           state.pose[body_].R.transpose() * gravity_,
           Vector3d::Zero(),
           q,
           q1,
           q2,
           I2_ + by_q.head<3>(),
           I7_ - by_q.tail<6>(),
           -by_q1.tail<6>(),
           by_q1.segment<3>(3),
           by_q2.segment<3>(3),
           by_q1.head<3>(),
           by_q2.head<3>()};
  m.a = v_rate.head<3>() + m.w.cross(m.u) - m.weight;
  return m;
}

void FlexibleBody::AddSecondOrder(Motion* m, double* modal) const {
  const Vector6 squares = Squares(m->w);
  for (size_t j = 0; j < second_.size(); ++j) {
    Eigen::Matrix<double, 12, 2> products;
    Multiply(second_[j], {m->q.data(), m->q1.data()}, &products);
    const Vector6 slope = -products.col(0).head<6>();
    const Vector3d coupling = -products.col(0).segment<3>(6);
    // J is quadratic in q: its part with q_j is the mean of its slopes here and at q = 0.
    m->J += 0.5 * m->q[j] * slope;
    m->J_rate += m->q1[j] * slope;
    m->Lq1 += coupling * m->q1[j];
    m->Lq2 += coupling * m->q2[j];
    if (!modal) continue;
    modal[j] += coupling.dot(m->w_rate) - 0.5 * squares.dot(slope) -
                2 * products.col(1).segment<3>(6).dot(m->w);
  }
}

void FlexibleBody::Start(const SystemState&, double* history) const { history[0] = history[1] = 0; }

void FlexibleBody::SetMoving(const SystemState& state, double* history) const {
  history[1] = DampingPower(Modal(state.modal_velocity));
}

void FlexibleBody::AddResidual(const Evaluation& at, double* bodies, double*) const {
  Motion m = MotionAt(at.state);
  double* modal = bodies + 6 * at.state.pose.size() + first_mode();
  AddSecondOrder(&m, modal);
  Eigen::Matrix<double, 12, 1> forces;
  forces << m.a, m.w_rate, 0.5 * Squares(m.w);
  AddTransposed(stack_, forces, modal);
  const double power = AddDiagonal(m, modal);
  if (!orthogonal_) Eigen::Map<Eigen::VectorXd>(modal, I6_.rows()).noalias() += I6_ * m.q2;
  if (!stiffening_.empty()) AddStiffening(m, modal);
  const Vector3d wc = m.w.cross(m.c);
  const Matrix3d J = Unpack(m.J);
  auto r = BodyEntry(bodies, body_);
  r.head<3>() += mass() * m.a + m.w_rate.cross(m.c) + m.w.cross(wc + 2 * m.moved) + m.moved_rate;
  r.tail<3>() +=
      m.c.cross(m.a) + J * m.w_rate + Unpack(m.J_rate) * m.w + m.Lq2 + m.w.cross(J * m.w + m.Lq1);
  // Energy lost in the modes' damping, by the trapezoidal rule.
  const double h = std::isfinite(at.h) ? at.h : 0;
  at.next[0] = at.history[0] + 0.5 * h * (at.history[1] + power);
  at.next[1] = power;
}

double FlexibleBody::AddDiagonal(const Motion& m, double* modal) const {
  const double *k = stiffness_.data(), *c = damping_.data(), *mass = modal_mass_.data();
  const int n = modes();
  int j = 0;
  Lanes<4> powers;
  for (; j + 4 <= n; j += 4) {
    const auto four = [j](const double* numbers) { return Lanes<4>::Load(numbers + j); };
    const Lanes<4> rate = four(m.q1.data()), force = four(c) * rate;
    const Lanes<4> sum =
        four(modal) + four(k) * four(m.q.data()) + four(mass) * four(m.q2.data()) + force;
    sum.Store(modal + j);
    powers += force * rate;
  }
  double power = (powers[0] + powers[1]) + (powers[2] + powers[3]);
  for (; j < n; ++j) {
    modal[j] += k[j] * m.q[j] + c[j] * m.q1[j] + mass[j] * m.q2[j];
    power += c[j] * m.q1[j] * m.q1[j];
  }
  return power;
}

void FlexibleBody::AddStiffening(const Motion& m, double* modal) const {
  const Eigen::Matrix<double, 12, 1> loads = StiffeningLoads(m.a, m.w_rate, m.w);
  Eigen::Map<Eigen::VectorXd> rows{modal, I6_.rows()};
  for (size_t i = 0; i < stiffening_.size(); ++i) {
    rows.noalias() += loads[i] * (stiffening_[i] * m.q);
  }
}

void FlexibleBody::AddTangents(const Evaluation& at, ElementTangents* tangents) const {
  Motion m = MotionAt(at.state);
  AddSecondOrder(&m, nullptr);
  AddBodyTangents(m, tangents);
  AddMixedTangents(m, tangents);
  AddModalTangents(m, tangents);
  if (!stiffening_.empty()) AddStiffeningTangents(m, tangents);
}

// Rows and columns of the frame.
void FlexibleBody::AddBodyTangents(const Motion& m, ElementTangents* t) const {
  const Matrix3d I = Matrix3d::Identity(), G = Skew(m.weight), c = Skew(m.c), w = Skew(m.w);
  const Matrix3d u = Skew(m.u), J = Unpack(m.J);
  t->K.block<3, 3>(0, 3) -= mass() * G;
  t->K.block<3, 3>(3, 3) -= c * G;
  t->C.block<3, 3>(0, 0) += mass() * w;
  t->C.block<3, 3>(3, 0) += c * w;
  t->C.block<3, 3>(0, 3) -= mass() * u + Skew(m.w.cross(m.c)) + w * c + 2 * Skew(m.moved);
  t->C.block<3, 3>(3, 3) += Unpack(m.J_rate) + w * J - Skew(J * m.w + m.Lq1) - c * u;
  t->M.block<3, 3>(0, 0) += mass() * I;
  t->M.block<3, 3>(0, 3) -= c;
  t->M.block<3, 3>(3, 0) += c;
  t->M.block<3, 3>(3, 3) += J;
}

// Between the frame and each mode.
void FlexibleBody::AddMixedTangents(const Motion& m, ElementTangents* t) const {
  for (int j = 0; j < modes(); ++j) {
    const int k = 6 + j;
    const Vector3d I3 = I3_.col(j), L = Coupling(j, m.q), L_rate = CouplingRate(j, m.q1);
    const Matrix3d slope = Unpack(InertiaSlope(j, m.q));
    Vector3d turning = I3.cross(m.a) + slope * m.w_rate + m.w.cross(slope * m.w);
    if (!second_.empty()) {
      turning += -Unpack(I9(j) * m.q1) * m.w + I5(j) * m.q2 + m.w.cross(Vector3d(I5(j) * m.q1));
    }
    t->K.block<3, 1>(0, k) += m.w_rate.cross(I3) + m.w.cross(m.w.cross(I3));
    t->K.block<3, 1>(3, k) += turning;
    // I3 . a turns with the weight, and a = u' + w x u.
    t->K.block<1, 3>(k, 3) -= I3.transpose() * Skew(m.weight);
    t->C.block<3, 1>(0, k) += 2 * m.w.cross(I3);
    t->C.block<3, 1>(3, k) += slope * m.w + m.w.cross(L);
    t->C.block<1, 3>(k, 0) += I3.transpose() * Skew(m.w);
    t->C.block<1, 3>(k, 3) +=
        2 * L_rate.transpose() - (slope * m.w).transpose() - I3.transpose() * Skew(m.u);
    t->M.block<3, 1>(0, k) += I3;
    t->M.block<3, 1>(3, k) += L;
    t->M.block<1, 3>(k, 0) += I3.transpose();
    t->M.block<1, 3>(k, 3) += L.transpose();
  }
}

void FlexibleBody::AddModalTangents(const Motion& m, ElementTangents* t) const {
  const int n = modes();
  t->M.block(6, 6, n, n) += I6_;
  t->K.block(6, 6, n, n).diagonal() += stiffness_;
  t->C.block(6, 6, n, n).diagonal() += damping_;
  if (second_.empty()) return;
  const Vector6 squares = Squares(m.w);
  for (int k = 0; k < n; ++k) {
    for (int j = 0; j < n; ++j) {
      t->K(6 + j, 6 + k) += I5(k).col(j).dot(m.w_rate) + 0.5 * squares.dot(I9(j).col(k));
      t->C(6 + j, 6 + k) += 2 * I5(k).col(j).dot(m.w);
    }
  }
}

void FlexibleBody::AddStiffeningTangents(const Motion& m, ElementTangents* t) const {
  const int n = modes();
  const Eigen::Matrix<double, 12, 1> loads = StiffeningLoads(m.a, m.w_rate, m.w);
  Eigen::Matrix<double, Eigen::Dynamic, 12> forces(n, 12);
  for (int i = 0; i < 12; ++i) {
    t->K.block(6, 6, n, n) += loads[i] * stiffening_[i];
    forces.col(i) = stiffening_[i] * m.q;
  }
  // Of the products xx, yy, zz, xy, yz, zx with w.
  Eigen::Matrix<double, 6, 3> products = Eigen::Matrix<double, 6, 3>::Zero();
  products.topRows<3>().diagonal() = 2 * m.w;
  products.row(3) << m.w.y(), m.w.x(), 0;
  products.row(4) << 0, m.w.z(), m.w.y();
  products.row(5) << m.w.z(), 0, m.w.x();
  t->K.block(6, 3, n, 3) -= forces.leftCols<3>() * Skew(m.weight);
  t->C.block(6, 0, n, 3) += forces.leftCols<3>() * Skew(m.w);
  t->C.block(6, 3, n, 3) += forces.rightCols<6>() * products - forces.leftCols<3>() * Skew(m.u);
  t->M.block(6, 0, n, 6) += forces.leftCols<6>();
}

Vector6 FlexibleBody::Momentum(const SystemState& state) const {
  Motion m = MotionAt(state);
  AddSecondOrder(&m, nullptr);
  return Join(mass() * m.u + m.w.cross(m.c) + m.moved, m.c.cross(m.u) + Unpack(m.J) * m.w + m.Lq1);
}

double FlexibleBody::ForceSize(const Evaluation& at) const {
  const Vector6& v = at.state.velocity[body_];
  const Vector6& v_rate = at.state.acceleration[body_];
  const Vector3d of_centre = v.head<3>() + v.tail<3>().cross(centre());
  const double rigid =
      gravity_.norm() + v_rate.head<3>().norm() + v.tail<3>().norm() * of_centre.norm();
  double elastic = 0;
  for (int j = 0; j < modes(); ++j) {
    elastic = std::max(elastic, std::abs(stiffness_[j] * at.state.modal[first_mode() + j]));
  }
  return mass() * rigid + elastic;
}

void FlexibleBody::AddEnergies(const Evaluation& at, Energies* energies) const {
  const Vector6 momentum = Momentum(at.state);
  const Vector6& v = at.state.velocity[body_];
  const Motion m = MotionAt(at.state);
  // With (P, Q) = M (v, q'): v . P + q' . Q, where q' . Q = q' . (I3^T u + L^T w + I6 q').
  double modal = m.moved.dot(m.u) + m.q1.dot(I6_ * m.q1);
  for (int j = 0; j < modes(); ++j) modal += m.q1[j] * Coupling(j, m.q).dot(m.w);
  energies->kinetic += 0.5 * (v.dot(momentum) + modal);
  const Pose& pose = at.state.pose[body_];
  energies->potential -= gravity_.dot(mass() * pose.p + pose.R * m.c);
  energies->stored += 0.5 * stiffness_.dot(m.q.cwiseAbs2());
  const double h = std::isfinite(at.h) ? at.h : 0;
  energies->dissipated += at.history[0] + 0.5 * h * (at.history[1] + DampingPower(m.q1));
}

}  // namespace jounce
