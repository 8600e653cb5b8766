#include "blocks/library_block.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "blocks/plugin_kinds.h"

namespace jounce {
namespace {

// A quotient this near to a whole number is one.
constexpr double kNearlyWhole = 1e-6;
// Differences are taken over this part of what is usual.
constexpr double kDifference = 1e-6;

JounceBlockPoint PointOf(const BlockPoint& at, const double* states) {
  return {at.time, at.is_static(), at.u, states};
}

// One that runs all the time: its states are integrated with the motion of the model.
class LibraryBlock final : public Block {
 public:
  LibraryBlock(const JounceBlockPlugin& plugin, std::shared_ptr<void> object)
      : Block(plugin.input_count, plugin.output_count, plugin.state_count, 0),
        plugin_(plugin),
        object_(std::move(object)) {}

  bool feeds_through() const override { return plugin_.feeds_through != 0; }
  void InitialStates(double* x) const override {
    std::fill(x, x + states(), 0.0);
    if (plugin_.start) plugin_.start(object_.get(), x);
  }
  void Outputs(const BlockPoint& at, double* y) const override {
    const JounceBlockPoint point = PointOf(at, at.x);
    plugin_.outputs_at(object_.get(), &point, y);
  }
  void Rates(const BlockPoint& at, double* rates) const override {
    const JounceBlockPoint point = PointOf(at, at.x);
    std::fill(rates, rates + states(), 0.0);
    if (states() > 0) plugin_.rates_at(object_.get(), &point, rates);
  }

  // Matrices of slopes are made when the matrix of a step is: rarely.
  void Differentiate(const BlockPoint& at, BlockSlopes* slopes) const override {
    using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    Rows all = Rows::Zero(states() + outputs(), states() + inputs());
    if (plugin_.slopes) {
      const JounceBlockPoint point = PointOf(at, at.x);
      plugin_.slopes(object_.get(), &point, all.data());
    } else {
      for (int i = 0; i < all.cols(); ++i) all.col(i) = Difference(at, i);
    }
    slopes->A = all.topLeftCorner(states(), states());
    slopes->B = all.topRightCorner(states(), inputs());
    slopes->C = all.bottomLeftCorner(outputs(), states());
    slopes->D = all.bottomRightCorner(outputs(), inputs());
  }

 private:
  Eigen::VectorXd Difference(const BlockPoint& at, int column) const {
    const bool is_state = column < states();
    const JounceScalar* scalars = is_state ? plugin_.states : plugin_.inputs;
    const double usual = scalars ? scalars[is_state ? column : column - states()].size : 0;
    const double by = kDifference * (usual > 0 ? usual : 1);
    return (Moved(at, column, by) - Moved(at, column, -by)) / (2 * by);
  }
  // Rates and outputs with one number moved.
  Eigen::VectorXd Moved(const BlockPoint& at, int column, double by) const {
    Eigen::VectorXd x = Eigen::Map<const Eigen::VectorXd>(at.x, states());
    Eigen::VectorXd u = Eigen::Map<const Eigen::VectorXd>(at.u, inputs());
    (column < states() ? x[column] : u[column - states()]) += by;
    Eigen::VectorXd values = Eigen::VectorXd::Zero(states() + outputs());
    const JounceBlockPoint point = {at.time, at.is_static(), u.data(), x.data()};
    if (states() > 0) plugin_.rates_at(object_.get(), &point, values.data());
    plugin_.outputs_at(object_.get(), &point, values.data() + states());
    return values;
  }

  const JounceBlockPlugin& plugin_;
  std::shared_ptr<void> object_;  // keeps the library open
};

// One that samples. Memory: the number of the next sample, its states, what it puts out.
class SampledLibraryBlock final : public Block {
 public:
  SampledLibraryBlock(const JounceBlockPlugin& plugin, std::shared_ptr<void> object)
      : Block(plugin.input_count, plugin.output_count, 0,
              1 + plugin.state_count + plugin.output_count),
        plugin_(plugin),
        object_(std::move(object)) {}

