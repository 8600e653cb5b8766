// What an integrator saves and restores, so that a run goes on bit for bit.
#include "solve/integrator.h"

namespace jounce {

void Integrator::ExchangeState(StateStream* stream, SystemState* state) const {
  // Its sizes are the model's.
  if (stream->reading()) *state = system_.StartState();
  stream->Value(&state->time);
  stream->Values(&state->pose);
  stream->Values(&state->place_rest);
  stream->Values(&state->velocity);
  stream->Values(&state->acceleration);
  for (Eigen::VectorXd* vector :
       {&state->multiplier, &state->modal, &state->modal_velocity, &state->modal_acceleration}) {
    stream->Values(vector);
  }
  stream->Values(&state->nodes);
  stream->Values(&state->inputs);
}

void Integrator::ExchangeMatrix(StateStream* stream) {
  law_changes_.Exchange(stream);
  secants_.Exchange(stream);
  stream->Value(&wear_);
  stream->Value(&contraction_);
  stream->Value(&has_matrix_);
  stream->Value(&singular_);
  stream->Value(&matrix_slope_);
  stream->Value(&matrix_birth_);
  stream->Value(&noise_);
  matrix_.Exchange(stream);
  lu_.Exchange(matrix_.values(), has_matrix_, stream);
}

void Integrator::Exchange(StateStream* stream, bool with_matrix) {
  ExchangeState(stream, &state_);
  ExchangeState(stream, &trial_);
  stream->Value(&nodes_accelerated_);
  if (stream->reading()) {
    motion_ = trial_motion_ = coordinates_.MotionOf(state_);
    formula_->Start(motion_);
    step_error_.Start(motion_);
    predictor_.Start(motion_.rate, state_.multiplier);
  }
  for (StepMotion* motion : {&motion_, &trial_motion_}) {
    stream->Values(&motion->increment);
    stream->Values(&motion->velocity);
    stream->Values(&motion->rate);
  }
  formula_->Exchange(stream);
  predictor_.Exchange(stream);
  step_error_.Exchange(stream);
  if (with_matrix) ExchangeMatrix(stream);
  for (std::vector<double>* memory : {&history_, &next_, &previous_history_}) {
    stream->Values(memory);
  }
  for (double* number :
       {&h_, &time_left_, &force_size_, &residual_, &last_residual_, &error_, &last_step_}) {
    stream->Value(number);
  }
  if (stream->reading()) state_sizes_.setZero(system_.state_count());
  stream->Values(&state_sizes_);
  stream->Value(&halvings_);
  stream->Value(&statistics_);
}

}  // namespace jounce
