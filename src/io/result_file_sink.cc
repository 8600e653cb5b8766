#include "io/result_file_sink.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/error.h"
#include "io/run_summary_json.h"

namespace jounce {
namespace {

constexpr size_t kStateHead = sizeof(std::uint32_t) + sizeof(std::uint64_t);
// A state may get a little longer in the course of a run, by its warnings.
constexpr size_t kStateSlack = 4096;

ColumnInfo MotionColumn(const ResultDescription& description) {
  ColumnInfo motion{"motion/poses", "m",
                    "for each body x, y, z of its origin and the quaternion w, x, y, z of its axes",
                    7 * description.bodies.size(), ResultTable::kFrames};
  for (const ResultDescription::BodyEntry& body : description.bodies) {
    motion.names.push_back(body.name);
  }
  return motion;
}

ColumnInfo ModalColumn(const ResultDescription& description) {
  ColumnInfo modal{"modal/coordinates", "m", "coordinates of the modes of flexible bodies", 0};
  for (const ResultDescription::BodyEntry& body : description.bodies) {
    modal.width += static_cast<size_t>(body.modes);
    for (int i = 0; i < body.modes; ++i) {
      modal.names.push_back(fmt::format("{}:{}", body.name, i + 1));
    }
  }
  return modal;
}

}  // namespace

std::vector<ColumnInfo> ColumnsOf(const ResultDescription& description) {
  std::vector<ColumnInfo> columns;
  for (const ProbeChannel& channel : description.channels) {
    columns.push_back({ColumnPath("channels", channel.name), channel.unit, channel.description});
  }
  const ResultTable energies = ResultTable::kEnergies;
  columns.push_back({"energies/kinetic", "J", "of all bodies", 1, energies});
  columns.push_back({"energies/potential", "J", "of gravity", 1, energies});
  columns.push_back({"energies/stored", "J", "in springs and bushings", 1, energies});
  columns.push_back(
      {"energies/dissipated", "J", "in springs and bushings since the start", 1, energies});
  columns.push_back({"energies/supplied", "J",
                     "by loads, motions, moving frames and elements since the start", 1, energies});
  ColumnInfo modal = ModalColumn(description);
  if (modal.width > 0) columns.push_back(std::move(modal));
  if (!description.bodies.empty()) columns.push_back(MotionColumn(description));
  if (!description.connections.empty()) {
    columns.push_back({"loads/forces", "N", "size of the force in each connection",
                       description.connections.size(), ResultTable::kFrames,
                       description.connections});
  }
  return columns;
}

ResultFileSink::ResultFileSink(const std::string& path, const ResultOrigin& origin,
                               const ResultFileOptions& options, const Simulation& simulation)
    : path_(path), origin_(origin), options_(options), simulation_(simulation) {}

std::unique_lock<std::mutex> ResultFileSink::Lock() const {
  return options_.hdf5 ? std::unique_lock(*options_.hdf5) : std::unique_lock<std::mutex>();
}

void ResultFileSink::Begin(const ResultDescription& description) {
  description_ = description;
  if (!options_.all_motion) clock_ = FrameClock(description.end_time);
  ResultLayout layout;
  layout.columns = ColumnsOf(description);
  energy_clock_ = FrameClock::OfPoints(description.end_time);
  layout.rows = {description.rows, clock_.MostOf(description.rows, description.end_time),
                 energy_clock_.MostOf(description.rows, description.end_time)};
  layout.float32 = options_.float32;
  if (options_.checkpoint_seconds > 0) layout.state_bytes = SavedBytes().size() + kStateSlack;
  layout.unnamed = options_.earlier_rows > 0;
  const auto lock = Lock();
  writer_ = std::make_unique<ResultWriter>(path_, layout, origin_, options_.overwrite);
}

void ResultFileSink::FillFrame(const ResultRow& row) {
  frame_.clear();
  for (size_t i = 0; i < description_.bodies.size(); ++i) {
    const Placement7 placement = row.PlacementOf(i);
    frame_.insert(frame_.end(), placement.begin(), placement.end());
  }
  for (size_t i = 0; i < description_.connections.size(); ++i) frame_.push_back(row.LoadOf(i));
}

void ResultFileSink::Row(const ResultRow& row) {
  const std::span<const double> sensors = row.sensors();
  row_.assign(sensors.begin(), sensors.end());
  int modes = 0;
  for (const auto& body : description_.bodies) modes += body.modes;
  if (modes > 0) {
    // States of blocks come after the modes.
    const Eigen::VectorXd& modal = row.state().modal;
    row_.insert(row_.end(), modal.data(), modal.data() + modes);
  }
  const bool has_frames = !description_.bodies.empty() || !description_.connections.empty();
  const bool is_frame = has_frames && clock_.Takes(row.time());
  if (is_frame) FillFrame(row);
  const bool has_energies = energy_clock_.Takes(row.time());
  const Energies e = has_energies ? row.energies() : Energies();
  const auto lock = Lock();
  writer_->Append(row.time(), row_);
  if (is_frame) writer_->Append(ResultTable::kFrames, row.time(), frame_);
  if (has_energies) {
    const double energies[] = {e.kinetic, e.potential, e.stored, e.dissipated, e.supplied};
    writer_->Append(ResultTable::kEnergies, row.time(), energies);
  }
  if (++rows_ == options_.earlier_rows) {
    writer_->Flush();
    writer_->TakeName();
  }
  if (options_.checkpoint_seconds <= 0 || rows_ < options_.earlier_rows) return;
  const auto now = std::chrono::steady_clock::now();
  if (std::chrono::duration<double>(now - last_state_).count() < options_.checkpoint_seconds)
    return;
  last_state_ = now;
  writer_->SaveState(SavedBytes());
}

void ResultFileSink::End(RunSummary* summary) {
  const auto lock = Lock();
  if (!writer_) return;
  writer_->SetSummary(
      ToJson(*summary).dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
  if (summary->status.interrupted && rows_ > 0) writer_->KeepState(SavedBytes());
  writer_->Close();
}

std::vector<std::byte> ResultFileSink::SavedBytes() const { return ToBytes(simulation_.Save()); }

std::vector<std::byte> ToBytes(const SavedState& state) {
  std::vector<std::byte> bytes(kStateHead + state.bytes.size());
  std::memcpy(bytes.data(), &state.version, sizeof state.version);
  std::memcpy(bytes.data() + sizeof state.version, &state.fingerprint, sizeof state.fingerprint);
  std::copy(state.bytes.begin(), state.bytes.end(), bytes.begin() + kStateHead);
  return bytes;
}

SavedState FromBytes(std::span<const std::byte> bytes, const std::string& path) {
  if (bytes.size() < kStateHead) throw FileError(path, "holds no state to go on from");
  SavedState state;
  std::memcpy(&state.version, bytes.data(), sizeof state.version);
  std::memcpy(&state.fingerprint, bytes.data() + sizeof state.version, sizeof state.fingerprint);
  state.bytes.assign(bytes.begin() + kStateHead, bytes.end());
  return state;
}

}  // namespace jounce
