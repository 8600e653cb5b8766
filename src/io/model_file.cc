#include "io/model_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>
#include <utility>

#include "base/names.h"
#include "io/field_reader.h"
#include "io/field_writer.h"
#include "io/library_folder.h"
#include "io/model_attachments.h"
#include "io/model_fields.h"
#include "io/model_memory.h"
#include "model/check.h"
#include "model/flatten.h"
#include "model/mass_properties.h"

namespace jounce {
namespace {

constexpr size_t kMostNested = 32;

std::string CanonicalName(const std::string& path) {
  std::error_code ignored;
  const auto canonical = std::filesystem::weakly_canonical(path, ignored);
  return canonical.empty() ? path : canonical.string();
}

class ModelLoader {
 public:
  // `text`: what the outermost file would hold, instead of that file; null: there is one.
  ModelLoader(LoadedModel* loaded, const std::string* text, ModelMemory* memory)
      : loaded_(*loaded), text_(text), memory_(memory) {}

  // One file with its sub-assemblies. `instance` is the chain of names that led here:
  // "front/left/"; `case_name` is one of this file.
  Model Load(const std::string& path, const Assignments& assignments, const std::string& case_name,
             const std::string& instance, Diagnostics* diagnostics) {
    Assignments own, typed;
    for (const Assignment& assignment : assignments) {
      (assignment.name.find('/') == std::string::npos ? own : typed).push_back(assignment);
    }
    open_.push_back(CanonicalName(path));
    const bool is_text = text_ && instance.empty();
    const std::shared_ptr<const ModelMemory::ReadFile> file =
        Read(path, is_text ? text_ : nullptr, own, case_name, diagnostics);
    const Document& document = file->document;
    Assignments inner = document.inner_assignments();
    inner.insert(inner.end(), typed.begin(), typed.end());
    if (instance.empty()) {
      loaded_.cases = document.cases();
      loaded_.units = document.UnitsOf(path);
    }
    Model model = file->model;
    for (const std::string& name : document.files()) {
      if (!is_text || name != path) Use(name);
    }
    for (const std::string& name : file->named_files) Use(name);
    for (const auto& [name, choice] : document.choices()) {
      loaded_.choices[instance + name] = choice;
    }
    for (const auto& [name, value] : document.parameters()) {
      loaded_.parameters[instance + name] = value;
    }
    for (Subsystem& subsystem : model.subsystems) {
      LoadInner(&subsystem, TakeFor(subsystem.name, &inner), instance, diagnostics);
    }
    for (const Assignment& assignment : inner) ReportUnknown(assignment, model, diagnostics);
    open_.pop_back();
    return model;
  }

 private:
  // One file alone, or this text of it.
  std::shared_ptr<const ModelMemory::ReadFile> Read(const std::string& path,
                                                    const std::string* text, const Assignments& own,
                                                    const std::string& case_name,
                                                    Diagnostics* diagnostics) const {
    const bool keeps = memory_ && !text;
    if (keeps) {
      if (auto known = memory_->Find(path, own, case_name)) return known;
    }
    auto file = std::make_shared<ModelMemory::ReadFile>();
    const size_t complaints = diagnostics->all().size();
    file->document = text ? Document::Parse(*text, path, own, diagnostics, {}, case_name)
                          : Document::Load(path, own, diagnostics, {}, case_name,
                                           memory_ ? &memory_->parsed() : nullptr);
    if (file->document.root().entries.empty() && !diagnostics->HasErrors()) {
      diagnostics->Error({path, 1, 1}, "there is no model in this file",
                         "a model has bodies: {arm: {mass: 3, ...}}, joints, connections, ...");
    }
    NameBook names;
    ReadFields(file->document, &names, diagnostics, &file->model);
    file->named_files = names.files();
    if (keeps && diagnostics->all().size() == complaints) {
      memory_->Keep(path, own, case_name, file);
    }
    return file;
  }

