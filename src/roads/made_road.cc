#include "roads/made_road.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "base/error.h"

namespace jounce {
namespace {

void AddBump(const BumpSettings& bump, double x, double y, RoadSurface* surface) {
  const double u = x - bump.start;
  if (u < 0 || u > bump.length || !bump.Contains(y)) return;
  const double edge = std::min(u, bump.length - u);
  if (edge >= bump.ramp) {
    surface->height += bump.height;
    return;
  }
  const double slope = bump.height / bump.ramp;
  surface->height += slope * edge;
  surface->slope_x += u < bump.length - u ? slope : -slope;
}

void AddWave(const WaveSettings& wave, double x, double y, RoadSurface* surface) {
  const double u = x - wave.start;
  if (u < 0 || u > wave.length || !wave.Contains(y)) return;
  const double k = 2 * std::numbers::pi / wave.wavelength;
  surface->height += wave.amplitude * std::sin(k * u + wave.phase);
  surface->slope_x += wave.amplitude * k * std::cos(k * u + wave.phase);
}

// Where in the samples a distance lies, and whether the height follows it.
struct Sample {
  size_t index, next;
  double fraction;
  bool free;
};
Sample SampleOf(double u, const ProfileSettings& profile) {
  const size_t count = profile.tracks[0].heights.size();
  double x = u / profile.interval;
  if (profile.repeats) {
    const double n = static_cast<double>(count);
    x -= n * std::floor(x / n);
    const size_t i = std::min(static_cast<size_t>(x), count - 1);
    return {i, (i + 1) % count, x - static_cast<double>(i), true};
  }
  const double last = static_cast<double>(count - 1);
  const bool free = x >= 0 && x <= last;
  x = std::max(0.0, std::min(x, last));
  const size_t i = std::min(static_cast<size_t>(x), count - 2);
  return {i, i + 1, x - static_cast<double>(i), free};
}

struct AlongTrack {
  double height, slope;
};
AlongTrack On(const ProfileTrack& track, const Sample& sample, double interval) {
  const double a = track.heights[sample.index], b = track.heights[sample.next];
  return {a + sample.fraction * (b - a), sample.free ? (b - a) / interval : 0};
}

void AddProfile(const ProfileSettings& profile, double x, double y, RoadSurface* surface) {
  const Sample sample = SampleOf(x - profile.start, profile);
  const auto& tracks = profile.tracks;
  size_t right = 0;
  while (right + 2 < tracks.size() && y > tracks[right + 1].v) ++right;
  const AlongTrack a = On(tracks[right], sample, profile.interval);
  if (tracks.size() == 1 || y <= tracks[right].v) {
    surface->height += a.height;
    surface->slope_x += a.slope;
    return;
  }
  const AlongTrack b = On(tracks[right + 1], sample, profile.interval);
  const double width = tracks[right + 1].v - tracks[right].v;
  const double f = std::min((y - tracks[right].v) / width, 1.0);
  surface->height += a.height + f * (b.height - a.height);
  surface->slope_x += a.slope + f * (b.slope - a.slope);
  if (f < 1) surface->slope_y += (b.height - a.height) / width;
}

ProfileSettings ProfileOf(const RandomRoadSettings& random) {
  RandomTracks tracks = MakeRandomTracks(random);
  return {random.start,
          tracks.interval,
          true,
          {{-random.track_width / 2, std::move(tracks.right)},
           {random.track_width / 2, std::move(tracks.left)}}};
}

void CheckProfile(const ProfileSettings& profile) {
  if (!(profile.interval > 0) || profile.tracks.empty()) {
    throw InputError("a profile of a road needs tracks and an interval above zero");
  }
  for (size_t i = 0; i < profile.tracks.size(); ++i) {
    if (profile.tracks[i].heights.size() < 2 ||
        profile.tracks[i].heights.size() != profile.tracks[0].heights.size()) {
      throw InputError("tracks of a road have at least two heights, all as many");
    }
    if (i > 0 && !(profile.tracks[i].v > profile.tracks[i - 1].v)) {
      throw InputError("tracks of a road stand by rising v");
    }
  }
}

}  // namespace

MadeRoad::MadeRoad(MadeRoadSettings settings) : s_(std::move(settings)) {
  for (const RandomRoadSettings& random : s_.random) {
    if (!(random.track_width > 0)) throw InputError("track_width of a road is above zero");
    s_.profiles.push_back(ProfileOf(random));
  }
  for (const ProfileSettings& profile : s_.profiles) CheckProfile(profile);
  for (const BumpSettings& bump : s_.bumps) {
    if (!(bump.length > 0) || !(bump.ramp >= 0) || !(2 * bump.ramp <= bump.length)) {
      throw InputError("a bump needs a length above zero, and ramps of at most half of it");
    }
  }
  for (const StoneSettings& stones : s_.stones) CheckStones(stones);
  for (const WaveSettings& wave : s_.waves) {
    if (!(wave.wavelength > 0)) throw InputError("a wave needs a wavelength above zero");
  }
}

RoadSurface MadeRoad::At(double x, double y, RoadHint* /*hint*/) const {
  RoadSurface surface{s_.slope * x + s_.banking * y, s_.slope, s_.banking, s_.friction};
  for (const BumpSettings& bump : s_.bumps) AddBump(bump, x, y, &surface);
  for (const WaveSettings& wave : s_.waves) AddWave(wave, x, y, &surface);
  for (const StoneSettings& stones : s_.stones) AddStones(stones, x, y, &surface);
  for (const ProfileSettings& profile : s_.profiles) AddProfile(profile, x, y, &surface);
  for (const FrictionPatch& patch : s_.patches) {
    const double u = x - patch.start;
    if (u >= 0 && u <= patch.length && patch.Contains(y)) surface.friction = patch.friction;
  }
  return surface;
}

}  // namespace jounce
