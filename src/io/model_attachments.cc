#include "io/model_attachments.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "elements/element_kinds.h"
#include "io/flexible_part_file.h"
#include "io/mesh_mass.h"
#include "io/model_fields.h"
#include "io/road_file.h"
#include "io/signal_fields.h"
#include "io/surface_file.h"
#include "io/tyre_file.h"
#include "model/placement.h"
#include "tyres/magic_formula.h"

namespace jounce {
namespace {

class Attacher {
 public:
  Attacher(Diagnostics* diagnostics, AttachedFiles* known)
      : diagnostics_(diagnostics), known_(*known) {}

  void AttachPart(Body* body) {
    Flexibility& flexible = body->flexible;
    if (flexible.file.empty() || flexible.part) return;
    Use(flexible.file);
    try {
      flexible.part = Part(flexible.file, flexible.mirrored);
    } catch (const FileError& error) {
      diagnostics_->Error(body->place, error.what(),
                          "'jounce reduce' makes such files from meshes");
    }
  }

  // In the unit that the signal says, or in that of the file.
  void AttachNamed(Signal* signal) {
    if (!signal->function.signal || signal->unit.empty()) {
      return AttachSignal(&signal->function, std::nullopt);
    }
    try {
      AttachSignal(&signal->function, ParseUnit(signal->unit).dimension);
    } catch (const InputError& error) {
      const Diagnostic& reason = error.diagnostics().front();
      diagnostics_->Error(signal->place, reason.message, reason.remedy);
    }
  }

  void AttachMesh(const Body& body, MassShape* shape) {
    MeshShape* mesh = std::get_if<MeshShape>(&shape->kind);
    if (!mesh || mesh->properties) return;
    Guard(body, shape->place, mesh->file, [&] {
      Diagnostics warnings;
      mesh->properties = std::make_shared<MassProperties>(ReadMeshMass(*mesh, &warnings));
      if (IsSurfaceFile(mesh->file)) mesh->surface = Surface(mesh->file, mesh->units);
      for (const Diagnostic& d : warnings.all()) {
        diagnostics_->Warning(d.place, d.message, d.remedy);
      }
    });
  }

  void AttachDrawing(const Body& body, DrawnShape* shape) {
    DrawnMesh* mesh = std::get_if<DrawnMesh>(&shape->kind);
    if (!mesh || mesh->surface) return;
    Guard(body, shape->place, mesh->file,
          [&] { mesh->surface = Surface(mesh->file, mesh->units); });
  }

  void AttachTyre(ElementItem* element) {
    ElementSettings& settings = element->settings;
    const ElementKind* kind = FindElementKind(settings.kind);
    if (settings.tyre || !kind || !kind->reads_tyre) return;
    const std::string& file = settings.values.files["file"];
    Use(file);
    std::shared_ptr<const Tyre>& tyre = known_.tyres[file];
    Diagnostics found;
    try {
      if (!tyre) tyre = std::make_shared<MagicFormula>(ReadTyreFile(file, &found));
    } catch (const InputError& error) {
      for (const Diagnostic& d : error.diagnostics())
        diagnostics_->Error(d.place, d.message, d.remedy);
      return;
    } catch (const FileError& error) {
      diagnostics_->Error(element->place, error.what(),
                          "paths are relative to the file that names them");
      return;
    }
    for (const Diagnostic& d : found.all()) diagnostics_->Warning(d.place, d.message, d.remedy);
    settings.tyre = tyre;
  }

  void AttachRoad(RoadItem* item) {
    if (item->road) return;
    if (item->settings.drive) {
      diagnostics_->Error(item->place, "the road of a model has no `drive`",
                          "its vehicle drives itself; `jounce road --drive` makes drive signals");
    }
    Diagnostics found;
    try {
      LoadedRoad loaded = MakeRoad(item->settings, &found);
      for (const std::string& file : loaded.files) Use(file);
      item->road = std::move(loaded.road);
    } catch (const InputError& error) {
      for (const Diagnostic& d : error.diagnostics()) {
        diagnostics_->Error(d.place.file.empty() ? item->place : d.place, d.message, d.remedy);
      }
    } catch (const FileError& error) {
      diagnostics_->Error(item->place, error.what(),
                          "paths are relative to the file that names them");
    }
    for (const Diagnostic& d : found.all()) {
      if (d.severity == Severity::kWarning) diagnostics_->Warning(d.place, d.message, d.remedy);
    }
  }