  // The assignments to one sub-assembly, without its name.
  static Assignments TakeFor(const std::string& name, Assignments* assignments) {
    Assignments taken;
    std::erase_if(*assignments, [&](const Assignment& assignment) {
      if (!assignment.name.starts_with(name + "/")) return false;
      taken.push_back({assignment.name.substr(name.size() + 1), assignment.text, assignment.place});
      return true;
    });
    return taken;
  }

  void LoadInner(Subsystem* subsystem, const Assignments& from_outside, const std::string& instance,
                 Diagnostics* diagnostics) {
    if (subsystem->file.empty()) return;  // reported already
    const std::string name = instance + subsystem->name;
    const auto fail = [&](const std::string& message, const std::string& remedy) {
      diagnostics->Error(subsystem->place, fmt::format("sub-assembly '{}': {}", name, message),
                         remedy);
    };
    subsystem->file = FindInLibrary(subsystem->file, subsystem->place.file);
    const std::string canonical = CanonicalName(subsystem->file);
    if (std::find(open_.begin(), open_.end(), canonical) != open_.end()) {
      return fail(fmt::format("'{}' contains itself in a circle", subsystem->file), "");
    }
    if (open_.size() >= kMostNested) return fail("too many sub-assemblies inside each other", "");
    // What stands in the file gives way to the command line, which comes later.
    Assignments assignments;
    for (const auto& [parameter, text] : subsystem->set) {
      const bool is_path = IsSheetName(parameter);
      assignments.push_back(
          {parameter, is_path ? std::filesystem::absolute(text).string() : text, subsystem->place});
    }
    assignments.insert(assignments.end(), from_outside.begin(), from_outside.end());
    Diagnostics found;
    const size_t depth = open_.size();
    try {
      subsystem->model =
          std::make_shared<Model>(Load(subsystem->file, assignments, "", name + "/", &found));
    } catch (const FileError& error) {
      open_.resize(depth);  // what could not be read is no longer being read
      fail(error.what(),
           "paths are relative to the file that names them, those of library/ also to the program");
    }
    Report(found, *subsystem, name, diagnostics);
  }

  // What was found in a sub-assembly, with the way that led there; once, however many instances.
  void Report(const Diagnostics& found, const Subsystem& subsystem, const std::string& name,
              Diagnostics* diagnostics) {
    for (const Diagnostic& d : found.all()) {
      const Place& place = d.place;
      if (!reported_.insert(place.ToString() + d.message).second) continue;
      const bool said = d.message.find("(in sub-assembly ") != std::string::npos;
      const std::string message = said ? d.message
                                       : fmt::format("{} (in sub-assembly '{}', {})", d.message,
                                                     name, subsystem.place.ToString());
      reported_.insert(place.ToString() + message);
      if (d.severity == Severity::kError) {
        diagnostics->Error(place, message, d.remedy);
      } else {
        diagnostics->Warning(place, message, d.remedy);
      }
    }
  }

  void ReportUnknown(const Assignment& assignment, const Model& model,
                     Diagnostics* diagnostics) const {
    std::vector<std::string> known;
    for (const Subsystem& subsystem : model.subsystems) known.push_back(subsystem.name);
    const std::string instance = assignment.name.substr(0, assignment.name.find('/'));
    diagnostics->Error(assignment.place, fmt::format("there is no sub-assembly '{}'", instance),
                       SuggestName(instance, known));
  }

  void Use(const std::string& file) {
    if (std::find(loaded_.files.begin(), loaded_.files.end(), file) == loaded_.files.end()) {
      loaded_.files.push_back(file);
    }
  }

