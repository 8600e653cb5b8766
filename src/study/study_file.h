// Reads study files (YAML, docs/study.md).
#ifndef JOUNCE_STUDY_STUDY_FILE_H_
#define JOUNCE_STUDY_STUDY_FILE_H_

#include <string>

#include "io/document.h"
#include "io/fields.h"
#include "study/study.h"

namespace jounce::study {

void Describe(Fields& fields, Study& study);

// Throw InputError with all mistakes, or FileError. Assignments are those of the study's own
// parameters.
Study LoadStudy(const std::string& path, const Assignments& assignments = {});
Study ParseStudy(const std::string& text, const std::string& path);

// The outputs and how the model is run, as text: what decides the numbers besides model and values.
std::string RecipeOf(const Study& study);

// "12.5 N/mm": the number and what follows it; false where it does not begin with a finite number.
bool ParseNumberWithUnit(const std::string& text, double* number, std::string* unit);

}  // namespace jounce::study

#endif  // JOUNCE_STUDY_STUDY_FILE_H_
