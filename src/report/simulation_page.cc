#include "report/simulation_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "report/flexible_mesh.h"
#include "report/run_findings.h"
#include "report/signal_page.h"
#include "signals/spectrum.h"

namespace jounce::report {
namespace {

// A spectrum of fewer rows than this shows nothing.
constexpr size_t kLeastRows = 256;

std::vector<double> ValuesOf(const Recording& recording, size_t channel) {
  std::vector<double> values;
  values.reserve(recording.time.size());
  for (size_t row = 0; row < recording.time.size(); ++row) {
    values.push_back(recording.Value(row, channel));
  }
  return values;
}

RunSpectrum SpectrumOf(const std::string& unit, const std::vector<double>& values,
                       double sample_rate) {
  WelchSettings settings;
  settings.segment = std::min<size_t>(2048, values.size() / 2);
  const PowerSpectrum spectrum = PowerSpectrumOf(values, sample_rate, settings);
  RunSpectrum shown{.unit = DensityUnit(unit)};
  // The line at 0 Hz has no place on a logarithmic axis.
  for (size_t line = 1; line < spectrum.density.size(); ++line) {
    shown.frequency.push_back(spectrum.FrequencyOf(line));
    shown.density.push_back(spectrum.density[line]);
  }
  return shown;
}

std::vector<Fact> SolverFacts(const RunSummary& s) {
  const double steps = std::max<double>(1, static_cast<double>(s.steps));
  return {{"Steps", fmt::format("{}", s.steps)},
          {"Iterations a step", fmt::format("{:.2f}", static_cast<double>(s.iterations) / steps)},
          {"Factorizations", fmt::format("{}", s.factorizations)},
          {"Halved steps", fmt::format("{}", s.halvings)},
          {"Time of a step, median", fmt::format("{:.3g} us", 1e6 * s.step_median)},
          {"99.9 %", fmt::format("{:.3g} us", 1e6 * s.step_p999)},
          {"worst", fmt::format("{:.3g} us", 1e6 * s.step_worst)}};
}

// Up to the largest stresses, for frames and corners of meshes may miss them.
void ExtendStressScales(const std::vector<RunSummary::Stress>& stresses, RunPageInput* input) {
  for (const RunSummary::Stress& stress : stresses) {
    for (SceneBody& shown : input->motion->bodies) {
      if (shown.name != stress.body || shown.shapes.empty() || shown.shapes[0].modes.count == 0) {
        continue;
      }
      double& end_of_scale = shown.shapes[0].modes.largest;
      end_of_scale = std::max(end_of_scale, stress.von_mises);
    }
  }
}

// Each constraint once, with how many of its rows say what others say already.
void AddRedundant(const std::vector<std::string>& names, std::vector<Note>* warnings) {
  if (names.empty()) return;
  std::map<std::string, int> rows;
  for (const std::string& name : names) ++rows[name];
  std::string text;
  for (const auto& [name, count] : rows) {
    text += fmt::format("{}{}", text.empty() ? "" : ", ", name);
    if (count > 1) text += fmt::format(" ({} rows)", count);
  }
  warnings->push_back({"Redundant, and left out: " + text + ".", Mark::kWarning});
}

std::vector<RunEnergy> EnergiesOf(const std::vector<Energies>& energies) {
  std::vector<RunEnergy> shown = {{"kinetic", {}},
                                  {"potential, of gravity", {}},
                                  {"stored in springs and bushings", {}},
                                  {"dissipated in them", {}},
                                  {"supplied from outside", {}},
                                  {"not accounted for", {}}};
  for (const Energies& now : energies) {
    shown[0].values.push_back(now.kinetic);
    shown[1].values.push_back(now.potential);
    shown[2].values.push_back(now.stored);
    shown[3].values.push_back(now.dissipated);
    shown[4].values.push_back(now.supplied);
    shown[5].values.push_back(now.Imbalance() - energies.front().Imbalance());
  }
  return shown;
}

}  // namespace

RunPageInput DescribeRun(const std::string& source, const System& system, const RunRecorder& run,
                         const RunSummary& summary, const DisplayUnits& units) {
  const Recording& recording = run.recording();
  const Model& model = system.model();
  RunPageInput input;
  input.title = model.name.empty() ? source : model.name;
  input.subtitle = fmt::format("Run of {}", source);
  input.facts = {{"Bodies", fmt::format("{}", model.bodies.size())},
                 {"Degrees of freedom", fmt::format("{}", summary.degrees_of_freedom)},
                 {"Simulated", fmt::format("{:.6g} s", summary.end_time)},
                 {"Computed in", fmt::format("{:.3g} s", summary.wall_seconds)}};
  for (const std::string& warning : summary.warnings) {
    input.warnings.push_back({warning, Mark::kWarning});
  }
  AddRedundant(summary.redundant, &input.warnings);
  input.motion = run.MakeScene();
  input.motion->force_unit = units.NameOf("N");
  for (SceneConnection& connection : input.motion->connections) {
    std::string newton = "N";
    units.Convert(&newton, connection.load);
  }
  for (SceneForce& force : input.motion->forces) {
    for (Vec3& vector : force.force) {
      std::string newton = "N";
      units.Convert(&newton, vector);
    }
  }
  input.times = recording.time;
  const size_t rows = recording.time.size();
  const double span = rows > 1 ? recording.time.back() - recording.time.front() : 0;
  for (size_t i = 0; i < recording.channels.size(); ++i) {
    const ProbeChannel& channel = recording.channels[i];
    RunChannel shown{.name = channel.name,
                     .group = GroupOfChannel(channel.name),
                     .unit = channel.unit,
                     .values = ValuesOf(recording, i)};
    units.Convert(&shown.unit, shown.values);
    if (rows >= kLeastRows && span > 0 && Moves(shown.values)) {
      const double sample_rate = static_cast<double>(rows - 1) / span;
      shown.spectrum = SpectrumOf(shown.unit, shown.values, sample_rate);
    }
    input.channels.push_back(std::move(shown));
  }
  input.energy_times = run.energy_times();
  input.energies = EnergiesOf(run.energies());
  input.solver_facts = SolverFacts(summary);
  ExtendStressScales(summary.stresses, &input);
  input.findings = RunFindings(input, summary);
  return input;
}

// How the meshes of flexible bodies bend in the modes: engine shapes end with modal coordinates.
static void AddBending(const Simulation& simulation, const std::vector<Mode>& modes, Scene* scene) {
  const System& system = simulation.system();
  for (int i = 0; i < system.body_count(); ++i) {
    if (!IsDrawnAsMesh(system.model().bodies[i].flexible)) continue;
    const int count = system.bodies()[i]->modes();
    const Eigen::Index first = 6 * system.body_count() + system.bodies()[i]->first_mode();
    std::vector<double> amplitudes;
    for (const Mode& mode : modes) {
      for (int k = 0; k < count; ++k) amplitudes.push_back(mode.shape[first + k].real());
      for (int k = 0; k < count; ++k) amplitudes.push_back(mode.shape[first + k].imag());
    }
    MeshModes& shown = scene->bodies[i].shapes[0].modes;
    shown = MakeMeshModes(system, i, amplitudes, kMeshModesBytes);
    shown.largest = 0;  // modes have no size, and so their stress has none
  }
}

ModesPageInput DescribeModes(const std::string& source, const Simulation& simulation,
                             const std::vector<Mode>& modes) {
  const Model& model = simulation.system().model();
  ModesPageInput input;
  input.title = model.name.empty() ? source : model.name;
  input.subtitle = fmt::format("Modes of {} about its static equilibrium", source);
  input.facts = {
      {"Degrees of freedom", fmt::format("{}", simulation.freedom().degrees_of_freedom)}};
  input.shapes = MakeStillScene(simulation.system(), simulation.state());
  AddBending(simulation, modes, &input.shapes);
  for (const Mode& mode : modes) {
    const std::string name = mode.swings() ? fmt::format("{:.4g} Hz", mode.frequency)
                                           : fmt::format("{:.4g} s", mode.time_constant);
    SceneMode shown{.name = name,
                    .frequency = mode.frequency,
                    .damping = mode.damping,
                    .time_constant = mode.time_constant};
    std::vector<ModeShare> shares;
    for (size_t i = 0; i < model.bodies.size(); ++i) {
      // The engine's shapes are in the axes of the bodies, those of a scene in the world's.
      const Eigen::Matrix3d& R = simulation.state().pose[i].R;
      const Eigen::Vector3cd shift = R * mode.shape.segment<3>(6 * i);
      const Eigen::Vector3cd turn = R * mode.shape.segment<3>(6 * i + 3);
      shown.motion.push_back({shift(0), shift(1), shift(2), turn(0), turn(1), turn(2)});
      shares.push_back({model.bodies[i].name, mode.body_shares[i]});
    }
    // Frames that move on the ground stand still here.
    shown.motion.resize(input.shapes.bodies.size());
    input.shapes.modes.push_back(std::move(shown));
    input.shares.push_back(std::move(shares));
    if (!mode.stable) {
      input.warnings.push_back(
          {fmt::format("The mode of {} grows: this equilibrium is unstable", name), Mark::kBad});
    }
  }
  return input;
}

namespace {

// The mass of a flexible body is that of its part.
ModelBody DescribeBody(const Body& body, const jounce::Pose& pose) {
  Eigen::Vector3d place = body.centre, inertia = body.inertia;
  double mass = body.mass;
  if (const FlexiblePart* part = body.flexible.part.get()) {
    const InertiaInvariants& own = part->inertia;
    mass = own.i1;
    place = mass > 0 ? Eigen::Vector3d(own.i2 / mass) : Eigen::Vector3d::Zero();
    // From the origin of the mesh to the centre.
    const Eigen::Matrix3d hat = Skew(place);
    inertia = (own.i7 + mass * hat * hat).diagonal();
  }
  const Eigen::Vector3d centre = pose * place;
  return {.name = body.name,
          .kind = body.flexible.part ? "flexible" : "rigid",
          .mass = mass,
          .centre = {centre.x(), centre.y(), centre.z()},
          .inertia = {inertia.x(), inertia.y(), inertia.z()}};
}

}  // namespace

ModelPageInput DescribeModel(const std::string& source, const Simulation& simulation,
                             const DisplayUnits& units) {
  const Model& model = simulation.system().model();
  ModelPageInput input;
  input.title = model.name.empty() ? source : model.name;
  input.subtitle = fmt::format("What is in {}", source);
  input.units = units;
  input.scene = MakeStillScene(simulation.system(), simulation.state());
  input.degrees_of_freedom = simulation.freedom().degrees_of_freedom;
  AddRedundant(simulation.freedom().redundant, &input.warnings);
  for (size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    input.bodies.push_back(DescribeBody(body, simulation.state().pose[i]));
  }
  for (size_t i = 0; i < model.joints.size(); ++i) {
    const Joint& joint = model.joints[i];
    input.joints.push_back({joint.name, ToString(joint.kind), joint.ends.first, joint.ends.second,
                            static_cast<int>(simulation.system().constraints()[i]->rows().size())});
  }
  for (const Connection& connection : model.connections) {
    input.connections.push_back(
        {.name = connection.name,
         .kind = ToString(connection.kind),
         .law = fmt::format("{} directions", StrainDimension(connection.kind)),
         .body_a = connection.ends.first,
         .body_b = connection.ends.second});
  }
  for (const Motion& motion : model.motions) {
    input.others.push_back({motion.name, "motion", motion.joint});
  }
  for (const Load& load : model.loads) input.others.push_back({load.name, "load", load.on});
  for (const ElementItem& element : model.elements) {
    input.others.push_back({element.name, "element", element.frames.front()});
  }
  for (const Sensor& sensor : model.sensors) {
    input.others.push_back(
        {sensor.name, "sensor", sensor.item.empty() ? sensor.ends.second : sensor.item});
  }
  return input;
}

}  // namespace jounce::report
