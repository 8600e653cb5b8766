// What a model names and does not hold: flexible parts, the mass of meshes, signals, tyres
// and the road, read and attached.
#ifndef JOUNCE_IO_MODEL_ATTACHMENTS_H_
#define JOUNCE_IO_MODEL_ATTACHMENTS_H_

#include <string>
#include <vector>

#include "model/model.h"

namespace jounce {

// Reads the parts of flexible bodies (each file once) and meshes, and opens the signals of frames,
// motions and loads. What cannot be read is reported where it stands. Returns the files, each once.
std::vector<std::string> AttachFiles(Model* model, Diagnostics* diagnostics);

}  // namespace jounce

#endif  // JOUNCE_IO_MODEL_ATTACHMENTS_H_
