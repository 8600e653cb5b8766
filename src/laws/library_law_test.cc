// Loads the example of examples/laws/plugin, which the build made into a shared library.
#include "laws/library_law.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "laws/make_law.h"

namespace jounce {
namespace {

LibrarySettings Example() {
  return {JOUNCE_EXAMPLE_LAW, 1, {{"a", 100.0}, {"b", 1000.0}, {"c", 300.0}}};
}

TEST(LibraryLaw, RunsALawFromASharedLibrary) {
  const auto law = MakeLaw(Example());
  ASSERT_EQ(law->dimension(), 1);
  ASSERT_EQ(law->state_size(), 2);
  const double zero = 0, strain = 1e-3, rate = 0.5;
  double state[2], next[2];
  LawResponse r;
  law->Start(&zero, state);
  law->Update({&strain, &rate, 2e-3}, state, next, &r);
  EXPECT_NEAR(r.force[0], 100 * std::sinh(1) + 150, 1e-10);
  EXPECT_NEAR(r.d_strain[0], 1e5 * std::cosh(1), 1e-8);
  EXPECT_EQ(r.d_rate[0], 300);
  EXPECT_NEAR(r.stored_energy, 0.1 * (std::cosh(1) - 1), 1e-14);
  EXPECT_NEAR(r.dissipated_energy, 300 * 0.5 * 1e-3, 1e-14);
  std::complex<double> k;
  law->ComplexStiffness(10, &strain, &k);
  EXPECT_NEAR(k.real(), 1e5 * std::cosh(1), 1e-8);
  EXPECT_EQ(k.imag(), 3000);
}

TEST(LibraryLaw, TakesPartInNetworks) {
  const auto law = MakeLaw(ParallelSettings{{Example(), PronySettings{1e5, {}}}});
  const double zero = 0, strain = 1e-3;
  double state[8], next[8];
  LawResponse r;
  law->Start(&zero, state);
  law->Update({&strain, &zero, 1e-3}, state, next, &r);
  EXPECT_NEAR(r.force[0], 100 * std::sinh(1) + 100, 1e-10);
}

TEST(LibraryLaw, SaysWhatIsWrong) {
  LibrarySettings missing = Example();
  missing.file = "no_such_library.so";
  EXPECT_THROW(MakeLaw(missing), FileError);
  LibrarySettings stranger = Example();
  stranger.file = "libm.so.6";  // a library, but no law
  EXPECT_THROW(MakeLaw(stranger), InputError);
  LibrarySettings refused = Example();
  refused.parameters["d"] = 3;
  try {
    MakeLaw(refused);
    FAIL() << "an unknown parameter was taken";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("'d' is not known"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace jounce
