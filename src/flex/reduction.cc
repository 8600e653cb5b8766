#include "flex/reduction.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "flex/natural_modes.h"
#include "flex/sparse_factor.h"
#include "math/dense.h"
#include "math/products.h"
#include "math/rotation.h"

namespace jounce::flex {
namespace {

// Most modes that a frequency limit may bring.
constexpr int kMostModes = 400;
// Below this part of the lowest elastic eigenvalue a mode counts as rigid.
constexpr double kRigid = 1e-5;
// Below this part of the largest principal moment of inertia one is round-off.
constexpr double kNoInertia = 1e-12;
// What of the forces on a node may not cancel in a rigid motion.
constexpr double kRoundOff = 1e-8;
// Below this part of a higher eigenvalue a mode with the interfaces held is a mechanism.
constexpr double kMechanism = 1e-11;

// Interior and boundary freedoms, and the blocks of a matrix by them.
struct Partition {
  std::vector<int> interior, boundary;
  SparseMatrix pick_interior, pick_boundary;  // freedoms x set
};

SparseMatrix MakePick(const std::vector<int>& set, int size) {
  SparseMatrix pick(size, set.size());
  pick.reserve(Eigen::VectorXi::Ones(set.size()));
  for (size_t i = 0; i < set.size(); ++i) pick.insert(set[i], i) = 1;
  pick.makeCompressed();
  return pick;
}

Partition MakePartition(const FeSystem& system, const std::vector<int>& interfaces) {
  Partition p;
  std::vector<char> on_boundary(system.freedom_count(), 0);
  for (const int node : interfaces) {
    for (int c = 0; c < 6; ++c) {
      p.boundary.push_back(system.freedom_of[6 * node + c]);
      on_boundary[p.boundary.back()] = 1;
    }
  }
  for (int f = 0; f < system.freedom_count(); ++f) {
    if (!on_boundary[f]) p.interior.push_back(f);
  }
  p.pick_interior = MakePick(p.interior, system.freedom_count());
  p.pick_boundary = MakePick(p.boundary, system.freedom_count());
  return p;
}

[[noreturn]] void ThrowSingular(const Mesh& mesh, const FeSystem& system,
                                const std::vector<int>* interior, const SparseFactor& factor) {
  if (!factor.problem().empty()) throw InputError(factor.problem(), "check the mesh's connections");
  Diagnostics diagnostics;
  for (size_t i = 0; i < std::min<size_t>(factor.singular_rows().size(), 10); ++i) {
    const int row = factor.singular_rows()[i];
    const int freedom = interior ? (*interior)[row] : row;
    diagnostics.Error(
        mesh.nodes[system.main_freedom[freedom] / 6].place,
        fmt::format("{} can move without resistance", NameOfFreedom(mesh, system, freedom)),
        "connect the part that it belongs to");
  }
  diagnostics.ThrowIfErrors();
  throw InputError("the stiffness matrix is singular");
}

// Shapes of the Craig-Bampton basis over all freedoms, with their reduced matrices.
struct Basis {
  Eigen::MatrixXd shapes;
  Eigen::MatrixXd stiffness, mass;
  Eigen::Index constraint = 0, normal = 0;  // the first ones, the next ones; the rest is residual
};

// Static shapes of unit accelerations with the interfaces held, as far as the normal modes do not
// have them already.
Eigen::MatrixXd ResidualShapes(const SparseMatrix& mass_interior, const Eigen::MatrixXd& load,
                               const NaturalModes& normal, const SparseFactor& factor) {
  Eigen::MatrixXd shapes = load;
  factor.Solve(shapes);
  Eigen::MatrixXd kept(shapes.rows(), 0);
  for (Eigen::Index i = 0; i < shapes.cols(); ++i) {
    Eigen::VectorXd x = shapes.col(i);
    const double before = std::sqrt(x.dot(mass_interior * x));
    for (int pass = 0; pass < 2; ++pass) {
      const Eigen::VectorXd momentum = mass_interior * x;
      x -= normal.shapes * (normal.shapes.transpose() * momentum);
      x -= kept * (kept.transpose() * momentum);
    }
    const double after = std::sqrt(x.dot(mass_interior * x));
    if (!(after > 1e-6 * before)) continue;
    kept.conservativeResize(Eigen::NoChange, kept.cols() + 1);
    kept.col(kept.cols() - 1) = x / after;
  }
  return kept;
}

Eigen::MatrixXd OnAll(const Partition& p, const Eigen::MatrixXd& interior) {
  return p.pick_interior * interior;
}

void AddEffectiveMass(const Mesh& mesh, const FeSystem& system, const Eigen::MatrixXd& shapes,
                      Reduction* result) {
  const RigidProperties rigid = ComputeRigidProperties(mesh, system);
  const Eigen::MatrixXd pull =
      system.mass * RigidMotions(mesh, system, rigid.centre);  // freedoms x 6
  result->effective_mass = (shapes.transpose() * pull).array().square();
}

// Whether something holds a rigid motion: the forces that it causes are more than the round-off of
// those that cancel in it.
bool IsHeld(const SparseMatrix& stiffness, const Eigen::VectorXd& motion) {
  const Eigen::VectorXd force = (stiffness * motion).cwiseAbs();
  const Eigen::VectorXd parts = stiffness.cwiseAbs() * motion.cwiseAbs();
  return (force.array() > kRoundOff * parts.array()).any();
}

[[noreturn]] void ThrowNotFree(Eigen::Index loose) {
  throw InputError(
      fmt::format("the part has {} motions without resistance instead of the 6 of a free body",
                  loose),
      loose < 6 ? "remove springs to ground and elements that hold rigid motion"
                : "connect its pieces, or lock what turns freely");
}

// The six rigid motions in the basis, with mass 1: they are known, for the constraint shapes of
// what they do to the interfaces have them. Telling them by their eigenvalues would be a matter of
// chance where a part is held softly, as a shell by one node.
Eigen::MatrixXd RigidInBasis(const Mesh& mesh, const FeSystem& system, const Partition& p,
                             const Basis& basis, double lowest, Reduction* result) {
  const RigidProperties body = ComputeRigidProperties(mesh, system);
  const Eigen::VectorXd inertia = SymmetricEigen(body.inertia_about_centre).values;
  if (!(inertia(0) > kNoInertia * inertia(2))) {
    throw InputError("the part has no inertia about one of its axes",
                     "use --consistent-mass, or give it masses beside that axis");
  }
  const Eigen::MatrixXd motions = RigidMotions(mesh, system, body.centre);
  Eigen::MatrixXd rigid = Eigen::MatrixXd::Zero(basis.shapes.cols(), 6);
  rigid.topRows(basis.constraint) = p.pick_boundary.transpose() * motions;
  const RealEigen eigen =
      GeneralizedEigen(Congruence(rigid, basis.stiffness), Congruence(rigid, basis.mass));
  const Eigen::Index held = (eigen.values.array() > kRigid * lowest).count();
  bool is_held = false;
  for (int i = 0; i < 6; ++i) is_held |= IsHeld(system.stiffness, motions.col(i));
  if (held > 0 && is_held) ThrowNotFree(6 - held);
  result->rigid_frequencies = eigen.values.unaryExpr(&FrequencyOf);
  return Product(rigid, eigen.vectors);
}

// The modes of the reduced matrices besides the rigid motions.
void Orthonormalize(const Basis& basis, const Eigen::MatrixXd& rigid, double lowest,
                    Reduction* result) {
  // Whatever has no momentum with the rigid motions.
  const Eigen::MatrixXd free = NullSpace(TransposedProduct(rigid, basis.mass), 1e-12);
  NaturalModes modes =
      DenseModes(Congruence(free, basis.stiffness), Congruence(free, basis.mass), -lowest);
  const Eigen::Index loose = (modes.eigenvalues.array() < kRigid * lowest).count();
  if (loose > 0) ThrowNotFree(6 + loose);
  modes.shapes = Product(free, modes.shapes);
  Refine(basis.stiffness, basis.mass, &modes);
  result->frequencies = modes.eigenvalues.unaryExpr(&FrequencyOf);
  const Eigen::MatrixXd& amplitudes = modes.shapes;
  result->shapes = Product(basis.shapes, amplitudes);
  for (Eigen::Index i = 0; i < amplitudes.cols(); ++i) {
    // Where most of the strain energy comes from; the basis is not coupled in stiffness.
    const Eigen::VectorXd a = amplitudes.col(i);
    const Eigen::VectorXd energy = a.cwiseProduct(basis.stiffness * a);
    const double shares[3] = {energy.segment(basis.constraint, basis.normal).sum(),
                              energy.head(basis.constraint).sum(),
                              energy.tail(energy.size() - basis.constraint - basis.normal).sum()};
    const char* const names[3] = {"normal", "constraint", "residual"};
    result->origins.push_back(names[std::max_element(shares, shares + 3) - shares]);
  }
}

// A mode with the interfaces held that costs nothing is a mechanism; it moves most where it is
// loose.
void CheckHeld(const Mesh& mesh, const FeSystem& system, const Partition& p,
               const NaturalModes& normal) {
  const Eigen::Index n = normal.eigenvalues.size();
  if (n < 2 || normal.eigenvalues(0) > kMechanism * normal.eigenvalues(n - 1)) return;
  Eigen::Index most = 0;
  normal.shapes.col(0).cwiseAbs().maxCoeff(&most);
  const int freedom = p.interior[most];
  throw InputError({{Severity::kError, mesh.nodes[system.main_freedom[freedom] / 6].place,
                     fmt::format("with the interfaces held, {} can move without resistance",
                                 NameOfFreedom(mesh, system, freedom)),
                     "connect the piece that it belongs to: two solids need three common nodes"}});
}

// Fixed-interface and constraint modes, and residual ones where asked for.
Basis MakeBasis(const Mesh& mesh, const FeSystem& system, const Partition& p,
                const ReductionOptions& options, double* lowest, Reduction* result,
                Progress* progress) {
  const SparseMatrix k_columns = system.stiffness * p.pick_interior;
  const SparseMatrix k_interior = p.pick_interior.transpose() * k_columns;
  const SparseMatrix m_interior =
      p.pick_interior.transpose() * SparseMatrix(system.mass * p.pick_interior);
  const SparseFactor factor(k_interior);
  if (!factor.ok()) ThrowSingular(mesh, system, &p.interior, factor);
  progress->Update(3, 10, "normal modes");
  NoProgress silent;
  const NaturalModes normal =
      options.frequency_limit > 0
          ? ModesBelow(k_interior, m_interior, factor, 0, options.frequency_limit, kMostModes,
                       &silent)
          : LowestModes(k_interior, m_interior, factor, 0, std::max(options.modes, 3), &silent);
  CheckHeld(mesh, system, p, normal);
  if (normal.eigenvalues.size() > 0) *lowest = normal.eigenvalues(0);
  const Eigen::Index count = options.frequency_limit > 0
                                 ? normal.eigenvalues.size()
                                 : std::min<Eigen::Index>(options.modes, normal.eigenvalues.size());
  progress->Update(6, 10, "constraint modes");
  Eigen::MatrixXd constraint = -Eigen::MatrixXd(k_columns.transpose() * p.pick_boundary);
  factor.Solve(constraint);
  NaturalModes kept{normal.eigenvalues.head(count), normal.shapes.leftCols(count)};
  Eigen::MatrixXd residual(p.interior.size(), 0);
  if (options.residual) {
    const Eigen::MatrixXd load =
        p.pick_interior.transpose() *
        Eigen::MatrixXd(system.mass * RigidMotions(mesh, system, {0, 0, 0}));
    residual = ResidualShapes(m_interior, load, kept, factor);
  }
  Basis basis;
  basis.constraint = constraint.cols();
  basis.normal = count;
  basis.shapes.resize(system.freedom_count(), constraint.cols() + count + residual.cols());
  basis.shapes.leftCols(constraint.cols()) =
      OnAll(p, constraint) + Eigen::MatrixXd(p.pick_boundary);
  basis.shapes.middleCols(constraint.cols(), count) = OnAll(p, kept.shapes);
  basis.shapes.rightCols(residual.cols()) = OnAll(p, residual);
  result->fixed_frequencies = kept.eigenvalues.unaryExpr(&FrequencyOf);
  AddEffectiveMass(mesh, system, basis.shapes.middleCols(constraint.cols(), count), result);
  return basis;
}

}  // namespace

RigidProperties ComputeRigidProperties(const Mesh& mesh, const FeSystem& system) {
  const Eigen::MatrixXd rigid = RigidMotions(mesh, system, Eigen::Vector3d::Zero());
  const Eigen::Matrix<double, 6, 6> m = TransposedProduct(rigid, system.mass * rigid);
  RigidProperties result;
  result.mass = m.topLeftCorner<3, 3>().trace() / 3;
  result.inertia_about_origin = m.bottomRightCorner<3, 3>();
  if (!(result.mass > 0)) return result;
  const Eigen::Matrix3d moment = m.bottomLeftCorner<3, 3>();  // mass times skew(centre)
  result.centre = Eigen::Vector3d(moment(2, 1) - moment(1, 2), moment(0, 2) - moment(2, 0),
                                  moment(1, 0) - moment(0, 1)) /
                  (2 * result.mass);
  const Eigen::Matrix3d arm = Skew(result.centre);
  result.inertia_about_centre = result.inertia_about_origin + result.mass * arm * arm;
  return result;
}

Reduction Reduce(const Mesh& mesh, const FeSystem& system, const std::vector<int>& interfaces,
                 const ReductionOptions& options, Progress* progress) {
  if (interfaces.empty()) {
    throw InputError("a flexible part needs at least one interface node",
                     "name nodes with --interface");
  }
  const Partition partition = MakePartition(system, interfaces);
  if (partition.interior.empty())
    throw InputError("nothing of the mesh is left between interfaces");
  Reduction result;
  double lowest = 0;
  progress->Update(1, 10, fmt::format("factors of {} freedoms", partition.interior.size()));
  Basis basis = MakeBasis(mesh, system, partition, options, &lowest, &result, progress);
  if (!(lowest > 0)) {
    throw InputError("the mesh has no mass between its interfaces", "give its materials a density");
  }
  if (progress->StopRequested()) return result;
  progress->Update(8, 10, "orthonormal modes");
  basis.stiffness = TransposedProduct(basis.shapes, system.stiffness * basis.shapes);
  basis.mass = TransposedProduct(basis.shapes, system.mass * basis.shapes);
  const Eigen::MatrixXd rigid = RigidInBasis(mesh, system, partition, basis, lowest, &result);
  Orthonormalize(basis, rigid, lowest, &result);
  return result;
}

Eigen::MatrixXd SolveStatic(const Mesh& mesh, const FeSystem& system,
                            const Eigen::MatrixXd& loads) {
  const SparseFactor factor(system.stiffness);
  if (!factor.ok()) ThrowSingular(mesh, system, nullptr, factor);
  Eigen::MatrixXd solution = loads;
  factor.Solve(solution);
  return solution;
}

}  // namespace jounce::flex
