#include "mechanics/part_probes.h"

#include <algorithm>

#include "mechanics/stress.h"
#include "model/beam_line.h"
#include "model/beam_section.h"
#include "model/probe_kinds.h"

namespace jounce {
namespace {

class EnergyProbe final : public Probe {
 public:
  EnergyProbe(const System& system, const Sensor& sensor)
      : Probe(ChannelsOf(system.model(), sensor)), system_(system) {}

  void Read(const Evaluation& at, double* values) const override {
    const Energies e = system_.TotalEnergies(at);
    values[0] = e.kinetic;
    values[1] = e.potential;
    values[2] = e.stored;
    values[3] = e.dissipated;
    values[4] = e.supplied;
    values[5] = e.Imbalance();
  }
  bool reads_energies() const override { return true; }

 private:
  const System& system_;
};

// ---- Sections of beams --------------------------------------------------------------------------

// The element of a beam that holds a place; at a node, the one before it.
class SectionProbe : public Probe {
 public:
  SectionProbe(const System& system, const Sensor& sensor)
      : Probe(ChannelsOf(system.model(), sensor)), beam_(BeamOf(system, sensor.beam)) {
    const std::vector<BeamNode> nodes = LayOutBeam(beam_);
    const double station = sensor.along * nodes.back().station;
    int element = 0;
    while (element + 2 < static_cast<int>(nodes.size()) &&
           nodes[element + 1].station < station * (1 - 1e-12)) {
      ++element;
    }
    const double begin = nodes[element].station, end = nodes[element + 1].station;
    part_ = (station - begin) / (end - begin);
    const std::string name = ElementName(beam_, element);
    const std::vector<Connection>& connections = system.model().connections;
    const auto own = std::find_if(connections.begin(), connections.end(),
                                  [&](const Connection& c) { return c.name == name; });
    element_ = system.connections()[own - connections.begin()];
    frames_ = system.geometry().Resolve(own->ends);
  }

 protected:
  // The wrench at the element's second end, carried along its helix to the section.
  Vector6 Loads(const Evaluation& at) const {
    const Pose H = Relative(at.state.pose[frames_.first.body] * frames_.first.frame,
                            at.state.pose[frames_.second.body] * frames_.second.frame);
    const Pose rest = ExpPose((1 - part_) * LogPose(H));
    return CarryWrench(rest, -element_->Reaction(System::Slice(at, *element_)));
  }

  const ConnectionElement* element_ = nullptr;
  const Beam& beam_;

 private:
  static const Beam& BeamOf(const System& system, const std::string& name) {
    const std::vector<Beam>& beams = system.model().beams;
    return *std::find_if(beams.begin(), beams.end(), [&](const Beam& b) { return b.name == name; });
  }

  FramePair frames_;
  double part_ = 0;  // where in the element, 0 to 1
};

class SectionForceProbe final : public SectionProbe {
 public:
  using SectionProbe::SectionProbe;
  void Read(const Evaluation& at, double* values) const override {
    Eigen::Map<Vector6>{values} = Loads(at);
  }
};

class SectionStrainProbe final : public SectionProbe {
 public:
  using SectionProbe::SectionProbe;
  void Read(const Evaluation& at, double* values) const override {
    double force[kMaxLawDimension];
    element_->Measure(System::Slice(at, *element_), values, force);
  }
};

class SectionStressProbe final : public SectionProbe {
 public:
  SectionStressProbe(const System& system, const Sensor& sensor)
      : SectionProbe(system, sensor),
        point_(*std::find_if(beam_.section.points.begin(), beam_.section.points.end(),
                             [&](const SectionPoint& p) { return p.name == sensor.point; })) {}

  void Read(const Evaluation& at, double* values) const override {
    const SectionStress stress = StressAt(beam_.section, point_, Loads(at));
    values[0] = stress.normal;
    values[1] = stress.shear();
    values[2] = stress.mises();
  }

 private:
  const SectionPoint& point_;
};

// ---- Stress of flexible bodies ------------------------------------------------------------------

const FlexiblePart& PartOf(const System& system, const Sensor& sensor) {
  const int body = system.geometry().BodyIndex(sensor.ends.second);
  return *system.model().bodies[body].flexible.part;
}

class FieldProbe : public Probe {
 public:
  FieldProbe(const System& system, const Sensor& sensor)
      : Probe(ChannelsOf(system.model(), sensor)),
        stress_(system, system.geometry().BodyIndex(sensor.ends.second),
                FindStressPoints(PartOf(system, sensor), sensor.stress)) {}

 protected:
  StressField stress_;
};

class StressProbe final : public FieldProbe {
 public:
  using FieldProbe::FieldProbe;
  void Read(const Evaluation& at, double* values) const override {
    Eigen::Map<Vector6>{values} = stress_.At(0, at.state);
  }
};

class VonMisesProbe final : public FieldProbe {
 public:
  using FieldProbe::FieldProbe;
  void Read(const Evaluation& at, double* values) const override {
    *values = stress_.Largest(at.state).von_mises;
  }
};

class PrincipalStressProbe final : public FieldProbe {
 public:
  using FieldProbe::FieldProbe;
  void Read(const Evaluation& at, double* values) const override {
    Eigen::Map<Eigen::Vector3d>{values} = PrincipalStresses(stress_.At(0, at.state));
  }
};

class StrainGaugeProbe final : public FieldProbe {
 public:
  StrainGaugeProbe(const System& system, const Sensor& sensor)
      : FieldProbe(system, sensor),
        gauge_(GaugeFactors(PartOf(system, sensor).stress_points[stress_.point(0)],
                            sensor.direction)) {}
  void Read(const Evaluation& at, double* values) const override {
    *values = gauge_.dot(stress_.At(0, at.state));
  }

 private:
  Vector6 gauge_;  // strain over stress
};

}  // namespace

std::unique_ptr<Probe> MakeEnergyProbe(const System& system, const Sensor& sensor) {
  return std::make_unique<EnergyProbe>(system, sensor);
}
std::unique_ptr<Probe> MakeSectionForceProbe(const System& system, const Sensor& sensor) {
  return std::make_unique<SectionForceProbe>(system, sensor);
}
std::unique_ptr<Probe> MakeSectionStrainProbe(const System& system, const Sensor& sensor) {
  return std::make_unique<SectionStrainProbe>(system, sensor);
}
std::unique_ptr<Probe> MakeSectionStressProbe(const System& system, const Sensor& sensor) {
  return std::make_unique<SectionStressProbe>(system, sensor);
}
std::unique_ptr<Probe> MakeStressProbe(const System& system, const Sensor& sensor) {
  return std::make_unique<StressProbe>(system, sensor);
}
std::unique_ptr<Probe> MakeVonMisesProbe(const System& system, const Sensor& sensor) {
  return std::make_unique<VonMisesProbe>(system, sensor);
}
std::unique_ptr<Probe> MakePrincipalStressProbe(const System& system, const Sensor& sensor) {
  return std::make_unique<PrincipalStressProbe>(system, sensor);
}
std::unique_ptr<Probe> MakeStrainGaugeProbe(const System& system, const Sensor& sensor) {
  return std::make_unique<StrainGaugeProbe>(system, sensor);
}

}  // namespace jounce
