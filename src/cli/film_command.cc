// `jounce film`: the motion of a run, or of several in one place, as a moving picture.
#include <fmt/format.h>

#include <charconv>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/outputs.h"
#include "cli/stored_run.h"
#include "io/result_file.h"
#include "report/film_file.h"

namespace jounce {
namespace {

constexpr int kMostPictures = 4000;

struct FilmArguments {
  std::vector<std::string> inputs;
  std::string output, size;
  double from = 0, to = 0;
  report::FilmSettings settings;
  Outputs outputs;
};

// "800x450"; even numbers, as films have it.
void ReadSize(const std::string& text, report::FilmSettings* settings) {
  const char* const end = text.data() + text.size();
  const auto [x, width_error] = std::from_chars(text.data(), end, settings->width);
  const bool has_x = width_error == std::errc() && x != end && *x == 'x';
  const auto [rest, height_error] = std::from_chars(has_x ? x + 1 : end, end, settings->height);
  const auto good = [](int pixels) { return pixels >= 64 && pixels <= 4096; };
  if (!has_x || height_error != std::errc() || rest != end || !good(settings->width) ||
      !good(settings->height)) {
    throw InputError(fmt::format("--size: '{}' is no size of a film", text),
                     "width and height in pixels, 64 to 4096 each, e.g. 800x450");
  }
  settings->width += settings->width % 2;
  settings->height += settings->height % 2;
}

ExitCode MakeFilm(FilmArguments options, const Console& console) {
  options.outputs.Check(options.inputs);
  report::RequireFilmMakers(options.output);
  report::FilmSettings& settings = options.settings;
  if (!options.size.empty()) ReadSize(options.size, &settings);
  const DisplayUnits units =
      UnitsToShow("", ResultReader(options.inputs[0]).ReadAttribute("units"));
  const std::vector<report::NamedRun> runs = ReadRuns(options.inputs, units);
  const std::optional<report::Scene> motion = report::MotionOf(runs);
  if (!motion || motion->times.size() < 2) {
    throw InputError(options.inputs[0] + " holds no motion: there is nothing to film");
  }
  settings.from = std::max(options.from, motion->times.front());
  settings.to = options.to > 0 ? std::min(options.to, motion->times.back()) : motion->times.back();
  if (!(settings.to > settings.from)) {
    throw InputError(
        fmt::format("from {:g} s to {:g} s there is nothing to film", settings.from, settings.to),
        fmt::format("the run goes from {:g} s to {:g} s", motion->times.front(),
                    motion->times.back()));
  }
  const int pictures = report::PicturesOf(settings);
  if (pictures > kMostPictures) {
    throw InputError(
        fmt::format("the film would have {} pictures, {} at most", pictures, kMostPictures),
        "take a part of the run (--from, --to), a higher --speed or a lower --rate");
  }
  report::WriteFilm(*motion, settings, options.output);
  console.Print("film: {} ({} pictures)", options.output, pictures);
  console.PrintJson({{"film", options.output},
                     {"pictures", pictures},
                     {"width", settings.width},
                     {"height", settings.height},
                     {"rate", settings.rate},
                     {"from", settings.from},
                     {"to", settings.to}});
  return ExitCode::kDone;
}

std::function<ExitCode(const Console&)> DeclareFilm(CLI::App& app) {
  auto options = std::make_shared<FilmArguments>();
  report::FilmSettings& s = options->settings;
  app.add_option("results", options->inputs,
                 "Result file (HDF5); several move in one place, those behind the first as ghosts")
      ->required();
  options->outputs
      .AddFile(app, "-o,--output", &options->output, report::FilmEndings(),
               "Film to write: .gif, or .mp4 and .webm where ffmpeg is there")
      ->required();
  app.add_option("--size", options->size, "Pixels, 800x450 without it");
  app.add_option("--rate", s.rate, "Pictures a second")
      ->capture_default_str()
      ->check(CLI::Range(1.0, 60.0));
  app.add_option("--speed", s.speed, "Seconds of the run in one of the film")
      ->capture_default_str()
      ->check(CLI::Range(1e-4, 1e3));
  app.add_option("--from", options->from, "Time at which it begins, s");
  app.add_option("--to", options->to, "Time at which it ends, s; with the run without it");
  app.add_option("--view", s.view, "From where one looks")
      ->capture_default_str()
      ->check(CLI::IsMember(report::FilmViews(), CLI::ignore_case));
  options->outputs.Declare(app);
  return [options](const Console& console) { return MakeFilm(*options, console); };
}

}  // namespace

extern const Command kFilmCommand;
const Command kFilmCommand = {
    "film", "Make a film of the motion of a run, or of several",
    "  jounce film run.h5 -o run.gif --to 5\n"
    "  jounce film run.h5 -o run.mp4 --size 1920x1080 --rate 50\n"
    "  jounce film before.h5 after.h5 -o both.gif --speed 0.25\n"
    "Films are drawn by Chromium or Chrome without a window; all but GIF are "
    "put together by ffmpeg.\n",
    &DeclareFilm};

}  // namespace jounce
