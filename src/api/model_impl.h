// What is behind a Model of the library.
#ifndef JOUNCE_API_MODEL_IMPL_H_
#define JOUNCE_API_MODEL_IMPL_H_

#include <string>
#include <vector>

#include "io/model_file.h"
#include "jounce/model.h"

namespace jounce::api {

struct Model::Impl {
  LoadedModel loaded;
  // What besides the files makes it what it is, for the hash of results.
  std::vector<std::string> settings;
};

}  // namespace jounce::api

#endif  // JOUNCE_API_MODEL_IMPL_H_
