// How fast road loads are read, transformed and counted. The sizes are those of a proving-ground
// run: 99 channels of 50 s at 409.6 Hz.
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <random>

#include "signals/rainflow.h"
#include "signals/rpc3.h"
#include "signals/spectrum.h"
#include "signals/streamed_signal.h"

namespace jounce {
namespace {

constexpr size_t kChannels = 99;
constexpr size_t kSamples = 20480;
constexpr double kRate = 409.6;

// Noise through a resonance at 12 Hz: the shape of a wheel-hop signal.
std::vector<double> RoadLoad(size_t count, unsigned seed) {
  std::mt19937 bits(seed);
  std::normal_distribution<double> normal;
  const double w = 2 * M_PI * 12 / kRate, r = 0.97;
  std::vector<double> x(count);
  double x1 = 0, x2 = 0;
  for (double& value : x) {
    value = 2 * r * std::cos(w) * x1 - r * r * x2 + 100 * normal(bits);
    x2 = x1;
    x1 = value;
  }
  return x;
}

std::vector<double> Noise(size_t count) {
  std::mt19937 bits(1);
  std::normal_distribution<double> normal;
  std::vector<double> x(count);
  for (double& value : x) value = normal(bits);
  return x;
}

std::vector<Channel> ProvingGround() {
  std::vector<Channel> channels(kChannels);
  for (size_t c = 0; c < kChannels; ++c) {
    channels[c].name = "Channel " + std::to_string(c + 1);
    channels[c].sample_rate = kRate;
    channels[c].samples = RoadLoad(kSamples, static_cast<unsigned>(c));
  }
  return channels;
}

// An RPC III file in the temporary folder, gone when the program ends.
class RpcFile {
 public:
  explicit RpcFile(Rpc3DataType type)
      : path_((std::filesystem::temp_directory_path() /
               ("jounce-bench-" + std::to_string(getpid()) + ".rsp"))
                  .string()) {
    Rpc3WriteSettings settings;
    settings.data_type = type;
    WriteRpc3(path_, MemorySource(ProvingGround()), settings);
  }
  ~RpcFile() { std::filesystem::remove(path_); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

void SetOutputBytes(benchmark::State& state) {
  state.SetBytesProcessed(state.iterations() *
                          static_cast<int64_t>(kChannels * kSamples * sizeof(double)));
}

// The yardstick: copying the samples as doubles from memory to memory.
void Memcpy(benchmark::State& state) {
  const std::vector<double> from(kChannels * kSamples, 1.0);
  std::vector<double> to(kChannels * kSamples);
  for (auto _ : state) {
    std::memcpy(to.data(), from.data(), to.size() * sizeof(double));
    benchmark::DoNotOptimize(to.data());
    benchmark::ClobberMemory();
  }
  SetOutputBytes(state);
}
BENCHMARK(Memcpy);

// A whole file into doubles that lie there already, group by group as it is stored.
void ReadRpc3(benchmark::State& state, Rpc3DataType type) {
  const RpcFile file(type);
  const Rpc3Source source(OpenFile(file.path()));
  std::vector<double> samples(kChannels * kSamples);
  const size_t group = source.header().points_per_group;
  for (auto _ : state) {
    for (size_t first = 0; first < kSamples; first += group) {
      for (size_t c = 0; c < kChannels; ++c) {
        source.Read(c, first, std::span(samples).subspan(c * kSamples + first, group));
      }
    }
    benchmark::DoNotOptimize(samples.data());
    benchmark::ClobberMemory();
  }
  SetOutputBytes(state);
}
BENCHMARK_CAPTURE(ReadRpc3, Int16, Rpc3DataType::kInt16);
BENCHMARK_CAPTURE(ReadRpc3, Float, Rpc3DataType::kFloat);

// The same with opening the file and with new vectors for the samples.
void OpenAndReadRpc3(benchmark::State& state) {
  const RpcFile file(Rpc3DataType::kInt16);
  for (auto _ : state) {
    benchmark::DoNotOptimize(Rpc3Source(OpenFile(file.path())).ReadAll());
  }
  SetOutputBytes(state);
}
BENCHMARK(OpenAndReadRpc3);

void PowerSpectra(benchmark::State& state) {
  const std::vector<Channel> channels = ProvingGround();
  for (auto _ : state) {
    benchmark::DoNotOptimize(PowerSpectraOf(channels, {}, static_cast<int>(state.range(0))));
  }
}
BENCHMARK(PowerSpectra)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

void Rainflow(benchmark::State& state, std::vector<double> (*make)()) {
  const std::vector<double> samples = make();
  for (auto _ : state) benchmark::DoNotOptimize(CountRainflow(samples));
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(samples.size()));
}
BENCHMARK_CAPTURE(Rainflow, RoadLoad, [] { return RoadLoad(1 << 20, 1); });
BENCHMARK_CAPTURE(Rainflow, WhiteNoise, [] { return Noise(1 << 20); });

// Driving a model: value, rate and acceleration of one channel, step by step through the file.
void Drive(benchmark::State& state) {
  const RpcFile file(Rpc3DataType::kInt16);
  const StreamedSignal signal(std::make_shared<Rpc3Source>(OpenFile(file.path())), 50);
  double t = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(signal.At(t));
    t = t < 49 ? t + 1e-4 : 0;
  }
}
BENCHMARK(Drive);

}  // namespace
}  // namespace jounce

BENCHMARK_MAIN();
