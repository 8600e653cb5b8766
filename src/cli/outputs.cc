#include "cli/outputs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "base/error.h"
#include "base/output_file.h"
#include "signals/number_text.h"

namespace jounce {
namespace {

namespace fs = std::filesystem;

constexpr const char* kForce = "choose another name, or say --force to replace it";

void RequireEnding(const std::string& path, const std::vector<std::string>& endings) {
  const std::string ending = LowerCase(fs::path(path).extension().string());
  if (std::find(endings.begin(), endings.end(), ending) != endings.end()) return;
  throw InputError(fmt::format("'{}' has not the ending of a file that is written here", path),
                   fmt::format("known: {}", fmt::join(endings, " ")));
}

// By what the file is, not by its name.
void RefuseInput(const std::string& path, const std::vector<std::string>& inputs) {
  std::error_code ignored;
  for (const std::string& input : inputs) {
    if (!fs::equivalent(path, input, ignored)) continue;
    throw InputError(fmt::format("'{}' is read by this command and would be destroyed", path),
                     "choose another name");
  }
}

}  // namespace

bool IsResultName(const std::string& path) {
  return LowerCase(fs::path(path).extension().string()) == ".h5";
}

const std::vector<std::string>& SignalEndings() {
  static const std::vector<std::string> endings = {".rsp", ".dac", ".csv", ".uff", ".mat"};
  return endings;
}

void Outputs::Declare(CLI::App& app) {
  app.add_flag("--force", force_, "Replace files that exist");
}

CLI::Option* Outputs::AddFile(CLI::App& app, const std::string& flags, std::string* path,
                              const std::vector<std::string>& endings, const std::string& help) {
  files_.push_back({path, endings, /*is_result=*/false, /*streams=*/endings.size() == 1});
  return app.add_option(flags, *path, help);
}

CLI::Option* Outputs::AddHistory(CLI::App& app, const std::string& flags, std::string* path,
                                 const std::string& help,
                                 const std::vector<std::string>& other_endings) {
  std::vector<std::string> endings = SignalEndings();
  endings.insert(endings.end(), other_endings.begin(), other_endings.end());
  files_.push_back({path, endings, /*is_result=*/false, /*streams=*/true});
  return app.add_option(flags, *path, help);
}

CLI::Option* Outputs::AddResult(CLI::App& app, const std::string& flags, std::string* path,
                                const std::vector<std::string>& other_endings,
                                const std::string& help) {
  std::vector<std::string> endings = {".h5"};
  endings.insert(endings.end(), other_endings.begin(), other_endings.end());
  files_.push_back({path, endings, /*is_result=*/true, /*streams=*/false});
  return app.add_option(flags, *path, help);
}

void Outputs::Check(const std::vector<std::string>& inputs) const {
  std::vector<std::string> targets;
  for (const File& file : files_) {
    if (file.path->empty()) continue;
    const OutputTarget target = FindOutputTarget(*file.path);
    if (target.streams) {
      if (file.streams) continue;
      throw InputError(fmt::format("'{}' is no regular file", *file.path),
                       file.is_result ? "a result cannot be written piece by piece: give a file"
                                      : "the format is said by the ending: give a file");
    }
    RequireEnding(*file.path, file.endings);
    RefuseInput(*file.path, inputs);
    const bool is_result = file.is_result && IsResultName(*file.path);
    if (target.exists && !force_ && !is_result) {
      throw InputError(fmt::format("'{}' exists", *file.path), kForce);
    }
    std::error_code ignored;
    targets.push_back(fs::weakly_canonical(fs::absolute(target.path), ignored).string());
    if (std::count(targets.begin(), targets.end(), targets.back()) > 1) {
      throw InputError(fmt::format("'{}' is named for two outputs", *file.path),
                       "give each a name of its own");
    }
  }
}

void Outputs::CheckMade(const std::string& path, const std::vector<std::string>& inputs) const {
  RefuseInput(path, inputs);
  if (FindOutputTarget(path).exists && !force_) {
    throw InputError(fmt::format("'{}' exists", path), kForce);
  }
}

void Outputs::CheckFields(const std::string& name, const std::vector<std::string>& inputs) const {
  if (name.empty()) return;
  CheckMade(name + ".pvd", inputs);
  // How many there will be is known at the end only: none that is there may be one of them.
  const std::string start = fs::path(name).filename().string() + "_";
  const fs::path folder = fs::path(name).parent_path();
  std::error_code ignored;
  for (const fs::directory_entry& entry :
       fs::directory_iterator(folder.empty() ? "." : folder, ignored)) {
    const std::string stem = entry.path().stem().string();
    if (entry.path().extension() != ".vtu" || !stem.starts_with(start)) continue;
    const bool numbered = stem.find_first_not_of("0123456789", start.size()) == std::string::npos;
    if (numbered && stem.size() > start.size()) CheckMade(entry.path().string(), inputs);
  }
}

// Whether a result may be replaced is known once its inputs are (io/result_file.h).
void Outputs::CheckMadeResult(const std::string& path,
                              const std::vector<std::string>& inputs) const {
  RefuseInput(path, inputs);
}

}  // namespace jounce
