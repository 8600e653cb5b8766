#include "study/bushing_scale.h"

#include <gtest/gtest.h>

namespace jounce::study {
namespace {

Model Bushings() {
  Model model;
  Connection& linear = model.connections.emplace_back();
  linear.name = "front_lower";
  linear.law =
      LawSettings(LinearSettings{.dimension = 3, .stiffness = {10, 20, 30}, .damping = {2}});
  Connection& axes = model.connections.emplace_back();
  axes.name = "front_upper";
  axes.law = LawSettings(AxesSettings{
      .axes = {LawSettings(PolynomialSettings{.coefficients = {5, 0, 7}, .damper = {.damping = 3}}),
               LawSettings(DamperSettings{.damping = 4}), LawSettings(ElastoPlasticSettings{})}});
  model.connections.emplace_back().name = "rear";
  return model;
}

TEST(BushingScale, StiffnessLeavesDampingAlone) {
  Model model = Bushings();
  ScaleBushings({"front_*"}, ScaledPart::kStiffness, {"x", "y"}, 2, &model);
  const auto& linear = std::get<LinearSettings>(model.connections[0].law->kind);
  EXPECT_EQ(linear.stiffness, (std::vector<double>{20, 40, 30}));
  EXPECT_EQ(linear.damping, (std::vector<double>{2}));
  const auto& axes = std::get<AxesSettings>(model.connections[1].law->kind).axes;
  EXPECT_EQ(std::get<PolynomialSettings>(axes[0].kind).coefficients,
            (std::vector<double>{10, 0, 14}));
  EXPECT_EQ(std::get<PolynomialSettings>(axes[0].kind).damper.damping, 3);
  EXPECT_EQ(std::get<DamperSettings>(axes[1].kind).damping, 4);
  EXPECT_EQ(axes[2].modifiers.force_scale, 1);
}

TEST(BushingScale, DampingAndForce) {
  Model model = Bushings();
  ScaleBushings({"front_*"}, ScaledPart::kDamping, {}, 3, &model);
  EXPECT_EQ(std::get<LinearSettings>(model.connections[0].law->kind).damping,
            (std::vector<double>{6, 6, 6}));
  const auto& axes = std::get<AxesSettings>(model.connections[1].law->kind).axes;
  EXPECT_EQ(std::get<PolynomialSettings>(axes[0].kind).damper.damping, 9);
  EXPECT_EQ(std::get<PolynomialSettings>(axes[0].kind).coefficients[0], 5);
  EXPECT_EQ(std::get<DamperSettings>(axes[1].kind).damping, 12);
  EXPECT_EQ(axes[2].modifiers.force_scale, 1) << "friction has no coefficient of damping";

  ScaleBushings({"front_lower"}, ScaledPart::kForce, {}, 0.5, &model);
  EXPECT_EQ(model.connections[0].law->modifiers.force_scale, 0.5);
  ScaleBushings({"front_lower"}, ScaledPart::kForce, {"z"}, 0.5, &model);
  EXPECT_EQ(model.connections[0].law->modifiers.factor, (std::vector<double>{1, 1, 0.5}));
}

TEST(BushingScale, WhatCannotBeScaledIsSaid) {
  Model model = Bushings();
  EXPECT_THROW(ScaleBushings({"rear"}, ScaledPart::kForce, {}, 2, &model), InputError) << "no law";
  EXPECT_THROW(ScaleBushings({"front_lowr"}, ScaledPart::kForce, {}, 2, &model), InputError);
  EXPECT_THROW(ScaleBushings({"front_upper"}, ScaledPart::kDamping, {"z"}, 2, &model), InputError);
}

}  // namespace
}  // namespace jounce::study