  void AttachSignal(TimeFunctionSettings* function, const Quantity& quantity) {
    AttachSignal(function, quantity.ToDimension());
  }

  void AttachSignal(TimeFunctionSettings* function, const std::optional<Dimension>& dimension) {
    if (!function->signal || function->source) return;
    const SignalSettings& signal = *function->signal;
    Use(signal.file);
    try {
      function->source = OpenSignal(signal, dimension);
    } catch (const InputError& error) {
      const Diagnostic& reason = error.diagnostics().front();
      diagnostics_->Error(signal.place, reason.message, reason.remedy);
    } catch (const FileError& error) {
      diagnostics_->Error(signal.place, error.what(),
                          "paths are relative to the file that names them");
    }
  }

  const std::vector<std::string>& files() const { return files_; }

 private:
  // Reads a file that a shape of a body names, and says whose it is where that fails.
  template <class Function>
  void Guard(const Body& body, const Place& place, const std::string& file, Function read) {
    Use(file);
    try {
      read();
    } catch (const InputError& error) {
      for (const Diagnostic& d : error.diagnostics()) {
        diagnostics_->Error(place, fmt::format("body '{}': {}: {}", body.name, file, d.message),
                            d.remedy);
      }
    } catch (const FileError& error) {
      diagnostics_->Error(place, fmt::format("body '{}': {}", body.name, error.what()),
                          "paths are relative to the file that names them");
    }
  }

  std::shared_ptr<const TriangleSurface> Surface(const std::string& file, const std::string& unit) {
    std::shared_ptr<const TriangleSurface>& surface = known_.surfaces[{file, unit}];
    if (!surface) surface = std::make_shared<TriangleSurface>(ReadSurface(file, unit));
    return surface;
  }

  std::shared_ptr<const FlexiblePart> Part(const std::string& file, bool mirrored) {
    std::shared_ptr<const FlexiblePart>& part = known_.parts[{file, mirrored}];
    if (!part && mirrored) part = std::make_shared<FlexiblePart>(MirrorPart(*Part(file, false)));
    if (!part) part = std::make_shared<FlexiblePart>(ReadFlexiblePart(file));
    return part;
  }

  void Use(const std::string& file) {
    if (std::find(files_.begin(), files_.end(), file) == files_.end()) files_.push_back(file);
  }

  Diagnostics* diagnostics_;
  AttachedFiles& known_;
  std::vector<std::string> files_;
};

}  // namespace

std::vector<std::string> AttachFiles(Model* model, Diagnostics* diagnostics, AttachedFiles* known) {
  AttachedFiles own;
  Attacher attacher(diagnostics, known ? known : &own);
  for (Body& body : model->bodies) {
    attacher.AttachPart(&body);
    for (MassShape& shape : body.shapes) attacher.AttachMesh(body, &shape);
    for (DrawnShape& shape : body.drawing) attacher.AttachDrawing(body, &shape);
  }
  for (Frame& frame : model->frames) {
    for (size_t i = 0; i < frame.motion.functions.size(); ++i) {
      auto& function = frame.motion.functions[i];
      if (function) attacher.AttachSignal(&*function, FrameQuantity(i));
    }
  }
  for (Motion& motion : model->motions) {
    attacher.AttachSignal(&motion.function, QuantityOf(motion));
  }
  for (Load& load : model->loads) attacher.AttachSignal(&load.function, QuantityOf(load));
  for (Connection& connection : model->connections) {
    for (size_t i = 0; i < connection.preload_over_time.size(); ++i) {
      auto& function = connection.preload_over_time[i];
      if (function) attacher.AttachSignal(&*function, PreloadQuantity(i));
    }
  }
  if (model->road) attacher.AttachRoad(&*model->road);
  for (ElementItem& element : model->elements) {
    attacher.AttachTyre(&element);
    const ElementKind* kind = FindElementKind(element.settings.kind);
    if (model->road && kind && kind->on_road) element.settings.road = model->road->road;
    for (auto& [name, function] : element.inputs) {
      attacher.AttachSignal(&function, QuantityOfInput(element, name));
    }
  }
  for (Signal& signal : model->signals) attacher.AttachNamed(&signal);
  for (Beam& beam : model->beams) {
    for (LineLoad& load : beam.loads) attacher.AttachSignal(&load.function, QuantityOf(load));
  }
  return attacher.files();
}

}  // namespace jounce
