#include "elements/force_model.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "math/rotation.h"

namespace jounce {
namespace {

constexpr double kPart = 1e-6;

using Axes = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;

// Moves one of the twelve numbers of a frame's motion, as JounceElementPlugin::slopes counts them.
void Move(int column, double by, JounceFrameMotion* frame) {
  if (column < 3) {
    frame->position[column] += by;
  } else if (column < 6) {
    Eigen::Map<Axes> R(frame->rotation);
    R = ExpRotation(by * Eigen::Vector3d::Unit(column - 3)) * R;
  } else if (column < 9) {
    frame->velocity[column - 6] += by;
  } else {
    frame->angular_velocity[column - 9] += by;
  }
}

std::vector<double> Increments(const std::vector<double>& sizes) {
  std::vector<double> increments;
  for (double size : sizes) increments.push_back(kPart * (size > 0 ? size : 1));
  return increments;
}

}  // namespace

SlopeDifferences::SlopeDifferences(const ForceModel& model, const std::vector<double>& input_sizes,
                                   const std::vector<double>& state_sizes)
    : model_(model),
      input_sizes_(Increments(input_sizes)),
      state_sizes_(Increments(state_sizes)),
      frames_(model.sizes().frames),
      inputs_(model.sizes().inputs),
      states_(model.sizes().states) {
  const int rows = std::max(model.sizes().rows(), model.sizes().outputs);
  plus_.resize(rows);
  minus_.resize(rows);
}

template <class Evaluate>
void SlopeDifferences::Differ(const JounceElementPoint& at, int rows, bool with_inputs,
                              Evaluate evaluate, double* slopes) {
  const ForceModel::Sizes& n = model_.sizes();
  std::copy(at.frames, at.frames + n.frames, frames_.begin());
  std::copy(at.states, at.states + n.states, states_.begin());
  if (with_inputs) std::copy(at.inputs, at.inputs + n.inputs, inputs_.begin());
  JounceElementPoint moved = at;
  moved.frames = frames_.data();
  moved.states = states_.data();
  moved.inputs = with_inputs ? inputs_.data() : nullptr;
  const auto differ = [&](int column, double by) {
    for (int row = 0; row < rows; ++row) {
      slopes[row * n.columns() + column] = (plus_[row] - minus_[row]) / (2 * by);
    }
  };
  for (int frame = 0; frame < n.frames; ++frame) {
    for (int i = 0; i < 12; ++i) {
      Move(i, kPart, &frames_[frame]);
      evaluate(moved, plus_.data());
      frames_[frame] = at.frames[frame];
      Move(i, -kPart, &frames_[frame]);
      evaluate(moved, minus_.data());
      frames_[frame] = at.frames[frame];
      const int first = i < 6 ? 6 * frame + i : 6 * n.frames + 6 * frame + i - 6;
      differ(first, kPart);
    }
  }
  const auto move = [&](std::vector<double>* values, const std::vector<double>& sizes, int first) {
    for (size_t i = 0; i < values->size(); ++i) {
      const double kept = (*values)[i];
      (*values)[i] = kept + sizes[i];
      evaluate(moved, plus_.data());
      (*values)[i] = kept - sizes[i];
      evaluate(moved, minus_.data());
      (*values)[i] = kept;
      differ(first + static_cast<int>(i), sizes[i]);
    }
  };
  if (with_inputs) move(&inputs_, input_sizes_, 12 * n.frames);
  move(&states_, state_sizes_, 12 * n.frames + n.inputs);
}

void SlopeDifferences::OfLoads(const JounceElementPoint& at, double* slopes) {
  const ForceModel::Sizes& n = model_.sizes();
  Differ(
      at, n.rows(), true,
      [&](const JounceElementPoint& point, double* values) {
        std::fill(values, values + n.rows(), 0.0);
        JounceElementAnswer answer{values, values + 6 * n.frames, 0, 0};
        model_.Evaluate(point, &answer);
      },
      slopes);
}

void SlopeDifferences::OfOutputs(const JounceElementPoint& at, double* slopes) {
  const ForceModel::Sizes& n = model_.sizes();
  std::fill(slopes, slopes + n.outputs * n.columns(), 0.0);
  Differ(
      at, n.outputs, false,
      [&](const JounceElementPoint& point, double* values) {
        std::fill(values, values + n.outputs, 0.0);
        model_.Outputs(point, values);
      },
      slopes);
}

}  // namespace jounce
