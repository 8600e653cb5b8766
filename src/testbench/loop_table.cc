#include "testbench/loop_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace jounce::testbench {
namespace {

class Writer {
 public:
  explicit Writer(const LoopTableSettings& settings) : settings_(settings), random_(settings.seed) {
    fmt::format_to(std::back_inserter(text_),
                   "series,kind,amplitude_mm,frequency_hz,t_s,u_mm,force_n\n");
  }

  void Append(const char* kind, const std::vector<TestLoop>& loops) {
    for (const TestLoop& loop : loops) Append(kind, loop);
  }

  std::string Text() const { return fmt::to_string(text_); }

 private:
  void Append(const char* kind, const TestLoop& test) {
    ++series_;
    const Trace& trace = test.loop.trace;
    double peak = 0;
    for (double force : trace.force) peak = std::max(peak, std::abs(force));
    for (int i = 0; i < settings_.points; ++i) {
      const size_t row = i * (trace.time.size() - 1) / (settings_.points - 1);
      const double noise = settings_.noise * peak * normal_(random_);
      fmt::format_to(std::back_inserter(text_), "{},{},{:.6g},{:.6g},{:.8g},{:.6g},{:.6g}\n",
                     series_, kind, 1e3 * test.amplitude, test.frequency,
                     trace.time[row] - trace.time[0], 1e3 * trace.displacement[row],
                     trace.force[row] + noise);
    }
  }

  LoopTableSettings settings_;
  std::mt19937 random_;
  std::normal_distribution<double> normal_{0, 1};
  fmt::memory_buffer text_;
  int series_ = 0;
};

}  // namespace

std::string LoopTable(const ProgramResult& result, const LoopTableSettings& settings) {
  Writer writer(settings);
  writer.Append("static", result.static_loops);
  writer.Append("quasi-static", result.quasi_static_loops);
  writer.Append("dynamic", result.dynamic_loops);
  return writer.Text();
}

}  // namespace jounce::testbench
