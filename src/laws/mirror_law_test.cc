#include "laws/mirror_law.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "laws/law_gallery.h"
#include "laws/make_law.h"

namespace jounce {
namespace {

// A law with its memory.
struct Sample {
  explicit Sample(const LawSettings& settings)
      : law(MakeLaw(settings)), state(law->state_size() + 1), next(state) {}

  std::vector<double> Answer(const std::vector<double>& strain, const std::vector<double>& rate,
                             double h, LawResponse* response) {
    law->Update({strain.data(), rate.data(), h}, state.data(), next.data(), response);
    state = next;
    return {response->force, response->force + law->dimension()};
  }

  std::unique_ptr<Law> law;
  std::vector<double> state, next;
};

std::vector<double> Times(const std::vector<double>& signs, std::vector<double> values) {
  for (size_t i = 0; i < values.size(); ++i) values[i] *= signs[i];
  return values;
}

// Signs that a mirrored connection of this dimension has.
std::vector<std::vector<double>> SignsOf(int dimension) {
  if (dimension == 1) return {{1}, {-1}};
  if (dimension == 3) return {{1, -1, 1}, {-1, 1, -1}};
  return {{1, -1, 1, -1, 1, -1}};
}

// Laws of the gallery, and what is not symmetric in them: formulas, one-sided stops, even powers.
std::vector<GalleryLaw> Laws() {
  std::vector<GalleryLaw> laws = LawGallery();
  laws.push_back({"formula", ExpressionSettings{{"2e5*x + 3e7*x^2 + 40*xdot"}, {}}});
  laws.push_back(
      {"coupled formula",
       ExpressionSettings{{"1e5*x + 2e7*x*y", "3e5*y + 1e7*x^2", "2e5*z + 30*ydot"}, {}}});
  laws.push_back({"polynomial", PolynomialSettings{{1e5, 3e7, 2e9}, {}}});
  BumperSettings stop;
  stop.gap = 2e-4;
  stop.side = BumperSide::kExtension;
  stop.coefficients = {2e5, 3e8};
  stop.loss = 0.3;
  laws.push_back({"rebound stop", stop});
  LawSettings loaded = ExpressionSettings{{"2e5*x + 3e7*x^2"}, {}};
  loaded.modifiers.preload = {120};
  loaded.modifiers.prestrain = {3e-4};
  loaded.modifiers.offset = {-2e-4};
  laws.push_back({"loaded formula", loaded});
  return laws;
}

// f'(e) = S f(S e), along a random history, tangents and energies included.
TEST(MirrorLaw, AnswersTheMirroredHistory) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  for (const GalleryLaw& entry : Laws()) {
    const int n = DimensionOf(entry.settings);
    for (const std::vector<double>& signs : SignsOf(n)) {
      Sample plain(entry.settings), image(MirrorLaw(entry.settings, signs));
      std::vector<double> strain(n, 0.0), rate(n, 0.0);
      plain.law->Start(strain.data(), plain.state.data());
      image.law->Start(strain.data(), image.state.data());
      const double h = 1e-3;
      for (int step = 0; step < 60; ++step) {
        for (int i = 0; i < n; ++i) {
          const double to = 0.5 * strain[i] + 0.5 * entry.amplitude * normal(random);
          rate[i] = (to - strain[i]) / h;
          strain[i] = to;
        }
        LawResponse there, here;
        const std::vector<double> f = plain.Answer(strain, rate, h, &there);
        const std::vector<double> g =
            image.Answer(Times(signs, strain), Times(signs, rate), h, &here);
        for (int i = 0; i < n; ++i) {
          const double size = 1e-9 * (1 + std::abs(f[i]));
          EXPECT_NEAR(g[i], signs[i] * f[i], size) << entry.name << " direction " << i;
          for (int j = 0; j < n; ++j) {
            const double k = there.d_strain[i * n + j], c = there.d_rate[i * n + j];
            const double sign = signs[i] * signs[j];
            EXPECT_NEAR(here.d_strain[i * n + j], sign * k, 1e-7 * (1 + std::abs(k))) << entry.name;
            EXPECT_NEAR(here.d_rate[i * n + j], sign * c, 1e-7 * (1 + std::abs(c))) << entry.name;
          }
        }
        EXPECT_NEAR(here.stored_energy, there.stored_energy,
                    1e-9 * (1 + std::abs(there.stored_energy)))
            << entry.name;
      }
    }
  }
}

// A law that is not odd differs from its image: the test above could not pass without mirroring.
TEST(MirrorLaw, ChangesWhatIsNotSymmetric) {
  const LawSettings law = PolynomialSettings{{1e5, 3e7}, {}};
  const double minus[] = {-1};
  const auto image = std::get<PolynomialSettings>(MirrorLaw(law, minus).kind);
  EXPECT_EQ(image.coefficients, (std::vector<double>{1e5, -3e7}));
  LinearSettings coupled;
  coupled.dimension = 3;
  coupled.stiffness = {1, 2, 3, 2, 5, 6, 3, 6, 9};
  const double flip[] = {1, -1, 1};
  EXPECT_EQ(std::get<LinearSettings>(MirrorLaw(coupled, flip).kind).stiffness,
            (std::vector<double>{1, -2, 3, -2, 5, -6, 3, -6, 9}));
}

TEST(MirrorLaw, TheImageOfTheImageIsTheLaw) {
  const double minus[] = {-1};
  LawSettings law = ExpressionSettings{{"2*x"}, {}};
  law.modifiers.preload = {3};
  const LawSettings twice = MirrorLaw(MirrorLaw(law, minus), minus);
  EXPECT_TRUE(twice.modifiers.signs.empty());
  EXPECT_EQ(twice.modifiers.preload, law.modifiers.preload);
}

}  // namespace
}  // namespace jounce
