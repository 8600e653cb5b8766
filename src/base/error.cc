#include "base/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

namespace jounce {
namespace {

std::string JoinLines(const std::vector<Diagnostic>& diagnostics) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (!text.empty()) text += '\n';
    text += diagnostic.ToString();
  }
  return text;
}

}  // namespace

std::string Place::ToString() const {
  if (line <= 0) return file;
  if (column <= 0) return fmt::format("{}:{}", file, line);
  return fmt::format("{}:{}:{}", file, line, column);
}

std::string Diagnostic::ToString() const {
  const std::string where = place.ToString();
  return fmt::format("{}{}{}: {}{}", where, where.empty() ? "" : ": ",
                     severity == Severity::kError ? "error" : "warning", message,
                     remedy.empty() ? "" : fmt::format(" ({})", remedy));
}

InputError::InputError(std::vector<Diagnostic> diagnostics)
    : std::runtime_error(JoinLines(diagnostics)), diagnostics_(std::move(diagnostics)) {}

InputError::InputError(const std::string& message, const std::string& remedy)
    : InputError(std::vector<Diagnostic>{{Severity::kError, Place(), message, remedy}}) {}

FileError::FileError(const std::string& path, const std::string& reason)
    : std::runtime_error(fmt::format("{}: {}", path, reason)), path_(path) {}

void Diagnostics::Error(const Place& place, const std::string& message, const std::string& remedy) {
  all_.push_back({Severity::kError, place, message, remedy});
}

void Diagnostics::Warning(const Place& place, const std::string& message,
                          const std::string& remedy) {
  // A file that is included in several places needs no second warning.
  const bool known = std::any_of(all_.begin(), all_.end(), [&](const Diagnostic& d) {
    return d.place.line > 0 && d.place.line == place.line && d.place.file == place.file &&
           d.message == message;
  });
  if (!known) all_.push_back({Severity::kWarning, place, message, remedy});
}

bool Diagnostics::HasErrors() const {
  return std::any_of(all_.begin(), all_.end(),
                     [](const Diagnostic& d) { return d.severity == Severity::kError; });
}

void Diagnostics::ThrowIfErrors() const {
  if (!HasErrors()) return;
  std::vector<Diagnostic> sorted = all_;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return std::tie(a.place.file, a.place.line, a.place.column) <
           std::tie(b.place.file, b.place.line, b.place.column);
  });
  throw InputError(std::move(sorted));
}

}  // namespace jounce
