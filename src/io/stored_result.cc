#include "io/stored_result.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <filesystem>

#include "base/error.h"
#include "io/model_file.h"
#include "io/run_summary_json.h"
#include "io/text_file.h"
#include "model/probe_kinds.h"

namespace jounce {
namespace {

// One row of a result has these.
std::vector<ProbeChannel> ChosenChannels(const Model& model) {
  ChannelSettings settings = model.channels;
  settings.rate.reset();
  return ChannelSelection(settings, ChannelsOf(model)).channels();
}

Pose PoseOf(const double* p) {
  Pose pose;
  pose.p = Eigen::Vector3d(p[0], p[1], p[2]);
  pose.R = Eigen::Quaterniond(p[3], p[4], p[5], p[6]).normalized().toRotationMatrix();
  return pose;
}

// Between two poses: straight on and about one axis.
Pose Between(const double* a, const double* b, double part) {
  const Eigen::Vector3d p(a[0], a[1], a[2]), q(b[0], b[1], b[2]);
  const Eigen::Quaterniond u(a[3], a[4], a[5], a[6]), v(b[3], b[4], b[5], b[6]);
  Pose pose;
  pose.p = (1 - part) * p + part * q;
  pose.R = u.slerp(part, v).normalized().toRotationMatrix();
  return pose;
}

// All numbers of a result in memory, row after row.
class StoredRow : public ResultRow {
 public:
  StoredRow(const ResultReader& reader, const System& system, const ResultDescription& description)
      : system_(system),
        bodies_(description.bodies.size()),
        connections_(description.connections.size()),
        channels_(description.channels.size()),
        time_(reader.ReadTime()),
        state_(system.StartState()) {
    for (const ProbeChannel& channel : description.channels) {
      sensors_.push_back(reader.ReadColumn(ColumnPath("channels", channel.name)));
    }
    const char* const names[] = {"kinetic", "potential", "stored", "dissipated", "supplied"};
    for (size_t i = 0; i < energies_.size(); ++i) {
      // Results of earlier days do not say what was supplied.
      const std::string path = std::string("energies/") + names[i];
      energies_[i] = reader.HasColumn(path) ? reader.ReadColumn(path)
                                            : std::vector<double>(energies_[0].size());
    }
    if (system.mode_count() > 0) modal_ = reader.ReadColumn("modal/coordinates");
    if (bodies_ > 0) poses_ = reader.ReadColumn("motion/poses");
    if (connections_ > 0) loads_ = reader.ReadColumn("loads/forces");
    if (bodies_ + connections_ > 0) frames_ = reader.ReadColumn("frames/time");
    energy_times_ = reader.ReadColumn("energies/time");
    row_sensors_.resize(channels_);
  }

  void MoveTo(size_t row) {
    row_ = row;
    while (frame_ + 1 < frames_.size() && frames_[frame_ + 1] <= time_[row]) ++frame_;
    while (point_ + 1 < energy_times_.size() && energy_times_[point_ + 1] <= time_[row]) ++point_;
    for (size_t c = 0; c < channels_; ++c) row_sensors_[c] = sensors_[c][row];
    has_state_ = false;
  }

  double time() const override { return time_[row_]; }
  std::span<const double> sensors() const override { return row_sensors_; }

  Placement7 PlacementOf(size_t body) const override {
    Placement7 placement;
    const double* first = PoseNumbers(frame_, body);
    std::copy(first, first + 7, placement.begin());
    return placement;
  }

  const SystemState& state() const override {
    if (has_state_) return state_;
    has_state_ = true;
    state_.time = time_[row_];
    const Eigen::Index modes = system_.mode_count();
    if (modes > 0) {
      state_.modal.head(modes) = Eigen::Map<const Eigen::VectorXd>(
          modal_.data() + row_ * static_cast<size_t>(modes), modes);
    }
    for (size_t i = 0; i < bodies_; ++i) state_.pose[i] = PoseNow(i);
    system_.PlaceFrames(&state_);
    return state_;
  }