  LoadedModel& loaded_;
  const std::string* text_;
  ModelMemory* memory_;
  std::vector<std::string> open_;  // files that are being read, from the outermost one
  std::set<std::string> reported_;
};

// A finding with the case in which it was found.
void AddOfCase(const Diagnostic& d, const std::string& name, Diagnostics* diagnostics) {
  const bool said = name.empty() || d.message.find("case '" + name) != std::string::npos;
  const std::string message = said ? d.message : fmt::format("{} (in case '{}')", d.message, name);
  if (d.severity == Severity::kError) {
    diagnostics->Error(d.place, message, d.remedy);
  } else {
    diagnostics->Warning(d.place, message, d.remedy);
  }
}

LoadedModel LoadOrParse(const std::string* text, const std::string& path,
                        const Assignments& assignments, const std::string& case_name,
                        ModelMemory* memory) {
  LoadedModel loaded;
  Diagnostics* diagnostics = &loaded.diagnostics;
  loaded.written =
      ModelLoader(&loaded, text, memory).Load(path, assignments, case_name, "", diagnostics);
  // What the mechanics say of a model makes sense only once it could be read.
  if (!diagnostics->HasErrors()) loaded.model = Flatten(loaded.written, diagnostics);
  if (!diagnostics->HasErrors()) {
    AttachedFiles attached = memory ? memory->attached() : AttachedFiles();
    for (const std::string& file : AttachFiles(&loaded.model, diagnostics, &attached)) {
      loaded.files.push_back(file);
    }
    if (memory && diagnostics->all().empty()) memory->KeepAttached(std::move(attached));
  }
  if (!diagnostics->HasErrors()) loaded.computed = ResolveMasses(&loaded.model, diagnostics);
  if (!diagnostics->HasErrors()) CheckModel(loaded.model, diagnostics);
  diagnostics->ThrowIfErrors();
  return loaded;
}

}  // namespace

LoadedModel LoadModel(const std::string& path, const Assignments& assignments,
                      const std::string& case_name, ModelMemory* memory) {
  return LoadOrParse(nullptr, path, assignments, case_name, memory);
}

LoadedModel ParseModel(const std::string& text, const std::string& path,
                       const Assignments& assignments, const std::string& case_name) {
  return LoadOrParse(&text, path, assignments, case_name, nullptr);
}

std::vector<LoadedModel> LoadCases(const std::string& path, const Assignments& assignments,
                                   const std::vector<std::string>& names, ModelMemory* memory) {
  std::vector<LoadedModel> loaded;
  std::set<std::string> known;  // what is wrong in every case is told once
  Diagnostics found;
  for (const std::string& name : names) {
    try {
      loaded.push_back(LoadModel(path, assignments, name, memory));
    } catch (const InputError& error) {
      for (const Diagnostic& d : error.diagnostics()) {
        if (known.insert(d.ToString()).second) AddOfCase(d, name, &found);
      }
    }
  }
  found.ThrowIfErrors();
  return loaded;
}

std::string WriteModel(const Model& model, const std::string& folder, const std::string& comment) {
  Model copy = model;
  return WriteFields(copy, UnitSystem(), comment, folder);
}

namespace {

// Signals are not at hand.
void StandStill(TimeFunctionSettings* function) {
  if (!function->signal) return;
  *function = {};
  function->constant = 0;
}

}  // namespace

Model ReadFlatModel(const std::string& text, const std::string& name, bool with_signals,
                    std::vector<std::string>* files) {
  Diagnostics diagnostics;
  // Paths in it are as seen from the root.
  const Document document = Document::Parse(text, "/" + name, {}, &diagnostics);
  Model model;
  NameBook names;
  ReadFields(document, &names, &diagnostics, &model);
  diagnostics.ThrowIfErrors();
  if (!with_signals) {
    for (Motion& motion : model.motions) StandStill(&motion.function);
    for (Load& load : model.loads) StandStill(&load.function);
    for (Connection& connection : model.connections) {
      for (auto& function : connection.preload_over_time) {
        if (function) StandStill(&*function);
      }
    }
    for (ElementItem& element : model.elements) {
      for (auto& [input, function] : element.inputs) StandStill(&function);
    }
    for (Beam& beam : model.beams) {
      for (LineLoad& load : beam.loads) StandStill(&load.function);
    }
  }
  Model flat = Flatten(model, &diagnostics);
  for (const std::string& file : AttachFiles(&flat, &diagnostics)) files->push_back(file);
  diagnostics.ThrowIfErrors();
  return flat;
}

bool SameModel(const Model& a, const Model& b) { return WriteModel(a, "/") == WriteModel(b, "/"); }

FileKind KindOf(const Document& document) {
  return document.root().Find("law") ? FileKind::kLaw : FileKind::kModel;
}

}  // namespace jounce
