// A whole replication: a plan made ready, identified, iterated for each of its events, and judged.
//
//   Replication replication(plan);            reads and checks everything; throws InputError
//   replication.Identify(&progress);          runs with noise, where the plan has them
//   replication.Run(...);                     all events, in parallel
//   replication.OutcomeOf(event);             what came of it
#ifndef JOUNCE_REPLICATE_REPLICATION_H_
#define JOUNCE_REPLICATE_REPLICATION_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "replicate/iteration.h"
#include "replicate/plan.h"
#include "replicate/plant.h"
#include "replicate/servo_constraints.h"
#include "replicate/targets.h"
#include "signals/channel.h"
#include "signals/correlation.h"

namespace jounce {

// The plant of one or more events: the model with the same settings.
struct PlantVariant {
  NamedValues set;  // besides that of the plan
  std::vector<DriveItem> drives;
  std::vector<ProbeChoice> probes;  // of the targets, then of forces
  std::unique_ptr<SimulatedPlant> plant;
  ResponseMatrix linear;                // NaN for targets that do not follow small motions
  std::optional<ResponseMatrix> noisy;  // after Identify, where the plan has noise
};

struct ReplicatedEvent {
  std::string name;
  size_t variant = 0;
  EventTargets targets;
  std::optional<EventIteration> iteration;  // after Identify
  bool finished = false;
  double seconds = 0;  // wall clock of its runs
};

// What limits a channel that is not good enough.
struct Limitation {
  std::string target;
  double low = 0, high = 0;  // Hz, where most of its error lies
  double part = 0;           // of the power of its error
  std::string why;
};

struct TargetOutcome {
  std::string name;
  bool controlled = true;
  double error = 0;  // rms error over rms of the target, within the band
  ChannelCorrelation
      correlation;       // the criteria of [Wood 2003, 4.5.3], within the band, in its unit
  double coherence = 1;  // mean over the band
};

struct DriveOutcome {
  Channel history;  // of the drive file
  double peak = 0, peak_rate = 0;
};

struct EventOutcome {
  std::vector<TargetOutcome> targets;
  std::vector<DriveOutcome> drives;
  std::vector<Limitation> limitations;
};

class Replication {
 public:
  // Throws InputError with what is wrong with the plan, its model or its targets.
  explicit Replication(const ReplicatePlan& plan);

  const ReplicatePlan& plan() const { return plan_; }
  const std::vector<PlantVariant>& variants() const { return variants_; }
  std::vector<ReplicatedEvent>& events() { return events_; }
  const std::vector<ReplicatedEvent>& events() const { return events_; }
  const std::vector<std::string>& warnings() const { return warnings_; }
  const std::vector<std::string>& files() const { return files_; }  // all that was read
  double rate() const { return rate_; }
  // All that decides what comes out, in one number.
  std::uint64_t Fingerprint() const;
  // The matrix that is inverted.
  const ResponseMatrix& MatrixOf(const PlantVariant& variant) const;

  void Identify(Progress* progress);

  // Runs all events that are not finished; `after` is called after each run of one, from any
  // thread. False where the user stopped it.
  bool Run(Progress* progress, const std::function<void(const ReplicatedEvent&)>& after);

  EventOutcome OutcomeOf(const ReplicatedEvent& event) const;

 private:
  void ReadEvents();
  void MakeVariants();
  void MakePlant(PlantVariant* variant);
  void ReadLimits(const PlantVariant& variant);
  void CheckKnowledge() const;
  void CheckTargets() const;
  void CheckMatrix(const PlantVariant& variant) const;
  void CheckServo(const ReplicatedEvent& event) const;
  std::vector<size_t> Controlled() const;
  size_t StepsPerSample() const;
  ServoConstraints MakeServo(const ReplicatedEvent& event) const;
  // First drives of an event; false where the user stopped it.
  bool BeginByServo(ReplicatedEvent* event, Progress* progress) const;
  EventBlock BlockOf(const ReplicatedEvent& event) const;
  void PrepareIteration(ReplicatedEvent* event);
  std::vector<Limitation> LimitationsOf(const ReplicatedEvent& event) const;

  ReplicatePlan plan_;
  double rate_ = 0;
  std::vector<ReplicatedEvent> events_;
  std::vector<PlantVariant> variants_;
  std::vector<DriveLimits> limits_;
  std::vector<double> levels_;
  std::vector<std::string> warnings_, files_;
};

}  // namespace jounce

#endif  // JOUNCE_REPLICATE_REPLICATION_H_
