#include "io/model_attachments.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "io/flexible_part_file.h"
#include "io/model_fields.h"
#include "io/signal_fields.h"
#include "model/placement.h"

namespace jounce {
namespace {

class Attacher {
 public:
  explicit Attacher(Diagnostics* diagnostics) : diagnostics_(diagnostics) {}

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

  void AttachSignal(TimeFunctionSettings* function, const Quantity& quantity) {
    if (!function->signal || function->source) return;
    const SignalSettings& signal = *function->signal;
    Use(signal.file);
    try {
      function->source = OpenSignal(signal, quantity);
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
  std::shared_ptr<const FlexiblePart> Part(const std::string& file, bool mirrored) {
    std::shared_ptr<const FlexiblePart>& part = parts_[{file, mirrored}];
    if (!part && mirrored) part = std::make_shared<FlexiblePart>(MirrorPart(*Part(file, false)));
    if (!part) part = std::make_shared<FlexiblePart>(ReadFlexiblePart(file));
    return part;
  }

  void Use(const std::string& file) {
    if (std::find(files_.begin(), files_.end(), file) == files_.end()) files_.push_back(file);
  }

  Diagnostics* diagnostics_;
  std::map<std::pair<std::string, bool>, std::shared_ptr<const FlexiblePart>> parts_;
  std::vector<std::string> files_;
};

}  // namespace

std::vector<std::string> AttachFiles(Model* model, Diagnostics* diagnostics) {
  Attacher attacher(diagnostics);
  for (Body& body : model->bodies) attacher.AttachPart(&body);
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
  for (Beam& beam : model->beams) {
    for (LineLoad& load : beam.loads) attacher.AttachSignal(&load.function, QuantityOf(load));
  }
  return attacher.files();
}

}  // namespace jounce
