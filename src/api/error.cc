#include "jounce/error.h"

#include <utility>

namespace jounce::api {

Error::Error(const std::string& text) : std::runtime_error(text) {}
Error::~Error() = default;

InputError::InputError(const std::string& text, std::vector<Finding> findings)
    : Error(text), findings_(std::move(findings)) {}
InputError::~InputError() = default;

FileError::FileError(const std::string& text, const std::string& path) : Error(text), path_(path) {}
FileError::~FileError() = default;

RunError::RunError(const std::string& reason, const std::string& remedy)
    : Error(remedy.empty() ? reason : reason + " (" + remedy + ")"), remedy_(remedy) {}
RunError::~RunError() = default;

}  // namespace jounce::api
