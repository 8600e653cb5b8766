// What it costs to reduce a solid of 10-node tetrahedra to six interface nodes and twenty modes,
// with invariants and modal stress. The block is as compact as a mesh of its size can be, which
// makes the most of its factors; arms and knuckles are easier.
#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include "flex/flex_testing.h"

namespace jounce::flex {
namespace {

// n cells along each edge: (2 n + 1)^3 nodes and six to hold it by.
Mesh Block(int n) {
  Mesh mesh = testing::EmptyMesh(210e9, 0.3, 7850);
  const auto nodes = testing::AddGrid(&mesh, n, n, n, [](double x, double y, double z) {
    return Eigen::Vector3d(0.3 * x, 0.2 * y, 0.1 * z);
  });
  testing::FillSolids(&mesh, nodes, n, n, n, ElementShape::kTet10);
  const Eigen::Vector3d size(0.3, 0.2, 0.1);
  for (int side = 0; side < 6; ++side) {
    const int axis = side / 2;
    const double at = side % 2 == 0 ? 0 : size(axis);
    Eigen::Vector3d centre = 0.5 * size;
    centre(axis) = at;
    // A round spot in the middle of each side.
    const auto spot = testing::PickNodes(mesh, [&](const Eigen::Vector3d& x) {
      return std::abs(x(axis) - at) < 1e-9 && (x - centre).norm() < 0.03;
    });
    const int master = testing::AddNode(&mesh, centre);
    mesh.rigid_links.push_back({side + 1, master, spot, 63, {}});
  }
  return mesh;
}

void ReduceSolid(benchmark::State& state) {
  const Mesh mesh = Block(static_cast<int>(state.range(0)));
  PartOptions options;
  for (int i = 5; i >= 0; --i) {
    options.interfaces.push_back({"", static_cast<int>(mesh.nodes.size()) - i});
  }
  options.reduction.modes = 20;
  NoProgress silent;
  for (auto _ : state) {
    const ReducedPart reduced = MakePart(mesh, options, &silent);
    state.counters["modes"] = reduced.part.mode_count();
    state.counters["freedoms"] = reduced.system.freedom_count();
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  state.counters["nodes"] = static_cast<double>(mesh.nodes.size());
  state.counters["peak_GB"] = usage.ru_maxrss / 1e6;
}
// 9 k and 51 k nodes.
BENCHMARK(ReduceSolid)->Arg(10)->Arg(18)->Unit(benchmark::kSecond)->Iterations(1)->UseRealTime();

}  // namespace
}  // namespace jounce::flex

BENCHMARK_MAIN();
