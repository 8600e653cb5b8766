// An event of a plan: what was measured, and what the model says of it with its derivatives by the
// parameters.
#ifndef JOUNCE_CORRELATE_EVENT_H_
#define JOUNCE_CORRELATE_EVENT_H_

#include <Eigen/Core>
#include <memory>
#include <string>
#include <vector>

#include "correlate/plan.h"
#include "io/varied_model.h"
#include "signals/channel.h"

namespace jounce::correlate {

// Numbers that were measured together: a channel, one value, a frequency.
struct MeasuredItem {
  std::string name, unit;
  bool held_out = false;
  double weight = 1;
  double deviation = 0;  // 0: not known
  CompareBy comparison = CompareBy::kTime;
  bool is_history = false;
  std::vector<double> measured;  // as compared: samples, or lines of a spectrum
  Channel history;               // as measured, of a history
};

// What the model says of the items of an event.
struct Answer {
  bool ok = true;
  std::string reason;
  std::vector<std::vector<double>> simulated;  // of each item, as compared
  std::vector<Eigen::MatrixXd> slopes;         // by the factors of the parameters; a column each
  std::vector<std::vector<double>> histories;  // samples of items that are histories
  std::string warning;                         // of a way that was not the usual one
};

class Event {
 public:
  // Reads the model and the measurement; throws InputError or FileError.
  Event(const Plan& plan, const PlanEvent& event);

  const std::string& name() const { return event_.name; }
  const std::vector<MeasuredItem>& items() const { return items_; }
  const VariedModel& model() const { return *model_; }

  // With the parameters at these factors of what the model says.
  Answer Ask(const std::vector<double>& factors, bool wants_slopes) const;

 private:
  void ReadMeasurement();
  void FindReferenceModes();
  std::vector<double> ValuesAt(const std::vector<double>& factors) const;
  void AskRun(const std::vector<double>& factors, bool wants_slopes, Answer* answer) const;
  void AskRest(const std::vector<double>& factors, bool wants_slopes, Answer* answer) const;
  void AskModes(const std::vector<double>& factors, bool wants_slopes, Answer* answer) const;
  const ModeWithSlopes& MostLike(const PlanMode& wanted, const Mode& reference,
                                 const std::vector<ModeWithSlopes>& modes, Answer* answer) const;
  void PrepareRun(Model* model) const;
  void PrepareRest(Model* model) const;
  // Puts a channel of a run, and its slopes, in the place of an item.
  void TakeHistory(size_t item, const SensitivityRecording& found, size_t channel,
                   const std::vector<double>& values, bool wants_slopes, Answer* answer) const;
  bool RunByDifferences(const Model& model, const std::vector<ModelVariation>& variations,
                        SensitivityRecording* found, Answer* answer) const;

  PlanEvent event_;
  std::shared_ptr<const VariedModel> model_;
  std::vector<MeasuredItem> items_;    // channels, then values, then modes
  std::vector<Mode> reference_modes_;  // those of the plan in the model as it stands
  double rate_ = 0;                    // Hz, of the measurement
  size_t first_ = 0;                   // row of the run at which it begins
  size_t samples_ = 0;
};

}  // namespace jounce::correlate

#endif  // JOUNCE_CORRELATE_EVENT_H_
