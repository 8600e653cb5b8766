#include "study/outcome.h"

#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>

namespace jounce::study {
namespace {

constexpr const char* kStates[] = {"done", "failed", "crashed", "late", "lost"};

std::uint64_t Checksum(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325U;  // FNV-1a
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return hash;
}

std::string Escape(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\') {
      out += "\\\\";
    } else if (c == '\t') {
      out += "\\t";
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\0') {
      out += "\\0";
    } else {
      out += c;
    }
  }
  return out;
}

std::optional<std::string> Unescape(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      out += text[i];
      continue;
    }
    if (++i == text.size()) return std::nullopt;
    const size_t known = std::string_view("\\tn0").find(text[i]);
    if (known == std::string_view::npos) return std::nullopt;
    out += "\\\t\n\0"[known];
  }
  return out;
}

std::vector<std::string_view> Split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (size_t start = 0;;) {
    const size_t end = text.find(separator, start);
    parts.push_back(text.substr(start, end - start));
    if (end == std::string_view::npos) return parts;
    start = end + 1;
  }
}

bool ReadNumbers(std::string_view text, std::vector<double>* numbers) {
  if (text.empty()) return true;
  for (const std::string_view part : Split(text, ' ')) {
    const std::string one(part);
    char* end = nullptr;
    numbers->push_back(std::strtod(one.c_str(), &end));
    if (one.empty() || end != one.c_str() + one.size()) return false;
  }
  return true;
}

}  // namespace

const char* ToString(RunState state) { return kStates[static_cast<int>(state)]; }

std::optional<RunState> RunStateOf(std::string_view name) {
  for (int i = 0; i < 5; ++i) {
    if (name == kStates[i]) return static_cast<RunState>(i);
  }
  return std::nullopt;
}

std::string WriteOutcome(const Outcome& outcome) {
  std::string numbers;
  for (const double value : outcome.outputs) {
    numbers += fmt::format("{}{:a}", numbers.empty() ? "" : " ", value);
  }
  std::string line = fmt::format("{}\t{}\t{}\t{}", Escape(outcome.key), ToString(outcome.state),
                                 Escape(outcome.reason), numbers);
  for (const std::string& unit : outcome.units) line += "\tu" + Escape(unit);
  for (const std::string& file : outcome.files) line += "\tf" + Escape(file);
  return fmt::format("{}\t{:016x}\n", line, Checksum(line));
}

std::optional<Outcome> ReadOutcome(std::string_view line) {
  const size_t last = line.rfind('\t');
  if (last == std::string_view::npos) return std::nullopt;
  if (line.substr(last + 1) != fmt::format("{:016x}", Checksum(line.substr(0, last)))) {
    return std::nullopt;
  }
  const std::vector<std::string_view> parts = Split(line.substr(0, last), '\t');
  if (parts.size() < 4) return std::nullopt;
  Outcome outcome;
  const auto key = Unescape(parts[0]), reason = Unescape(parts[2]);
  const auto state = RunStateOf(parts[1]);
  if (!key || !reason || !state || !ReadNumbers(parts[3], &outcome.outputs)) return std::nullopt;
  outcome.key = *key;
  outcome.state = *state;
  outcome.reason = *reason;
  for (size_t i = 4; i < parts.size(); ++i) {
    const auto text = Unescape(parts[i]);
    if (!text || text->empty() || (text->front() != 'u' && text->front() != 'f')) {
      return std::nullopt;
    }
    (text->front() == 'u' ? outcome.units : outcome.files).push_back(text->substr(1));
  }
  return outcome;
}

}  // namespace jounce::study
