#include "jounce/law.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "api/oscillator_for_test.h"

namespace jounce::api {
namespace {

// A spring of 100 N/m beside a Maxwell branch of 50 N/m and 0.1 s.
constexpr char kSolid[] = "law: prony\nstiffness: 100\nbranches: [{stiffness: 50, time: 0.1}]\n";

// K*(w) = k + k1 i w tau/(1 + i w tau).
TEST(ApiLaw, HasTheComplexStiffnessOfItsParameters) {
  const Law law = Law::Parse(kSolid);
  ASSERT_EQ(law.dimension(), 1);
  const double strain[] = {0.0};
  for (const double omega : {0.1, 10.0, 300.0}) {
    const std::complex<double> iwt(0, omega * 0.1);
    EXPECT_LT(std::abs(law.ComplexStiffness(omega, strain)[0] - (100.0 + 50.0 * iwt / (1.0 + iwt))),
              1e-9);
  }
}

// A step of strain that is held: f = (k + k1 e^(-t/tau)) e after a jump, k e when relaxed.
TEST(ApiLaw, Relaxes) {
  const Law law = Law::Parse(kSolid);
  std::vector<double> state(static_cast<size_t>(law.state_size())), next = state;
  LawResponse response;
  const double rest[] = {0.0}, stretched[] = {0.01}, jump[] = {0.01 / 1e-9}, held[] = {0.0};
  law.Start(rest, state);
  law.Update(stretched, jump, 1e-9, state, next, &response);
  EXPECT_NEAR(response.force[0], 1.5, 1e-6);
  std::swap(state, next);
  law.Update(stretched, held, 0.2, state, next, &response);
  EXPECT_NEAR(response.force[0], 1 + 0.5 * std::exp(-2), 1e-6);
  law.Update(stretched, held, std::numeric_limits<double>::infinity(), state, next, &response);
  EXPECT_NEAR(response.force[0], 1, 1e-9);
}

TEST(ApiLaw, IsWrittenAsItIs) {
  const testing::Folder folder;
  const Law law = Law::Parse(kSolid);
  law.Save(folder.Path("law.yaml"));
  const Law again = Law::Load(folder.Path("law.yaml"));
  EXPECT_EQ(again.Write(), law.Write());
  const double strain[] = {0.0};
  EXPECT_EQ(again.ComplexStiffness(7, strain)[0], law.ComplexStiffness(7, strain)[0]);
}

TEST(ApiLaw, RefusesWhatIsWrong) {
  EXPECT_THROW(Law::Parse("law: prony\nstifness: 100\n"), InputError);
  EXPECT_THROW(Law::Load("/nowhere/law.yaml"), FileError);
  const Law law = Law::Parse(kSolid);
  std::vector<double> state(static_cast<size_t>(law.state_size()) + 1);
  const double strain[] = {0.0};
  EXPECT_THROW(law.Start(strain, state), std::invalid_argument);
  EXPECT_THROW(law.ComplexStiffness(1, state), std::invalid_argument);
}

}  // namespace
}  // namespace jounce::api
