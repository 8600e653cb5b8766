#include "mechanics/probes.h"

#include <algorithm>

#include "mechanics/frame_probes.h"
#include "mechanics/joint_probes.h"
#include "mechanics/load_probes.h"
#include "mechanics/part_probes.h"

namespace jounce {
namespace {

struct ProbeMaker {
  const char* word;
  std::unique_ptr<Probe> (*make)(const System& system, const Sensor& sensor);
  std::optional<FramePair> (*turns)(const System& system, const Sensor& sensor) = nullptr;
};

constexpr ProbeMaker kMakers[] = {{"position", MakePositionProbe},
                                  {"velocity", MakeVelocityProbe},
                                  {"acceleration", MakeAccelerationProbe},
                                  {"accelerometer", MakeAccelerometerProbe},
                                  {"rotation_vector", MakeRotationVectorProbe},
                                  {"cardan", MakeCardanProbe},
                                  {"euler_313", MakeEuler313Probe},
                                  {"angle", MakeAngleProbe, TurningAngle},
                                  {"angular_velocity", MakeAngularVelocityProbe},
                                  {"angular_acceleration", MakeAngularAccelerationProbe},
                                  {"joint_coordinate", MakeJointCoordinateProbe, TurningJoint},
                                  {"joint_velocity", MakeJointVelocityProbe},
                                  {"reaction", MakeReactionProbe},
                                  {"strain", MakeStrainProbe},
                                  {"law_force", MakeLawForceProbe},
                                  {"input", MakeInputProbe},
                                  {"signal", MakeSignalProbe},
                                  {"element", MakeElementProbe},
                                  {"energy", MakeEnergyProbe},
                                  {"section_force", MakeSectionForceProbe},
                                  {"section_strain", MakeSectionStrainProbe},
                                  {"section_stress", MakeSectionStressProbe},
                                  {"stress", MakeStressProbe},
                                  {"von_mises", MakeVonMisesProbe},
                                  {"principal_stress", MakePrincipalStressProbe},
                                  {"strain_gauge", MakeStrainGaugeProbe}};

const ProbeMaker* FindMaker(const std::string& kind) {
  const auto found = std::find_if(std::begin(kMakers), std::end(kMakers),
                                  [&](const ProbeMaker& maker) { return kind == maker.word; });
  return found == std::end(kMakers) ? nullptr : found;
}

}  // namespace

bool HasProbe(const std::string& kind) { return FindMaker(kind) != nullptr; }

std::unique_ptr<Probe> MakeProbe(const System& system, const Sensor& sensor) {
  return FindMaker(sensor.kind)->make(system, sensor);
}

std::optional<FramePair> CountedTurns(const System& system, const Sensor& sensor) {
  const ProbeMaker& maker = *FindMaker(sensor.kind);
  return maker.turns ? maker.turns(system, sensor) : std::nullopt;
}

SensorReader::SensorReader(const System& system) {
  for (const Sensor& sensor : system.model().sensors) {
    probes_.push_back(MakeProbe(system, sensor));
    reads_energies_ |= probes_.back()->reads_energies();
    first_channels_.push_back(static_cast<int>(channels_.size()));
    const std::vector<ProbeChannel>& own = probes_.back()->channels();
    channels_.insert(channels_.end(), own.begin(), own.end());
  }
}

void SensorReader::Read(const Evaluation& at, double* values) const {
  for (const auto& probe : probes_) {
    probe->Read(at, values);
    values += probe->channels().size();
  }
}

void SensorReader::ReadSome(const std::vector<int>& probes, const Evaluation& at,
                            double* values) const {
  for (int probe : probes) probes_[probe]->Read(at, values + first_channels_[probe]);
}

int SensorReader::ProbeOf(int channel) const {
  const auto after = std::upper_bound(first_channels_.begin(), first_channels_.end(), channel);
  return static_cast<int>(after - first_channels_.begin()) - 1;
}

}  // namespace jounce
