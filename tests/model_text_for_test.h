// Models that tests write as text.
#ifndef JOUNCE_TESTS_MODEL_TEXT_FOR_TEST_H_
#define JOUNCE_TESTS_MODEL_TEXT_FOR_TEST_H_

#include <string>

#include "io/model_file.h"
#include "model/model.h"

namespace jounce {

// The model in this text; throws an InputError where it is wrong. Names of files in it are relative to /.
inline Model Read(const std::string& text) { return ParseModel(text, "/model.yaml").model; }

}  // namespace jounce

#endif  // JOUNCE_TESTS_MODEL_TEXT_FOR_TEST_H_
