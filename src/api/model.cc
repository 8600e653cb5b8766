#include "jounce/model.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include "api/guard.h"
#include "api/model_impl.h"
#include "io/text_file.h"

namespace jounce::api {
namespace {

std::shared_ptr<Model::Impl> MakeImpl(LoadedModel loaded, const std::vector<Setting>& settings,
                                      const std::string& case_name) {
  auto impl = std::make_shared<Model::Impl>(Model::Impl{std::move(loaded), {}});
  if (!case_name.empty()) impl->settings.push_back("case " + case_name);
  for (const Setting& setting : settings) {
    impl->settings.push_back(setting.name + "=" + setting.value);
  }
  return impl;
}

void RequireTime(double time, const char* what) {
  if (std::isfinite(time) && time > 0) return;
  throw std::invalid_argument(fmt::format("{} must be a time above 0 s, not {}", what, time));
}

}  // namespace

Model::Model(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
Model::Model(const Model& other) = default;
Model::Model(Model&& other) noexcept = default;
Model& Model::operator=(const Model& other) = default;
Model& Model::operator=(Model&& other) noexcept = default;
Model::~Model() = default;

Model Model::Load(const std::string& path, const std::vector<Setting>& settings,
                  const std::string& case_name) {
  return GuardedFile([&] {
    return Model(
        MakeImpl(LoadModel(path, ToAssignments(settings), case_name), settings, case_name));
  });
}

Model Model::Parse(const std::string& text, const std::string& path,
                   const std::vector<Setting>& settings, const std::string& case_name) {
  return GuardedFile([&] {
    auto impl =
        MakeImpl(ParseModel(text, path, ToAssignments(settings), case_name), settings, case_name);
    impl->settings.push_back(text);
    return Model(std::move(impl));
  });
}

const std::string& Model::name() const { return impl_->loaded.model.name; }
const std::vector<std::string>& Model::files() const { return impl_->loaded.files; }
const std::vector<std::string>& Model::cases() const { return impl_->loaded.cases; }

std::vector<Finding> Model::warnings() const {
  std::vector<Finding> findings;
  for (const Diagnostic& diagnostic : impl_->loaded.diagnostics.all()) {
    findings.push_back(ToFinding(diagnostic));
  }
  return findings;
}

std::vector<std::string> Model::bodies() const {
  std::vector<std::string> names;
  for (const Body& body : impl_->loaded.model.bodies) names.push_back(body.name);
  return names;
}

double Model::end_time() const { return impl_->loaded.model.solver.end_time; }
double Model::step() const { return impl_->loaded.model.solver.step; }
double Model::output_step() const { return impl_->loaded.model.solver.output_step; }

void Model::SetEndTime(double end_time) {
  RequireTime(end_time, "the end time");
  auto changed = std::make_shared<Impl>(*impl_);
  changed->loaded.model.solver.end_time = changed->loaded.written.solver.end_time = end_time;
  changed->settings.push_back(fmt::format("end_time={}", end_time));
  impl_ = std::move(changed);
}

void Model::SetStep(double step) {
  RequireTime(step, "the step");
  auto changed = std::make_shared<Impl>(*impl_);
  changed->loaded.model.solver.step = changed->loaded.written.solver.step = step;
  changed->settings.push_back(fmt::format("step={}", step));
  impl_ = std::move(changed);
}

std::string Model::Write(const std::string& folder) const {
  return Guarded(
      [&] { return WriteModel(impl_->loaded.model, std::filesystem::absolute(folder).string()); });
}

void Model::Save(const std::string& path) const {
  GuardedFile([&] {
    const auto folder = std::filesystem::absolute(path).parent_path();
    WriteTextFile(path, WriteModel(impl_->loaded.model, folder.string()));
  });
}

}  // namespace jounce::api
