// Measured mounts and a hydrobushing (dynamic stiffness and phase over frequency, with the fit that a
// commercial program made of them): what `--law auto` must reach on them, and that the law that is
// written is the law that was fitted.
#include <gtest/gtest.h>

#include <complex>
#include <filesystem>

#include "identify/identify.h"
#include "identify/ladder_check_for_test.h"
#include "identify/prepare.h"
#include "identify/read_loops.h"
#include "identify/to_law.h"
#include "laws/make_law.h"
#include "shared_data.h"
#include "testbench/loop.h"
#include "testbench/steady.h"

namespace jounce::identify {
namespace {

struct Mount {
  const char* file;
  size_t rows;
  double most_phi;
};

// The commercial fit errs by 0.0181 and 0.0073 on the first two; a law of Weber's kind with an
// elasto-plastic element by 0.0154 and, with a Maxwell branch, 0.0009, by harmonic balance in SciPy.
// The third had 0.0137 before.
constexpr Mount kMounts[] = {{"data/mounts/lca_hydrobushing.csv", 26, 0.0160},
                             {"data/mounts/mount_2.csv", 46, 0.0012},
                             {"data/mounts/mount_1.csv", 82, 0.0068}};

// K* of the law at one row of the table, on the virtual bench: in time, step by step.
std::complex<double> BenchStiffness(const Law& law, const Series& row) {
  testbench::Driver driver(law);
  const testbench::SteadyLoop loop = testbench::DriveToSteadyState(
      &driver, testbench::SineCycle(row.amplitude, row.frequency, 1024));
  return testbench::MeasureLoop(loop.trace.time, loop.trace.displacement, loop.trace.force)
      .stiffness;
}

class Mounts : public ::testing::TestWithParam<Mount> {};

TEST_P(Mounts, AreFittedBetterThanByTheCommercialProgram) {
  JOUNCE_NEEDS_SHARED(GetParam().file);
  const std::vector<Series> data =
      Prepare(ReadLoops(::jounce::testing::SharedPath(GetParam().file)));
  ASSERT_EQ(data.size(), GetParam().rows);  // those of the measurement alone
  IdentifyOptions options;
  options.domain = FitDomain::kStiffness;
  const Identification found = Identify(data, options);
  EXPECT_LE(found.phi, GetParam().most_phi) << found.model.name;
  for (size_t i = 0; i < found.model.parameters.size(); ++i) {
    EXPECT_TRUE(found.trust.parameters[i].determined) << found.model.parameters[i].name;
    EXPECT_FALSE(found.trust.parameters[i].at_bound) << found.model.parameters[i].name;
  }
  ExpectNested(found.ladder, data);
  // The answer is not worse than the rung that it was chosen for.
  for (const Rung& rung : found.ladder) {
    if (rung.chosen) {
      EXPECT_LE(found.phi_fitted, rung.phi_fitted * 1.01);
    }
  }
  const std::unique_ptr<Law> law = MakeLaw(ToLaw(found.model));
  double phi = 0;
  for (size_t i = 0; i < data.size(); ++i) {
    const auto measured =
        testbench::MeasureLoop(data[i].time, data[i].displacement, data[i].force).stiffness;
    const auto fitted =
        testbench::MeasureLoop(data[i].time, data[i].displacement, Closed(found.forces[i]))
            .stiffness;
    const std::complex<double> bench = BenchStiffness(*law, data[i]);
    EXPECT_LT(std::abs(bench - fitted), 0.01 * std::abs(fitted)) << Describe(data[i]);
    phi += 2 / M_PI * std::abs(bench - measured) / std::abs(measured) / data.size();
  }
  EXPECT_LE(phi, GetParam().most_phi);
}

INSTANTIATE_TEST_SUITE_P(Measured, Mounts, ::testing::ValuesIn(kMounts), [](const auto& test) {
  return std::filesystem::path(test.param.file).stem().string();
});

}  // namespace
}  // namespace jounce::identify
