// What a model names and does not hold: flexible parts, the mass of meshes, signals, tyres
// and the road, read and attached.
#ifndef JOUNCE_IO_MODEL_ATTACHMENTS_H_
#define JOUNCE_IO_MODEL_ATTACHMENTS_H_

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "model/model.h"

namespace jounce {

// What is immutable and shared by all models that name it: parts (and whether mirrored), surfaces (and
// their unit), tyres. Those of models that were read without a warning.
struct AttachedFiles {
  std::map<std::pair<std::string, bool>, std::shared_ptr<const FlexiblePart>> parts;
  std::map<std::pair<std::string, std::string>, std::shared_ptr<const TriangleSurface>> surfaces;
  std::map<std::string, std::shared_ptr<const Tyre>> tyres;
};

// Reads the parts of flexible bodies (each file once) and meshes, and opens the signals of frames,
// motions and loads. What cannot be read is reported where it stands. Returns the files, each once.
// `known` was read before, and gets what is read now.
std::vector<std::string> AttachFiles(Model* model, Diagnostics* diagnostics,
                                     AttachedFiles* known = nullptr);

}  // namespace jounce

#endif  // JOUNCE_IO_MODEL_ATTACHMENTS_H_