  Energies energies() const override {
    return {.kinetic = energies_[0][point_],
            .potential = energies_[1][point_],
            .stored = energies_[2][point_],
            .dissipated = energies_[3][point_],
            .supplied = energies_[4][point_]};
  }

  double LoadOf(size_t connection) const override {
    return loads_[frame_ * connections_ + connection];
  }

 private:
  const double* PoseNumbers(size_t frame, size_t body) const {
    return poses_.data() + 7 * (frame * bodies_ + body);
  }

  // Frames are not at every row: between them bodies are where two of them say.
  Pose PoseNow(size_t body) const {
    const double from = frames_[frame_], now = time_[row_];
    if (now == from || frame_ + 1 == frames_.size()) return PoseOf(PoseNumbers(frame_, body));
    return Between(PoseNumbers(frame_, body), PoseNumbers(frame_ + 1, body),
                   (now - from) / (frames_[frame_ + 1] - from));
  }

  const System& system_;
  size_t bodies_, connections_, channels_;
  std::vector<double> time_;
  std::vector<std::vector<double>> sensors_;
  std::array<std::vector<double>, 5> energies_;
  std::vector<double> modal_, poses_, loads_, frames_, energy_times_;
  size_t row_ = 0, frame_ = 0, point_ = 0;
  std::vector<double> row_sensors_;
  mutable SystemState state_;
  mutable bool has_state_ = false;
};

std::string RequireFlatModel(const ResultReader& reader, const std::string& path) {
  std::string text = reader.ReadFlatModel();
  if (text.empty()) {
    throw InputError(fmt::format("'{}' holds channels alone, not the whole result of a run", path),
                     "run the model again with this version of Jounce");
  }
  return text;
}

}  // namespace

StoredResult::StoredResult(const std::string& path, Purpose purpose) : path_(path), reader_(path) {
  model_ = ReadFlatModel(RequireFlatModel(reader_, path),
                         std::filesystem::path(path).filename().string() + ":model",
                         purpose == Purpose::kRun, &files_);
  RequireUnchanged(files_);
  system_ = std::make_unique<System>(model_);
  description_ = DescribeResult(*system_, ChosenChannels(system_->model()), reader_.rows());
}

StoredResult::~StoredResult() = default;

// By their content, wherever they are.
void StoredResult::RequireUnchanged(const std::vector<std::string>& files) const {
  const std::vector<std::string> known = reader_.ReadInputHashes();
  for (const std::string& file : files) {
    if (std::find(known.begin(), known.end(), Sha256(ReadTextFile(file))) != known.end()) continue;
    throw InputError(fmt::format("'{}' is not the file that '{}' was made with", file, path_),
                     "run the model again");
  }
}

RunSummary StoredResult::ReadSummary() const {
  const std::string json = reader_.ReadSummary();
  if (!json.empty()) return ReadRunSummary(json, path_);
  // A run that was killed could tell nothing.
  RunSummary summary;
  summary.status = RunStatus::Failure("the run was killed");
  const std::vector<double> time = reader_.ReadTime();
  summary.end_time = time.empty() ? 0 : time.back();
  return summary;
}

ResultOrigin StoredResult::ReadOrigin() const {
  ResultOrigin origin;
  origin.command = reader_.ReadAttribute("command");
  origin.version = reader_.ReadAttribute("jounce_version");
  origin.source = reader_.ReadAttribute("source");
  origin.units = reader_.ReadAttribute("units");
  origin.inputs = reader_.ReadInputs();
  origin.flat_model = reader_.ReadFlatModel();
  origin.known = InputTexts{reader_.ReadModel(), reader_.ReadInputHashes(),
                            reader_.ReadAttribute("inputs_hash")};
  return origin;
}

void StoredResult::Replay(size_t rows, const std::function<void(const ResultRow&)>& give) const {
  if (rows == 0) return;
  StoredRow row(reader_, *system_, description_);
  for (size_t i = 0; i < std::min(rows, reader_.rows()); ++i) {
    row.MoveTo(i);
    give(row);
  }
}

}  // namespace jounce
