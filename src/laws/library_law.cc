#include "laws/library_law.h"

#include <fmt/format.h>

#include <vector>

#include "base/error.h"
#include "base/shared_library.h"
#include "laws/small_motion.h"

namespace jounce {
namespace {

const JounceLawPlugin* FindPlugin(const std::shared_ptr<void>& library, const std::string& file) {
  using Entry = const JounceLawPlugin* (*)();
  const auto entry = reinterpret_cast<Entry>(FindInLibrary(library, "jounce_law_plugin"));
  if (!entry) {
    throw InputError(fmt::format("library '{}' has no function jounce_law_plugin", file),
                     "build it against jounce/law_plugin.h");
  }
  const JounceLawPlugin* plugin = entry();
  if (!plugin || plugin->version != JOUNCE_LAW_PLUGIN_VERSION) {
    throw InputError(
        fmt::format("library '{}' is built for version {} of jounce/law_plugin.h, not {}", file,
                    plugin ? plugin->version : 0, JOUNCE_LAW_PLUGIN_VERSION),
        "build it again");
  }
  return plugin;
}

}  // namespace

void Validate(const LibrarySettings& settings, const ParameterCheck& check) {
  check.That(!settings.file.empty(), "file is empty", "give the path of the shared library");
  check.That(settings.dimension == 1 || settings.dimension == 3 || settings.dimension == 6,
             fmt::format("dimension is {}", settings.dimension), "give 1, 3 or 6");
  for (const auto& [name, value] : settings.parameters) check.Finite("parameter " + name, value);
}

LibraryLaw::LibraryLaw(const LibrarySettings& settings)
    : library_(OpenSharedLibrary(settings.file)),
      plugin_(FindPlugin(library_, settings.file)),
      dimension_(settings.dimension) {
  std::vector<const char*> names;
  std::vector<double> values;
  for (const auto& [name, value] : settings.parameters) {
    names.push_back(name.c_str());
    values.push_back(value);
  }
  char message[256] = "no reason given";
  law_ = plugin_->create(dimension_, static_cast<int>(names.size()), names.data(), values.data(),
                         message, sizeof message);
  if (!law_) {
    throw InputError(fmt::format("law '{}' of library '{}' refuses its parameters: {}",
                                 plugin_->name, settings.file, message));
  }
  state_size_ = plugin_->state_size(law_);
}

LibraryLaw::~LibraryLaw() {
  if (law_) plugin_->destroy(law_);
}

void LibraryLaw::Start(const double* strain, double* state) const {
  plugin_->start(law_, strain, state);
}

void LibraryLaw::Update(const LawStep& step, const double* state, double* next,
                        LawResponse* response) const {
  const JounceLawStep c_step{step.strain, step.rate, step.h};
  JounceLawResponse r{response->force, response->d_strain, response->d_rate, 0, 0};
  plugin_->update(law_, &c_step, state, next, &r);
  response->stored_energy = r.stored_energy;
  response->dissipated_energy = r.dissipated_energy;
}

SmallMotion LibraryLaw::Linearize(double omega, const double* strain) const {
  constexpr int kSize = kMaxLawDimension * kMaxLawDimension;
  double real[kSize] = {}, imaginary[kSize] = {};
  plugin_->complex_stiffness(law_, omega, strain, real, imaginary);
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  SmallMotion motion(dimension_);
  motion.K = Eigen::Map<Rows>(real, dimension_, dimension_);
  if (omega != 0) motion.C = Eigen::Map<Rows>(imaginary, dimension_, dimension_) / omega;
  motion.at_one_frequency = true;
  return motion;
}

}  // namespace jounce
