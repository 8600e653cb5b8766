// What a road costs under a point that travels: height, slope and friction, and a wheel's contact.
#include <benchmark/benchmark.h>

#include <cmath>
#include <vector>

#include "base/error.h"
#include "roads/crg_road.h"
#include "roads/made_road.h"
#include "roads/wheel_contact.h"

namespace jounce {
namespace {

// A kilometre of a wavy curve, 3.4 m wide, at 0.1 m.
CrgData Grid() {
  CrgData data;
  data.road = {{"reference_line_increment", 0.1}};
  data.rows = 10001;
  for (int i = 0; i < 35; ++i) data.v.push_back(-1.7 + 0.1 * i);
  for (size_t row = 0; row < data.rows; ++row) {
    data.phi.push_back(0.5 * std::sin(0.001 * static_cast<double>(row)));
    for (size_t i = 0; i < data.v.size(); ++i) {
      data.z.push_back(static_cast<float>(0.01 * std::sin(0.7 * static_cast<double>(row + i))));
    }
  }
  return data;
}

void Crg(benchmark::State& state) {
  Diagnostics diagnostics;
  const CrgRoad road(Grid(), 1, &diagnostics);
  std::vector<RoadPlace> places;
  for (int i = 0; i < 4096; ++i) places.push_back(road.FromPath(0.02 * i, std::sin(0.01 * i)));
  RoadHint hint;
  size_t i = 0;
  for (auto _ : state) {
    const RoadPlace& place = places[++i % places.size()];
    benchmark::DoNotOptimize(road.At(place.x, place.y, &hint));
  }
}
BENCHMARK(Crg);

MadeRoad Random() {
  MadeRoadSettings settings;
  settings.random.emplace_back();
  settings.patches = {{{0, 5}, 50, 20, 0.3}};
  return MadeRoad(settings);
}

void RandomTracks(benchmark::State& state) {
  const MadeRoad road = Random();
  RoadHint hint;
  double x = 0;
  for (auto _ : state) benchmark::DoNotOptimize(road.At(x += 0.02, 0.4, &hint));
}
BENCHMARK(RandomTracks);

void Meet(benchmark::State& state, const ContactModel& contact) {
  const MadeRoad road = Random();
  ContactMemory memory = contact.MakeMemory();
  WheelPose wheel{{0, 0.75, 0.3}, Eigen::Vector3d::UnitY()};
  for (auto _ : state) {
    wheel.center.x() += 0.02;
    benchmark::DoNotOptimize(contact.Meet(road, wheel, &memory));
  }
}
void FourPoints(benchmark::State& state) { Meet(state, PointContact(0.3, 0.03, 0.06)); }
void Cams(benchmark::State& state) { Meet(state, CamContact({})); }
BENCHMARK(FourPoints);
BENCHMARK(Cams);

}  // namespace
}  // namespace jounce

BENCHMARK_MAIN();
