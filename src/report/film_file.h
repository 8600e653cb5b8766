// A film of a scene: drawn by a browser that needs no screen, picture by picture, so that it runs
// evenly however slow the machine is. GIF needs nothing else; MP4 and WebM are made by ffmpeg.
#ifndef JOUNCE_REPORT_FILM_FILE_H_
#define JOUNCE_REPORT_FILM_FILE_H_

#include <string>
#include <vector>

#include "report/scene.h"

namespace jounce::report {

struct FilmSettings {
  int width = 800, height = 450;  // pixels
  double rate = 20;               // pictures a second
  double speed = 1;               // seconds of the run in one of the film
  double from = 0, to = 0;        // s
  std::string view = "Three-quarter";
};

// Endings of films.
const std::vector<std::string>& FilmEndings();
// From where one can look.
const std::vector<std::string>& FilmViews();

int PicturesOf(const FilmSettings& settings);

// Whether all programs are here that a film of this name needs: throws FileError that names what is
// missing.
void RequireFilmMakers(const std::string& path);

// Throws FileError where it cannot be made.
void WriteFilm(const Scene& scene, const FilmSettings& settings, const std::string& path);

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_FILM_FILE_H_
