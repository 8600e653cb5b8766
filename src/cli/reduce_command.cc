// `jounce reduce`: from a finite element mesh to a flexible part.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/outputs.h"
#include "flex/make_part.h"
#include "flex/verify.h"
#include "io/flexible_part_file.h"
#include "io/mesh_file.h"

namespace jounce {
namespace {

struct ReduceArguments {
  std::string file, output;
  MeshFileOptions mesh;
  std::vector<std::string> interfaces, ignore, stiffening;
  flex::PartOptions part;
  bool verify = false;
  Outputs outputs;
};

// "154" or "root=154".
flex::InterfaceRequest ParseInterface(const std::string& text) {
  const size_t equals = text.find('=');
  const std::string number = equals == std::string::npos ? text : text.substr(equals + 1);
  flex::InterfaceRequest request;
  if (equals != std::string::npos) request.name = text.substr(0, equals);
  size_t end = 0;
  try {
    request.node = std::stoi(number, &end);
  } catch (const std::exception&) {
    end = 0;
  }
  if (end == 0 || end != number.size()) {
    throw InputError(fmt::format("--interface '{}' is not a node number", text),
                     "--interface 154 or --interface root=154");
  }
  return request;
}

std::vector<flex::InterfaceRequest> Interfaces(const ReduceArguments& options,
                                               const flex::Mesh& mesh) {
  std::vector<flex::InterfaceRequest> requests;
  for (const std::string& text : options.interfaces) requests.push_back(ParseInterface(text));
  if (requests.empty()) {
    for (const auto& [node, name] : mesh.suggested_interfaces) requests.push_back({name, node});
  }
  if (requests.empty()) {
    throw InputError("no interface nodes are named",
                     "--interface 12,34: the nodes at which joints, bushings and loads attach");
  }
  return requests;
}

// Interfaces by name or number.
std::vector<int> HeldForStiffening(const ReduceArguments& options) {
  std::vector<int> held;
  for (const std::string& text : options.stiffening) {
    const auto found =
        std::find_if(options.part.interfaces.begin(), options.part.interfaces.end(),
                     [&](const flex::InterfaceRequest& request) {
                       return request.name == text || std::to_string(request.node) == text;
                     });
    if (found == options.part.interfaces.end()) {
      throw InputError(fmt::format("--stiffening '{}' is no interface", text),
                       "the interfaces that carry the part: --stiffening root");
    }
    held.push_back(found->node);
  }
  return held;
}

std::vector<double> List(const Eigen::VectorXd& values) {
  return {values.data(), values.data() + values.size()};
}

nlohmann::json Rows(const Eigen::MatrixXd& m) {
  nlohmann::json rows = nlohmann::json::array();
  for (Eigen::Index i = 0; i < m.rows(); ++i) rows.push_back(List(m.row(i).transpose()));
  return rows;
}

void PrintBody(const Console& console, const flex::RigidProperties& rigid) {
  console.Print("mass    {:.6g} kg", rigid.mass);
  console.Print("centre  {:.6g} {:.6g} {:.6g} m", rigid.centre.x(), rigid.centre.y(),
                rigid.centre.z());
  const Eigen::Matrix3d& i = rigid.inertia_about_centre;
  console.Print(
      "inertia about the centre: xx {:.6g}  yy {:.6g}  zz {:.6g}  xy {:.4g}  yz {:.4g}  "
      "zx {:.4g} kg m2",
      i(0, 0), i(1, 1), i(2, 2), i(0, 1), i(1, 2), i(2, 0));
}

void PrintModes(const Console& console, const flex::ReducedPart& reduced) {
  const flex::Reduction& r = reduced.reduction;
  console.Print("\nInterfaces held: natural modes and their effective masses, % of the body's");
  console.Print("{:>5} {:>12} {:>7} {:>7} {:>7}", "mode", "Hz", "x", "y", "z");
  for (Eigen::Index i = 0; i < r.fixed_frequencies.size(); ++i) {
    const Eigen::RowVectorXd share = 100 * r.effective_mass.row(i) / reduced.rigid.mass;
    console.Print("{:>5} {:>12.6g} {:>7.2f} {:>7.2f} {:>7.2f}", i + 1, r.fixed_frequencies(i),
                  share(0), share(1), share(2));
  }
  const Eigen::RowVectorXd sum = 100 * r.effective_mass.colwise().sum() / reduced.rigid.mass;
  console.Print("{:>18} {:>7.2f} {:>7.2f} {:>7.2f}", "sum", sum(0), sum(1), sum(2));
  console.Print("\nFree: orthonormal modes of the part");
  console.Print("{:>5} {:>12} {:>10}  from", "mode", "Hz", "damping/%");
  const FlexiblePart& part = reduced.part;
  for (int i = 0; i < part.mode_count(); ++i) {
    console.Print("{:>5} {:>12.6g} {:>10.4g}  {}", i + 1, part.frequencies(i),
                  100 * part.damping(i), part.origins[i]);
  }
  console.Print("six rigid modes dropped, the largest at {:.2g} Hz",
                r.rigid_frequencies.maxCoeff());
}

nlohmann::json Summary(const flex::Mesh& mesh, const flex::ReducedPart& reduced) {
  nlohmann::json interfaces = nlohmann::json::array();
  for (const InterfaceNode& node : reduced.part.interfaces) {
    interfaces.push_back(
        {{"name", node.name}, {"node", node.id}, {"position", List(node.position)}});
  }
  return {{"status", "done"},
          {"nodes", mesh.nodes.size()},
          {"elements", mesh.elements.size()},
          {"freedoms", reduced.system.freedom_count()},
          {"mass", reduced.rigid.mass},
          {"centre", List(reduced.rigid.centre)},
          {"inertia", Rows(reduced.rigid.inertia_about_centre)},
          {"interfaces", interfaces},
          {"fixed_frequencies", List(reduced.reduction.fixed_frequencies)},
          {"effective_masses", Rows(reduced.reduction.effective_mass)},
          {"frequencies", List(reduced.part.frequencies)},
          {"damping", List(reduced.part.damping)},
          {"origins", reduced.part.origins},
          {"stiffening", !reduced.part.stiffening.empty()}};
}

void AddVerification(const Console& console, const flex::Mesh& mesh,
                     const flex::ReducedPart& reduced, nlohmann::json* result) {
  const auto progress = console.StartProgress("verify");
  // The upper half of the modes is not meant to be exact.
  const int count =
      std::clamp<int>(static_cast<int>(reduced.reduction.fixed_frequencies.size()) / 2, 1, 10);
  (*result)["verify"] = nlohmann::json::array();
  for (const flex::Comparison& c : flex::Verify(mesh, reduced, count, progress.get())) {
    const double difference = flex::LargestDifference(c);
    (*result)["verify"].push_back({{"what", c.what},
                                   {"unit", c.unit},
                                   {"full", c.full},
                                   {"reduced", c.reduced},
                                   {"largest_difference", difference}});
    console.Print("\nFull mesh against reduced part, {}: at most {:.3g} % apart", c.what,
                  100 * difference);
    for (size_t i = 0; i < std::min(c.full.size(), c.reduced.size()); ++i) {
      console.Print("{:>5} {:>14.6g} {:>14.6g} {}", i + 1, c.full[i], c.reduced[i], c.unit);
    }
  }
}

ExitCode Run(ReduceArguments options, const Console& console) {
  Diagnostics diagnostics;
  if (options.output.empty()) {
    options.output = std::filesystem::path(options.file).replace_extension(".h5").string();
  }
  const std::vector<std::string> inputs = {options.file, options.mesh.materials,
                                           options.mesh.stiffness, options.mesh.mass};
  options.outputs.Check(inputs);
  options.outputs.CheckMade(options.output, inputs);
  options.mesh.ignore = {options.ignore.begin(), options.ignore.end()};
  const flex::Mesh mesh = LoadMesh(options.file, options.mesh, &diagnostics);
  console.Warn(diagnostics);
  options.part.interfaces = Interfaces(options, mesh);
  options.part.stiffening_held = HeldForStiffening(options);
  flex::ReducedPart reduced;
  {
    const auto progress = console.StartProgress("reduce");
    reduced = flex::MakePart(mesh, options.part, progress.get());
  }
  console.Warn(reduced.system.warnings);
  reduced.part.name = std::filesystem::path(options.file).stem().string();
  console.Print("{}: {} nodes, {} elements, {} freedoms", options.file, mesh.nodes.size(),
                mesh.elements.size(), reduced.system.freedom_count());
  PrintBody(console, reduced.rigid);
  PrintModes(console, reduced);
  nlohmann::json result = Summary(mesh, reduced);
  if (options.verify) AddVerification(console, mesh, reduced, &result);
  WriteFlexiblePart(options.output, reduced.part);
  result["file"] = options.output;
  console.PrintJson(result);
  console.Print("\npart: {}", options.output);
  return ExitCode::kDone;
}

std::function<ExitCode(const Console&)> DeclareReduce(CLI::App& app) {
  auto options = std::make_shared<ReduceArguments>();
  app.add_option("file", options->file,
                 "Mesh: Nastran bulk data (.bdf .dat .nas), Gmsh (.msh, with --materials), or the "
                 "nodes of --stiffness and --mass-matrix")
      ->required();
  app.add_option("-i,--interface", options->interfaces,
                 "Nodes at which the part is held and loaded: 12,34 or root=12,tip=34; else those "
                 "that the deck's ASET1, BSET1 or CSUPEXT name")
      ->delimiter(',');
  options->outputs.AddFile(app, "-o,--output", &options->output, {".h5"},
                           "Part to write (.h5); else beside the mesh");
  options->outputs.Declare(app);
  auto* modes = app.add_option("-n,--modes", options->part.reduction.modes,
                               "Number of modes with the interfaces held (20)")
                    ->check(CLI::Range(0, 400));
  app.add_option("--frequency", options->part.reduction.frequency_limit,
                 "All modes with the interfaces held up to this frequency, Hz")
      ->check(CLI::PositiveNumber)
      ->excludes(modes);
  app.add_option("--damping", options->part.damping,
                 "Ratio to critical of all modes; else 1 % below 100 Hz, 10 % below 1 kHz, 100 % "
                 "above")
      ->check(CLI::NonNegativeNumber);
  app.add_flag("--residual", options->part.reduction.residual,
               "Also the shapes that even acceleration makes");
  app.add_option("--stiffening", options->stiffening,
                 "Geometric stiffening by the part's inertia forces, carried by these interfaces: "
                 "root or 12,34")
      ->delimiter(',');
  app.add_flag("--element-stress", options->part.element_stress,
               "Stress at the centres of elements besides nodes");
  app.add_flag("--verify", options->verify,
               "Compare with the full mesh: frequencies free and held, deflections");
  app.add_option("--units", options->mesh.units,
                 "Units of the mesh, length-mass-time: m-kg-s (as given), mm-t-s, in-slinch-s");
  app.add_option("--materials", options->mesh.materials, "Materials of a Gmsh mesh (YAML)");
  app.add_option("--stiffness", options->mesh.stiffness,
                 "Stiffness of another program: .op4 or CalculiX .sti");
  app.add_option("--mass-matrix", options->mesh.mass, "Its mass: .op4 or CalculiX .mas");
  app.add_flag("--consistent-mass", options->mesh.consistent_mass,
               "Consistent masses of elements although the deck wants them lumped (Nastran's "
               "default)");
  app.add_option("--ignore", options->ignore, "Cards to leave out although they are not known")
      ->delimiter(',');
  return [options](const Console& console) { return Run(*options, console); };
}

}  // namespace

extern const Command kReduceCommand;
const Command kReduceCommand = {
    "reduce", "A finite element mesh to a flexible part",
    "  jounce reduce arm.bdf --units mm-t-s --interface bush=101,ball=102 -o arm.h5\n"
    "  jounce reduce arm.bdf --units mm-t-s -i 101,102 --frequency 500 --verify\n"
    "  jounce reduce blade.bdf -i root=1,tip=99 --stiffening root\n"
    "  jounce reduce arm.msh --materials steel.yaml -i 7,9 --json\n",
    &DeclareReduce};

}  // namespace jounce