  bool feeds_through() const override { return false; }
  bool has_small_motion() const override { return false; }
  bool Jumped(const double* before, const double* after) const override {
    return !std::equal(Held(before), Held(before) + outputs(), Held(after));
  }
  void StartMemory(double time, const double* u, double* memory) const override {
    memory[0] = std::floor(time / plugin_.period + kNearlyWhole) + 1;
    std::fill(memory + 1, memory + 1 + plugin_.state_count, 0.0);
    if (plugin_.start) plugin_.start(object_.get(), memory + 1);
    const JounceBlockPoint point = {time, 1, u, memory + 1};
    plugin_.outputs_at(object_.get(), &point, memory + 1 + plugin_.state_count);
  }
  void Outputs(const BlockPoint& at, double* y) const override {
    std::copy(Held(at.memory), Held(at.memory) + outputs(), y);
  }
  void Remember(const BlockPoint& at) const override {
    std::copy(at.memory, at.memory + memory(), at.next);
    if (at.is_static()) return StartMemory(at.time, at.u, at.next);
    if (at.time < at.memory[0] * plugin_.period - kNearlyWhole * plugin_.period) return;
    at.next[0] = at.memory[0] + 1;
    const JounceBlockPoint point = PointOf(at, at.memory + 1);
    plugin_.outputs_at(object_.get(), &point, at.next + 1 + plugin_.state_count);
    if (plugin_.state_count > 0) plugin_.rates_at(object_.get(), &point, at.next + 1);
  }
  void Differentiate(const BlockPoint&, BlockSlopes* slopes) const override { slopes->D.setZero(); }

 private:
  const double* Held(const double* memory) const { return memory + 1 + plugin_.state_count; }

  const JounceBlockPlugin& plugin_;
  std::shared_ptr<void> object_;
};

void CheckPlugin(const JounceBlockPlugin& p, const std::string& file) {
  const auto refuse = [&](const char* what) {
    throw InputError(fmt::format("block '{}' of library '{}' {}", p.name, file, what),
                     "jounce/plugin.h says what it must have");
  };
  if (p.input_count < 0 || p.parameter_count < 0 || p.state_count < 0 || p.output_count < 1) {
    refuse("has no outputs, or a negative number of something");
  }
  if (!p.create || !p.destroy || !p.outputs_at) refuse("lacks create, destroy or outputs_at");
  if (p.state_count > 0 && !p.rates_at) refuse("has states, but no rates_at");
  if (!(p.period >= 0)) refuse("has a negative period");
}

void CheckPeriod(double period, const BlockContext& context) {
  const double quotient = period / context.step;
  if (std::abs(quotient - std::round(quotient)) <= kNearlyWhole * std::max(1.0, quotient)) return;
  throw InputError(
      fmt::format("samples every {:.6g} s do not fall on steps of {:.6g} s", period, context.step),
      "choose a step that divides the period");
}

// With what keeps its words alive.
struct OpenKind : BlockKind {
  std::shared_ptr<void> library;
};

}  // namespace

std::shared_ptr<const BlockKind> OpenBlockKind(const LibraryKind& library) {
  const std::shared_ptr<void> opened = OpenSharedLibrary(library.file);
  const auto& plugin = FindPlugin<JounceBlockPlugin>(opened, library, "jounce_block_plugin");
  CheckPlugin(plugin, library.file);
  auto kind = std::make_shared<OpenKind>();
  kind->library = opened;
  kind->word = plugin.name;
  kind->meaning = plugin.meaning ? plugin.meaning : "";
  kind->least_inputs = kind->most_inputs = plugin.input_count;
  kind->fields = FieldsOf(plugin.parameters, plugin.parameter_count);
  kind->make = [&plugin, opened](const BlockSettings& settings,
                                 const BlockContext& context) -> std::unique_ptr<const Block> {
    if (plugin.period > 0) CheckPeriod(plugin.period, context);
    std::shared_ptr<void> object = CreateFrom(plugin, opened, settings.values);
    if (plugin.period > 0) return std::make_unique<SampledLibraryBlock>(plugin, std::move(object));
    return std::make_unique<LibraryBlock>(plugin, std::move(object));
  };
  return kind;
}

}  // namespace jounce
