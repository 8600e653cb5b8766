// The result file as a sink: all groups of a run into HDF5 (io/result_file.h), rows as they come,
// and states from which the run can go on.
#ifndef JOUNCE_IO_RESULT_FILE_SINK_H_
#define JOUNCE_IO_RESULT_FILE_SINK_H_

#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "io/result_file.h"
#include "solve/frame_clock.h"
#include "solve/result_sink.h"

namespace jounce {

struct ResultFileOptions {
  bool overwrite = false;
  bool float32 = false;
  // Where the bodies are at every output, instead of at frames only (solve/frame_clock.h).
  bool all_motion = false;
  double checkpoint_seconds =
      0;                       // of wall clock, between states that are saved; 0: none on the way
  size_t earlier_rows = 0;     // of a run that goes on, which come first
  std::mutex* hdf5 = nullptr;  // where several threads write: HDF5 serves one at a time
};

// The datasets of a result of this description, times aside.
std::vector<ColumnInfo> ColumnsOf(const ResultDescription& description);

class ResultFileSink : public ResultSink {
 public:
  // `simulation`, whose states are saved, must outlive this.
  ResultFileSink(const std::string& path, const ResultOrigin& origin,
                 const ResultFileOptions& options, const Simulation& simulation);

  bool needs_energies() const override { return true; }
  // Opens the file before anything is computed, so that a name that cannot be written is told at
  // once.
  void Begin(const ResultDescription& description) override;
  void Row(const ResultRow& row) override;
  void End(RunSummary* summary) override;

 private:
  std::unique_lock<std::mutex> Lock() const;
  std::vector<std::byte> SavedBytes() const;
  void FillFrame(const ResultRow& row);

  std::string path_;
  ResultOrigin origin_;
  ResultFileOptions options_;
  const Simulation& simulation_;
  ResultDescription description_;
  FrameClock clock_, energy_clock_;
  std::unique_ptr<ResultWriter> writer_;
  std::vector<double> row_, frame_;
  size_t rows_ = 0;
  std::chrono::steady_clock::time_point last_state_ = std::chrono::steady_clock::now();
};

// A saved state as bytes, and back. Throws FileError, which speaks of `path`, for what is none.
std::vector<std::byte> ToBytes(const SavedState& state);
SavedState FromBytes(std::span<const std::byte> bytes, const std::string& path);

}  // namespace jounce

#endif  // JOUNCE_IO_RESULT_FILE_SINK_H_
