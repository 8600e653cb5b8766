#include "laws/law_gallery.h"

namespace jounce {
namespace {

PronySettings RubberProny(double scale) {
  return {200e3 * scale, {{300e3 * scale, 0.002}, {150e3 * scale, 0.02}, {80e3 * scale, 0.3}}};
}

// 6 x 6 with coupling of shear and bending, symmetric and positive definite.
LinearSettings CoupledMatrix() {
  LinearSettings s;
  s.dimension = 6;
  s.stiffness.assign(36, 0.0);
  s.damping.assign(36, 0.0);
  const double diagonal[] = {2e6, 5e5, 5e5, 40, 90, 90};
  for (int i = 0; i < 6; ++i) {
    s.stiffness[7 * i] = diagonal[i];
    s.damping[7 * i] = 1e-3 * diagonal[i];
  }
  s.stiffness[1 * 6 + 5] = s.stiffness[5 * 6 + 1] = 3e3;
  s.stiffness[2 * 6 + 4] = s.stiffness[4 * 6 + 2] = -3e3;
  s.damping[1 * 6 + 5] = s.damping[5 * 6 + 1] = 2;
  return s;
}

TableSpringSettings MeasuredSpring() {
  TableSpringSettings s;
  s.table.x = {-3e-3, -2e-3, -1e-3, 0, 1e-3, 2e-3, 3e-3};
  s.table.y = {-2800, -1300, -500, 0, 500, 1100, 2000};
  s.damper.damping = 300;
  TableSettings velocity;
  velocity.x = {-1, -0.2, 0, 0.2, 1};
  velocity.y = {-250, -120, 0, 150, 300};
  s.damper.damping_table = velocity;
  return s;
}

BumperSettings JounceBumper() {
  BumperSettings s;
  s.gap = 0.5e-3;
  s.coefficients = {2e5, 0, 4e10};
  s.loss = 0.8;
  return s;
}

PipkinRogersSettings NonlinearViscoelastic() {
  PipkinRogersSettings s;
  s.terms = {{1, 200e3, {{300e3, 0.002}, {150e3, 0.05}}},
             {2, -15e6, {{-10e6, 0.004}, {20e6, 0.1}}},
             {3, 25e9, {{40e9, 0.003}, {12e9, 0.2}}}};
  return s;
}

FractionalSettings SpringPot() {
  FractionalSettings s;
  s.stiffness = 150e3;
  s.coefficient = 60e3;
  s.exponent = 0.25;
  s.min_frequency = 0.1;
  s.max_frequency = 200;
  return s;
}

ExpressionSettings Formula() {
  return {{"k*x + a*x^3 + c*xdot*(1 + b*x^2)"},
          {{"k", 200e3}, {"a", 2e10}, {"c", 400}, {"b", 1e5}}};
}

ExpressionSettings CoupledFormula() {
  return {{"k*x*(1 + a*(x^2 + y^2))", "k*y*(1 + a*(x^2 + y^2))", "kz*z + c*zdot"},
          {{"k", 400e3}, {"kz", 90e3}, {"a", 1e5}, {"c", 200}}};
}

DamperSettings Dashpot(double damping) {
  DamperSettings s;
  s.damping = damping;
  return s;
}

// Elastic, viscous and frictional parts in a row beside a spring [Svensson 2004, figure 7.1].
LawSettings InterrelatedModel() {
  return ParallelSettings{
      {PolynomialSettings{{300e3}, {}},
       SeriesSettings{{PolynomialSettings{{900e3}, {}},
                       ParallelSettings{{PolynomialSettings{{200e3}, {}}, Dashpot(3000)}},
                       ElastoPlasticSettings{{{500e3, 120}, {300e3, 60}}}}}}};
}

LawSettings Modified() {
  LawSettings s = RubberProny(1);
  s.modifiers.preload = {150};
  s.modifiers.prestrain = {0.4e-3};
  s.modifiers.offset = {0.2e-3};
  s.modifiers.strain_scale = 0.8;
  s.modifiers.force_scale = 1.3;
  s.modifiers.temperature = TemperatureSettings{263.15, 293.15, 8.86, 101.6};
  return s;
}

LawSettings SixDirections() {
  LawSettings s = AxesSettings{{RubberProny(1), RubberProny(1), RubberProny(0.3), RubberProny(1e-4),
                                RubberProny(2e-4), RubberProny(2e-4)}};
  s.modifiers.factor = {1.1, 1.0, 0.9, 1.0, 1.2, 0.8};
  return s;
}

LawSettings ThreeDirections() {
  return AxesSettings{{LundHydrobushing(), BergSettings{400, 0.4e-3}, RubberProny(0.3)}};
}

}  // namespace

HydrobushingSettings LundHydrobushing() {
  return {217.2e3,
          1.256e9,
          0.3461e15,
          {442.2e3, 23.27e3},
          {88.44, 4.652},
          {0.0135, 0.00154},
          {1365.4e3, 1365.4e3},
          {0.002602, 0.0005057}};
}

std::vector<GalleryLaw> LawGallery() {
  LinearSettings isotropic;
  isotropic.dimension = 3;
  isotropic.stiffness = {3e5};
  isotropic.damping = {200};
  YeohSettings yeoh{217.2e3, 1.256e9, 0.3461e15, Dashpot(500)};
  return {
      {"linear", isotropic},
      {"linear coupled", CoupledMatrix()},
      {"polynomial", PolynomialSettings{{2e5, 3e7, 4e10}, Dashpot(600)}},
      {"yeoh", yeoh},
      {"table", MeasuredSpring()},
      {"bumper", JounceBumper()},
      {"damper", Dashpot(800)},
      {"prony", RubberProny(1)},
      {"pipkin-rogers", NonlinearViscoelastic()},
      {"elastoplastic", ElastoPlasticSettings{{{442.2e3, 88.44}, {223e3, 150}, {80e3, 100}}}},
      {"berg", BergSettings{400, 0.4e-3}},
      {"bouc-wen", BoucWenSettings{400e3, 0.3, 60e3, 29e3, 1.5, 1}},
      {"fluid", FluidSettings{2, 500e3, 2.4e-3}},
      {"hydro-path", HydroPathSettings{400e3, 30e3, 12, 900, 2e5, 0.2e-3}, false},
      {"hydro-path declining", HydroPathSettings{400e3, 30e3, 12, 900, 2e5, 0.2e-3, 500}, false},
      {"hydromount", HydromountSettings{200e3, 300, {400e3, 0, 12, 900, 2e5, 0, 500}}, false},
      {"hydrobushing", LundHydrobushing()},
      {"inerter", InerterSettings{20}, false},
      {"slider", SliderSettings{150, 2e6}},
      {"fractional", SpringPot()},
      {"expression", Formula()},
      {"expression coupled", CoupledFormula()},
      {"axes", ThreeDirections()},
      {"axes with factors", SixDirections()},
      {"parallel", ParallelSettings{{RubberProny(1), BergSettings{100, 0.2e-3}, yeoh}}},
      {"series", SeriesSettings{{PolynomialSettings{{400e3, 0, 2e10}, {}}, Dashpot(4000)}}, false},
      {"interrelated", InterrelatedModel(), false},
      {"modified", Modified()},
  };
}

}  // namespace jounce
