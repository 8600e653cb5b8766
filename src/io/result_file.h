// Result files: HDF5 that any tool reads with no help of ours. docs/results.md has the whole
// schema.
//
//   /                 attributes: format, format_version, jounce_version, command, created,
//                     inputs_hash, source, units (to show values in; they are SI here)
//   /time             float64 [rows], attribute unit = "s"
//   /channels/NAME    float64 or float32 [rows], attributes unit, description
//   /energies, /modal, /motion, /loads, /frames   further groups of numbers (ColumnInfo)
//   /columns          the names of all these datasets
//   /rows             how many rows are valid; the rest (of a run that was killed) is NaN
//   /flat_model       the model as run, in one text
//   /model            the text of each file that went in, one string a file
//   /inputs/path, /inputs/sha256   what went in, and its hashes
//   /summary          JSON text: status, statistics, warnings
//   /checksums        uint64 [2, columns + 3]: the last two states of the file: its rows and frames,
//                     the checksums of the columns up to there, and one of these numbers themselves
//   /state            where a run that was stopped can go on
//
// Why it survives kill -9, a full disk and a power cut: the file grows under the name NAME.part
// until every dataset is allocated on disk at its full size and its structure is flushed, and only
// then takes its name. Afterwards rows are only overwritten in place, so that at any moment the
// file is whole; a disk that is too small fails at the start. On a clean end the datasets shrink to
// what was written, and a compressed copy takes the place of the file (io/result_compact.h). While
// a run writes a file, it holds a lock on it.
//
// Damage is found out: that of the structure by the seal (io/result_seal.h) before HDF5 opens the
// file, that of the numbers by their checksums.
#ifndef JOUNCE_IO_RESULT_FILE_H_
#define JOUNCE_IO_RESULT_FILE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace jounce {

struct ChannelInfo {
  std::string name;
  std::string unit;
  std::string description;
};

// Which outputs a column has a row for: all, frames of the moving picture, or points of the plots
// of energies (solve/frame_clock.h).
enum class ResultTable { kRows, kFrames, kEnergies };
inline constexpr size_t kResultTables = 3;

// A dataset of numbers: one number a row, or several.
struct ColumnInfo {
  std::string path;  // "channels/wheel.z", "motion/arm"
  std::string unit;
  std::string description;
  size_t width = 1;
  ResultTable table = ResultTable::kRows;
  // What the numbers of a row belong to, as text beside it: GROUP/names.
  std::vector<std::string> names = {};
};

// The path of a column: a slash in its name would make a group of it.
std::string ColumnPath(const std::string& group, const std::string& name);

// What a result has room for.
struct ResultLayout {
  std::vector<ColumnInfo> columns;  // besides the times
  // Rows of each table as announced; more are taken, too.
  std::array<size_t, kResultTables> rows = {};
  bool float32 = false;    // numbers but times in single precision
  size_t state_bytes = 0;  // room for states that are written on the way
  bool unnamed = false;    // until TakeName()
};

// The files that went in, and one hash of everything that makes a result what it is.
struct InputTexts {
  std::vector<std::string> texts, hashes;
  std::string hash;
};

// Where a result comes from.
struct ResultOrigin {
  std::string command;                   // the command line
  std::string version;                   // of the program
  std::vector<std::string> inputs;       // paths of all files that went in
  std::vector<std::string> settings;     // further things that change the result, e.g. "--set k=1"
  std::string source = {};               // the model file, as the user calls it
  std::string flat_model = {};           // text (io/model_file.h)
  std::optional<InputTexts> known = {};  // where they were read before, by the run that goes on
  std::string units = {};                // to show it in (math/display_units.h); empty: SI
};

// A state to go on from, and how much of the result came before it.
struct ResultState {
  std::vector<std::byte> bytes;
  size_t rows = 0;
};

// Throws InputError where something stands under this name that a result of this origin may not
// replace without `overwrite`: anything but a result of the same inputs or one that is damaged.
// What is no regular file cannot become a result at all.
void RequireReplaceable(const std::string& path, const ResultOrigin& origin, bool overwrite);

class ResultWriter {
 public:
  // Makes the file with room for `rows` rows. Throws FileError if it cannot be written or another
  // run writes it, InputError if what stands there is not replaceable (see below).
  ResultWriter(const std::string& path, const ResultLayout& layout, const ResultOrigin& origin,
               bool overwrite);
  // With channels and nothing else.
  ResultWriter(const std::string& path, const std::vector<ChannelInfo>& channels, size_t rows,
               const ResultOrigin& origin, bool overwrite);
  ~ResultWriter();
  ResultWriter(const ResultWriter&) = delete;
  ResultWriter& operator=(const ResultWriter&) = delete;

  // One row: the numbers of all columns of rows. Buffered; on disk at the latest half a second
  // later or when the buffer is full. More rows than announced are taken, too: the file grows.
  void Append(double time, std::span<const double> values);
  // The same in another table than that of all outputs.
  void Append(ResultTable table, double time, std::span<const double> values);

  // Of a file whose layout says `unnamed`: takes the place of what stands there.
  void TakeName();

  // Writes out what is buffered and, where there is room for it, a state to go on from after it.
  void SaveState(std::span<const std::byte> state);
  // The state to be kept in the finished file; without it, it has none.
  void KeepState(std::span<const std::byte> state);

  // Writes out what is buffered.
  void Flush();

  // JSON text about the run, written at the end; the last one counts.
  void SetSummary(const std::string& json);

  // Flushes, cuts the datasets to the rows written and closes. The destructor does the same.
  void Close();

  size_t rows() const;

 private:
  struct Impl;
  void Guard(const std::function<void(Impl&)>& write);

  std::unique_ptr<Impl> impl_;
};

class ResultReader {
 public:
  // Throws FileError if it is not a result file.
  explicit ResultReader(const std::string& path);
  ~ResultReader();
  ResultReader(const ResultReader&) = delete;
  ResultReader& operator=(const ResultReader&) = delete;

  size_t rows() const;
  const std::vector<ChannelInfo>& channels() const;
  const std::vector<ColumnInfo>& columns() const;  // all, the times among them
  bool HasColumn(const std::string& path) const;
  // All numbers of a column, row by row. Throws InputError where there is none of this path.
  std::vector<double> ReadColumn(const std::string& path) const;
  std::vector<double> ReadTime() const;
  // Throws InputError with the nearest name if there is no such channel.
  std::vector<double> ReadChannel(const std::string& name) const;
  // samples.size() values from row `first` on.
  void ReadChannelPart(const std::string& name, size_t first, std::span<double> samples) const;
  std::string ReadAttribute(const std::string& name) const;
  std::string ReadSummary() const;
  std::string ReadFlatModel() const;
  // Where the run can go on; nothing for one that is finished.
  std::optional<ResultState> ReadState() const;
  std::vector<std::string> ReadInputs() const;
  std::vector<std::string> ReadInputHashes() const;
  std::vector<std::string> ReadModel() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// SHA-256 in hexadecimal.
std::string Sha256(const std::string& bytes);

}  // namespace jounce

#endif  // JOUNCE_IO_RESULT_FILE_H_
