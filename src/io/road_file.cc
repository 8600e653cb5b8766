#include "io/road_file.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "io/any_signals.h"
#include "io/document.h"
#include "io/field_reader.h"
#include "io/fields.h"
#include "roads/crg_road.h"
#include "roads/made_road.h"
#include "signals/channel_units.h"
#include "signals/number_text.h"

namespace jounce {
namespace {

constexpr Quantity kRoughness{.length = 3};
constexpr Quantity kPerLength{.length = -1};

}  // namespace

static void DescribeAcross(Fields& f, AcrossRoad& across) {
  f.Number({"v_low", "right border; none otherwise"}, across.v_low, quantity::kLength);
  f.Number({"v_high", "left border; none otherwise"}, across.v_high, quantity::kLength);
}

static void DescribeSeed(Fields& f, uint64_t& value) {
  int seed = static_cast<int>(value);
  f.Integer({"seed", "another one, another road of the same kind"}, seed, 0);
  value = static_cast<uint64_t>(seed);
}

static void Describe(Fields& f, BumpSettings& b) {
  f.Number({"start", "where it begins", kRequired}, b.start, quantity::kLength);
  f.Number({"length", "along the road, with its ramps", kRequired}, b.length, quantity::kLength,
           kPositive);
  f.Number({"height", "below zero: a pothole", kRequired}, b.height, quantity::kLength);
  f.Number({"ramp", "length of each of its two ramps; 0: a step"}, b.ramp, quantity::kLength,
           kNotNegative);
  DescribeAcross(f, b);
}

static void Describe(Fields& f, WaveSettings& w) {
  f.Number({"start", "where it begins"}, w.start, quantity::kLength);
  f.Number({"length", "over which it goes on"}, w.length, quantity::kLength, kPositive);
  f.Number({"wavelength", "of a period", kRequired}, w.wavelength, quantity::kLength, kPositive);
  f.Number({"amplitude", "half of crest to trough", kRequired}, w.amplitude, quantity::kLength);
  f.Number({"phase", "at the start"}, w.phase, quantity::kAngle);
  DescribeAcross(f, w);
}

static void Describe(Fields& f, StoneSettings& s) {
  f.Number({"start", "where the paving begins"}, s.start, quantity::kLength);
  f.Number({"length", "over which it goes on"}, s.length, quantity::kLength, kPositive);
  f.Number({"stone_length", "along the road"}, s.stone_length, quantity::kLength, kPositive);
  f.Number({"stone_width", "across the road"}, s.stone_width, quantity::kLength, kPositive);
  f.Number({"joint_depth", "below the stones"}, s.joint_depth, quantity::kLength, kNotNegative);
  f.Number({"height_deviation", "standard deviation of the heights of stones"}, s.height_deviation,
           quantity::kLength, kNotNegative);
  f.Number({"tilt_deviation", "standard deviation of their slopes"}, s.tilt_deviation,
           quantity::kNumber, kNotNegative);
  f.Number({"edge", "exponent of the fall to the joints: higher is sharper"}, s.edge,
           quantity::kNumber, {.least = 1});
  DescribeSeed(f, s.seed);
  DescribeAcross(f, s);
}

static void Describe(Fields& f, QuarterCar& q) {
  f.Number({"wheel_mass", "all that is unsprung at a wheel"}, q.wheel_mass, quantity::kMass,
           kPositive);
  f.Number({"body_mass", "sprung mass on a wheel"}, q.body_mass, quantity::kMass, kPositive);
  f.Number({"spring_rate", "at the wheel"}, q.spring_rate, quantity::kStiffness, kPositive);
  f.Number({"damping", "at the wheel"}, q.damping, quantity::kDamping, kNotNegative);
  f.Number({"tyre_rate", "vertical"}, q.tyre_rate, quantity::kStiffness, kPositive);
  f.Number({"tyre_damping", "vertical"}, q.tyre_damping, quantity::kDamping, kNotNegative);
}

static void Describe(Fields& f, CourseSettings& c) {
  f.Number({"speed", "of the vehicle", kRequired}, c.speed, quantity::kVelocity, kPositive);
  f.Number({"time", "that the drive takes"}, c.time, quantity::kTime, kPositive);
  f.Number({"rate", "of its samples"}, c.rate, quantity::kFrequency, kPositive);
  f.Number({"start", "of the front wheels on the road"}, c.start, quantity::kLength);
  f.Number({"wheelbase", "between the axles"}, c.wheelbase, quantity::kLength, kNotNegative);
  f.Number({"track", "between the wheels of an axle"}, c.track, quantity::kLength, kNotNegative);
  f.Number({"rise", "time over which the road rises at the start and falls at the end"}, c.rise,
           quantity::kTime, kNotNegative);
  f.Number({"hold", "time over which loads have no mean; 0: as they are"}, c.hold, quantity::kTime,
           kNotNegative);
  f.Number({"tyre_radius", "of the cams that feel the road"}, c.cams.radius, quantity::kLength,
           kPositive);
  c.cams.length = c.cams.height = c.cams.radius;
  DescribeGroup(f, {"front", "what a front wheel carries"}, c.front);
  DescribeGroup(f, {"rear", "what a rear wheel carries"}, c.rear);
}

static void Describe(Fields& f, RandomRoadSettings& r) {
  static constexpr const char* kClasses[] = {"A", "B", "C", "D", "E", "F", "G", "H"};
  int number = 0;
  if (f.Visit({"class", "of ISO 8608"}, false)) {
    f.Choice({"class", "of ISO 8608, instead of roughness"}, kClasses, number);
    r.roughness = RoughnessOfClass(static_cast<char>('A' + number));
  }
  f.Number({"roughness", "displacement spectral density at 0.1 cycles/m"}, r.roughness, kRoughness,
           kNotNegative);
  f.Number({"waviness", "exponent of the spectrum"}, r.waviness, quantity::kNumber);
  f.Number({"coherence_length", "rho of exp(-rho n), the coherence of the tracks"},
           r.coherence_length, quantity::kLength, kNotNegative);
  f.Number({"n_low", "lowest spatial frequency, cycles a length"}, r.n_low, kPerLength,
           kNotNegative);
  f.Number({"n_high", "highest spatial frequency, cycles a length"}, r.n_high, kPerLength,
           kPositive);
  f.Number({"start", "where it begins; it repeats in both directions"}, r.start, quantity::kLength);
  f.Number({"length", "after which it repeats"}, r.length, quantity::kLength, kPositive);
  f.Number({"interval", "between its samples"}, r.interval, quantity::kLength, kPositive);
  f.Number({"track_width", "between the tracks"}, r.track_width, quantity::kLength, kPositive);
  DescribeSeed(f, r.seed);
}

static void Describe(Fields& f, ProfileFile& p) {
  f.Path({"file", "of signals, heights by distance or time", kRequired}, p.file);
  f.Texts({"channels", "one a track", kRequired}, p.channels, {.least = 1});
  f.Numbers({"v", "of the tracks, to the left; 0 otherwise"}, p.v, quantity::kLength);
  f.Number({"start", "where the first sample lies"}, p.start, quantity::kLength);
  f.Number({"interval", "between samples"}, p.interval, quantity::kLength, kPositive);
  f.Number({"speed", "at which time histories were measured"}, p.speed, quantity::kVelocity,
           kPositive);
  f.Flag({"repeats", "whether it goes on from its beginning"}, p.repeats);
}

static void Describe(Fields& f, FrictionPatch& p) {
  f.Number({"start", "where it begins"}, p.start, quantity::kLength);
  f.Number({"length", "along the road"}, p.length, quantity::kLength, kPositive);
  f.Number({"friction", "on it", kRequired}, p.friction, quantity::kNumber, kNotNegative);
  DescribeAcross(f, p);
}

static void DescribeMade(Fields& f, RoadSettings& r) {
  f.Number({"friction", "of the road"}, r.friction, quantity::kNumber, kNotNegative);
  f.Number({"length", "that pictures show"}, r.length, quantity::kLength, kPositive);
  f.Number({"width", "that pictures show"}, r.width, quantity::kLength, kPositive);
  f.Number({"slope", "rise by length"}, r.slope, quantity::kNumber);
  f.Number({"banking", "rise to the left by width"}, r.banking, quantity::kNumber);
  DescribeList(f, {"bumps", "planks, cleats, potholes"}, "road_bump", r.bumps);
  DescribeList(f, {"waves", "sines"}, "road_wave", r.waves);
  DescribeList(f, {"stones", "paving, as of a Belgian block"}, "road_stones", r.stones);
  DescribeList(f, {"random", "roughness of ISO 8608"}, "road_random", r.random);
  DescribeList(f, {"profiles", "measured heights"}, "road_profile", r.profile_files);
  DescribeList(f, {"patches", "of other friction"}, "road_patch", r.patches);
  DescribeOptional(f, {"drive", "how a vehicle drives over it"}, "road_drive", r.drive);
}

void Describe(Fields& f, RoadSettings& r) {
  f.Path({"file", "OpenCRG (.crg), or a description with the keys below"}, r.file);
  DescribeMade(f, r);
}

namespace {

ProfileSettings ReadProfile(const ProfileFile& p) {
  const auto source = OpenAnySignals(p.file);
  std::vector<double> v = p.v;
  if (v.empty()) v.assign(p.channels.size(), 0);
  if (v.size() != p.channels.size()) {
    throw InputError("a profile of " + p.file + " has not one v a channel");
  }
  ProfileSettings profile{p.start, p.interval, p.repeats, {}};
  for (size_t i = 0; i < v.size(); ++i) {
    const Channel channel = source->ReadChannel(FindChannel(*source, p.channels[i], p.file));
    const Unit unit = channel.unit.empty() ? Unit{} : ParseChannelUnit(channel.unit);
    ProfileTrack track{v[i], channel.samples};
    for (double& height : track.heights) height = unit.ToSi(height);
    if (p.interval == 0 && p.speed == 0) {
      throw InputError("the profile of " + p.file + " has no interval",
                       "give the interval of its samples, or the speed for a time history");
    }
    if (p.interval == 0) profile.interval = p.speed / channel.sample_rate;
    profile.tracks.push_back(std::move(track));
  }
  std::sort(profile.tracks.begin(), profile.tracks.end(),
            [](const ProfileTrack& a, const ProfileTrack& b) { return a.v < b.v; });
  return profile;
}

bool IsCrg(const std::string& path) {
  return path.size() >= 4 && LowerCase(path.substr(path.size() - 4)) == ".crg";
}

}  // namespace

static LoadedRoad ReadRoad(const std::string& path, double friction, bool may_refer,
                           Diagnostics* warnings, const Assignments& assignments);

static LoadedRoad MakeUp(RoadSettings settings) {
  LoadedRoad loaded;
  for (const ProfileFile& file : settings.profile_files) {
    settings.profiles.push_back(ReadProfile(file));
    loaded.files.push_back(file.file);
  }
  loaded.road = std::make_unique<MadeRoad>(std::move(settings));
  return loaded;
}

LoadedRoad MakeRoad(const RoadSettings& settings, Diagnostics* warnings) {
  return settings.file.empty() ? MakeUp(settings)
                               : ReadRoad(settings.file, settings.friction, false, warnings, {});
}

LoadedRoad LoadRoad(const std::string& path, double friction, Diagnostics* warnings,
                    const Assignments& assignments) {
  return ReadRoad(path, friction, true, warnings, assignments);
}

// A description may refer to a file once.
LoadedRoad ReadRoad(const std::string& path, double friction, bool may_refer, Diagnostics* warnings,
                    const Assignments& assignments) {
  LoadedRoad loaded;
  if (IsCrg(path)) {
    if (!assignments.empty()) throw InputError("an OpenCRG road has no parameters to set");
    loaded.is_crg = true;
    loaded.files = {path};
    loaded.road = std::make_unique<CrgRoad>(ReadCrg(path, warnings), friction, warnings);
    return loaded;
  }
  RoadSettings description;
  NameBook names;
  const Document document = Document::Load(path, assignments, warnings);
  ReadFields(document, &names, warnings, &description);
  warnings->ThrowIfErrors();
  if (!description.file.empty() && !may_refer) {
    throw InputError("the road of " + path + " is in yet another file", "name that file instead");
  }
  loaded = MakeRoad(description, warnings);
  loaded.drive = description.drive;
  loaded.files.insert(loaded.files.end(), document.files().begin(), document.files().end());
  return loaded;
}

}  // namespace jounce
