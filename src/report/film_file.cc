#include "report/film_file.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "io/base64.h"
#include "io/text_file.h"
#include "report/chromium.h"
#include "report/page.h"
#include "report/temporary_folder.h"

namespace jounce::report {
namespace {

// A picture takes a fraction of a second; machines may be busy.
constexpr int kSecondsToStart = 120, kSecondsOfAPicture = 2;

std::string EndingOfFilm(const std::string& path) {
  return std::filesystem::path(path).extension().string().substr(1);
}

// What the page holds once it has become its film (web/src/scene/film_page.ts).
std::vector<std::string> FilmIn(const std::string& document, const std::string& path) {
  constexpr std::string_view kBegin = "<pre id=\"film\">", kEnd = "</pre>";
  const size_t begin = document.find(kBegin);
  const size_t end = document.find(kEnd, begin);
  if (begin == std::string::npos || end == std::string::npos) {
    throw FileError(path, "the browser drew no pictures: it may lack WebGL");
  }
  std::istringstream lines(document.substr(begin + kBegin.size(), end - begin - kBegin.size()));
  std::vector<std::string> parts;
  for (std::string line; std::getline(lines, line);) {
    std::optional<std::string> picture = DecodeBase64(line);
    if (!picture) throw FileError(path, "the browser gave no whole pictures");
    parts.push_back(std::move(*picture));
  }
  return parts;
}

void EncodeBy(const std::string& ffmpeg, const std::vector<std::string>& pictures, double rate,
              const std::string& folder, const std::string& path) {
  std::string all;
  for (const std::string& picture : pictures) all += picture;
  const std::string frames = folder + "/frames.mjpeg";
  const std::string made = fmt::format("{}/film.{}", folder, EndingOfFilm(path));
  WriteTextFile(frames, all);
  if (!RunProgram({ffmpeg, "-f", "mjpeg", "-framerate", fmt::format("{}", rate), "-i", frames,
                   "-pix_fmt", "yuv420p", "-y", made},
                  "", "",
                  kSecondsToStart + kSecondsOfAPicture * static_cast<int>(pictures.size()))) {
    throw FileError(path, fmt::format("could not be made by {}", ffmpeg));
  }
  WriteTextFile(path, ReadTextFile(made));
}

}  // namespace

const std::vector<std::string>& FilmEndings() {
  static const std::vector<std::string> kEndings = {".gif", ".mp4", ".webm"};
  return kEndings;
}

const std::vector<std::string>& FilmViews() {
  static const std::vector<std::string> kViews = {"Three-quarter", "Front", "Rear",
                                                  "Left",          "Right", "Top"};
  return kViews;
}

int PicturesOf(const FilmSettings& s) {
  return static_cast<int>(std::floor((s.to - s.from) * s.rate / s.speed + 1e-6)) + 1;
}

void RequireFilmMakers(const std::string& path) {
  if (FindChromium().empty()) {
    throw FileError(path,
                    "cannot be made: a film is drawn by Chromium or Chrome, and there is none here "
                    "(package chromium; or name one by JOUNCE_CHROMIUM)");
  }
  if (EndingOfFilm(path) != "gif" && FindProgram("ffmpeg").empty()) {
    throw FileError(path,
                    fmt::format("cannot be made: a film of this kind is put together by ffmpeg, "
                                "which is not here (package ffmpeg); {}.gif needs none",
                                std::filesystem::path(path).stem().string()));
  }
}

void WriteFilm(const Scene& scene, const FilmSettings& settings, const std::string& path) {
  RequireFilmMakers(path);
  const TemporaryFolder folder("jounce-film");
  const std::string page = folder.path() + "/film.html", dump = folder.path() + "/dump.html";
  WritePage({.title = scene.title, .sections = {{.title = scene.title, .items = {scene}}}}, page);
  const nlohmann::json wanted = {{"ending", EndingOfFilm(path)},
                                 {"width", settings.width},
                                 {"height", settings.height},
                                 {"rate", settings.rate},
                                 {"speed", settings.speed},
                                 {"from", settings.from},
                                 {"to", settings.to},
                                 {"view", settings.view}};
  RunChromium({"--dump-dom"}, LinkTo(page, "#film=" + wanted.dump()), dump, path,
              kSecondsToStart + kSecondsOfAPicture * PicturesOf(settings));
  const std::vector<std::string> parts = FilmIn(ReadTextFile(dump), path);
  if (EndingOfFilm(path) == "gif") {
    WriteTextFile(path, parts.at(0));
  } else {
    EncodeBy(FindProgram("ffmpeg"), parts, settings.rate, folder.path(), path);
  }
}

}  // namespace jounce::report
