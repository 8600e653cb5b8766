// Result files: HDF5 with a time axis and channels (docs/results.md), read and written.
#ifndef JOUNCE_RESULTS_H_
#define JOUNCE_RESULTS_H_

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "jounce/error.h"
#include "jounce/export.h"
#include "jounce/model.h"
#include "jounce/simulation.h"

namespace jounce::api {

// Runs a model from 0 to its end time and writes its outputs to a result file at the multiples of
// its output step, as `jounce run MODEL -o FILE` does. `replace` allows to replace a result that
// came from other inputs. Throws InputError, FileError, or RunError; with the last one the file
// holds what was reached.
JOUNCE_EXPORT RunStatistics RunToFile(const Model& model, const std::string& path,
                                      Start start = Start::kAsPlaced, bool replace = false);

// A result file that is open for reading. May be used by one thread at a time.
class JOUNCE_EXPORT Results {
 public:
  // Throws FileError where it is no result file, or a damaged one.
  explicit Results(const std::string& path);
  Results(Results&& other) noexcept;
  Results& operator=(Results&& other) noexcept;
  ~Results();

  // Valid rows; a run that was killed has fewer than it wanted.
  std::size_t rows() const;
  const std::vector<OutputChannel>& channels() const;
  // rows() times [s].
  std::vector<double> Time() const;
  // rows() values, in the unit of the channel. Throws InputError with the nearest name for an
  // unknown one, FileError where the numbers are damaged.
  std::vector<double> Channel(const std::string& name) const;
  // JSON text about the run: status, statistics, warnings; empty where there is none.
  std::string Summary() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Writes a result file row by row, for a loop of your own.
class JOUNCE_EXPORT ResultWriter {
 public:
  // Throws FileError where it cannot be written, InputError where something stands there that was
  // not made from the same model and `replace` is not said.
  //   rows  as many as are expected; more are taken, too
  ResultWriter(const std::string& path, const std::vector<OutputChannel>& channels,
               std::size_t rows, const Model& model, bool replace = false);
  ResultWriter(ResultWriter&& other) noexcept;
  ResultWriter& operator=(ResultWriter&& other) noexcept;
  // Closes. A write that fails then is not told: call Close() to know.
  ~ResultWriter();

  // One row: the time [s], rising from row to row, and the values in the units of the
  // channels. On disk half a second later, so that a program that is killed loses no more.
  // Throws std::invalid_argument unless there is one value a channel; FileError where it cannot be
  // written.
  void Append(double time, std::span<const double> values);
  // JSON text about the run, for Results::Summary(); the last one counts.
  void SetSummary(const std::string& json);
  // Ends the file; nothing can be appended afterwards. Throws FileError where it cannot be written:
  // the file then holds what was on disk before.
  void Close();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace jounce::api

#endif  // JOUNCE_RESULTS_H_
