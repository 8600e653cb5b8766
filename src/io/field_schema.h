// JSON Schema (draft 7, which editors know best) of what a Describe function reads, so that an
// editor completes keys and underlines mistakes while a model is being written.
#ifndef JOUNCE_IO_FIELD_SCHEMA_H_
#define JOUNCE_IO_FIELD_SCHEMA_H_

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "io/fields.h"

namespace jounce {

// The schema of a whole file; units, parameters, variants and include are part of every file.
nlohmann::json MakeSchema(const std::string& title, const std::function<void(Fields&)>& describe);

}  // namespace jounce

#endif  // JOUNCE_IO_FIELD_SCHEMA_H_
