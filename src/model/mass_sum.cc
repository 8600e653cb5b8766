#include "model/mass_sum.h"

#include <Eigen/Eigenvalues>

namespace jounce {

using Eigen::Matrix3d;
using Eigen::Vector3d;

Matrix3d PointInertia(double mass, const Vector3d& arm) { return -mass * Skew(arm) * Skew(arm); }

Matrix3d InertiaMatrix(const Vector3d& moments, const Vector3d& products) {
  Matrix3d J = moments.asDiagonal();
  J(0, 1) = J(1, 0) = products[0];
  J(1, 2) = J(2, 1) = products[1];
  J(2, 0) = J(0, 2) = products[2];
  return J;
}

Vector3d ProductsOf(const Matrix3d& J) { return {J(0, 1), J(1, 2), J(2, 0)}; }

Matrix3d InertiaAboutCentre(const Body& body) {
  const Matrix3d J = InertiaMatrix(body.inertia, body.products);
  const Matrix3d R = OrientationMatrix(body.inertia_axes, body.centre);
  const Vector3d point = body.inertia_point.value_or(body.centre);
  return R * J * R.transpose() - PointInertia(body.mass, point - body.centre);
}

bool IsPossibleInertia(const Vector3d& principal, double slack) {
  return principal[0] >= -slack && principal[2] <= principal[0] + principal[1] + slack;
}

Vector3d PrincipalMoments(const Matrix3d& inertia) {
  return Eigen::SelfAdjointEigenSolver<Matrix3d>(inertia, Eigen::EigenvaluesOnly).eigenvalues();
}

void MassSum::Add(const MassSum& other) {
  mass += other.mass;
  moment += other.moment;
  inertia += other.inertia;
}

void MassSum::Subtract(const MassSum& other) {
  mass -= other.mass;
  moment -= other.moment;
  inertia -= other.inertia;
}

Vector3d MassSum::Centre() const { return mass > 0 ? Vector3d(moment / mass) : Vector3d::Zero(); }

Matrix3d MassSum::InertiaAboutCentre() const { return inertia - PointInertia(mass, Centre()); }

void MassSum::Put(Body* body) const {
  if (mass > 0) body->centre = moment / mass;
  const Matrix3d J = inertia - PointInertia(mass, body->centre);
  body->mass = mass;
  body->inertia = J.diagonal();
  body->products = ProductsOf(J);
  body->inertia_point.reset();
  body->inertia_axes = {};
}

namespace {

MassSum SumOf(double mass, const Vector3d& centre, const Matrix3d& about_centre, const Pose& H) {
  const Vector3d place = H * centre;
  return {mass, mass * place, H.R * about_centre * H.R.transpose() + PointInertia(mass, place)};
}

}  // namespace

MassSum MassOf(const MassProperties& p, const Pose& H) {
  return SumOf(p.mass, p.centre, InertiaMatrix(p.inertia, p.products), H);
}

MassSum MassOf(const Body& body, const Pose& H) {
  return SumOf(body.mass, body.centre, InertiaAboutCentre(body), H);
}

}  // namespace jounce
