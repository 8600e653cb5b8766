// Draws the loops of docs/laws.md from real law output: force over displacement under a sine, two
// amplitudes at a low and at a high frequency.
//
//   ninja draw_laws && draw_laws docs/pictures/laws
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>
#include <vector>

#include "laws/law_gallery.h"
#include "laws/make_law.h"

namespace jounce {
namespace {

constexpr int kWidth = 300, kHeight = 220, kMargin = 14;

struct Loop {
  std::vector<double> strain, force;
  const char* colour;
};

// The last of some cycles, so that the loop is closed.
Loop Drive(const LawSettings& settings, double amplitude, double frequency, const char* colour) {
  constexpr int kPerCycle = 800, kCycles = 4, kKeepEvery = 10;
  const auto law = MakeLaw(settings);
  std::vector<double> state(law->state_size()), next(state);
  const double zero = 0, w = 2 * M_PI * frequency, h = 1 / frequency / kPerCycle;
  law->Start(&zero, state.data());
  Loop loop{{}, {}, colour};
  for (int i = 1; i <= kPerCycle * kCycles; ++i) {
    const double phase = 2 * M_PI * i / kPerCycle;
    const double e = amplitude * std::sin(phase), rate = amplitude * w * std::cos(phase);
    LawResponse r;
    law->Update({&e, &rate, h}, state.data(), next.data(), &r);
    state.swap(next);
    if (i < kPerCycle * (kCycles - 1) || i % kKeepEvery != 0) continue;
    loop.strain.push_back(e);
    loop.force.push_back(r.force[0]);
  }
  return loop;
}

std::string Draw(const std::vector<Loop>& loops, double amplitude) {
  double top = 1e-9;
  for (const Loop& loop : loops) {
    for (double f : loop.force) top = std::max(top, std::abs(f));
  }
  const auto x = [&](double e) { return kWidth / 2 + e / amplitude * (kWidth / 2.0 - kMargin); };
  const auto y = [&](double f) { return kHeight / 2 - f / top * (kHeight / 2.0 - kMargin); };
  std::string svg = fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' width='{0}' height='{1}' viewBox='0 0 {0} {1}' "
      "font-family='sans-serif' font-size='10'>\n"
      "<rect width='{0}' height='{1}' fill='#fff'/>\n"
      "<path d='M0 {2}H{0}M{3} 0V{1}' stroke='#bbb' fill='none'/>\n",
      kWidth, kHeight, kHeight / 2, kWidth / 2);
  for (const Loop& loop : loops) {
    std::string points;
    for (size_t i = 0; i < loop.strain.size(); ++i) {
      points += fmt::format("{}{:.1f},{:.1f}", i ? " " : "", x(loop.strain[i]), y(loop.force[i]));
    }
    svg += fmt::format("<polyline points='{}' fill='none' stroke='{}' stroke-width='1.3'/>\n",
                       points, loop.colour);
  }
  svg += fmt::format(
      "<text x='{0}' y='{1}' text-anchor='end' fill='#555'>{2:g} mm</text>\n"
      "<text x='{3}' y='11' fill='#555'>{4:.0f} N</text>\n"
      "<text x='6' y='11' fill='#1f6fb4'>1 Hz</text><text x='34' y='11' fill='#c8442c'>20 Hz</text>"
      "\n</svg>\n",
      kWidth - 4, kHeight / 2 - 4, amplitude * 1e3, kWidth / 2 + 4, top);
  return svg;
}

void DrawLaw(const std::string& folder, const std::string& name, const LawSettings& settings,
             double amplitude) {
  std::vector<Loop> loops;
  for (double share : {1.0, 0.35}) {
    loops.push_back(Drive(settings, share * amplitude, 1, "#1f6fb4"));
    loops.push_back(Drive(settings, share * amplitude, 20, "#c8442c"));
  }
  std::string file = name;
  std::replace(file.begin(), file.end(), ' ', '-');
  std::ofstream(folder + "/" + file + ".svg") << Draw(loops, amplitude);
}

}  // namespace
}  // namespace jounce

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: draw_laws FOLDER\n");
    return 2;
  }
  using namespace jounce;
  LinearSettings linear;
  linear.stiffness = {3e5};
  linear.damping = {600};
  DrawLaw(argv[1], "linear", linear, 2e-3);
  for (const GalleryLaw& item : LawGallery()) {
    if (DimensionOf(item.settings) == 1) {
      DrawLaw(argv[1], item.name, item.settings, item.amplitude);
    }
  }
  return 0;
}
