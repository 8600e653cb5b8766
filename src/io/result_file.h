// Result files: HDF5 that any tool reads with no help of ours.
//
//   /                 attributes: format, format_version, jounce_version, command, created,
//                     inputs_hash
//   /time             float64 [rows], attribute unit = "s"
//   /channels/NAME    float64 [rows], attributes unit, description
//   /rows             how many rows are valid; the rest (of a run that was killed) is NaN
//   /model            the model as run: text of each file, one string a file
//   /inputs/path      text [files]: what went in
//   /inputs/sha256    text [files]: its hashes
//   /summary          JSON text: status, statistics, warnings
//   /checksums        uint64 [2, columns + 2]: the last two states of the file: its rows, the
//                     checksums of time and the channels (in the order of their names) up to there,
//                     and one of these numbers themselves
//
// Why it survives kill -9, a full disk and a power cut: the file grows under the name NAME.part
// until every dataset is allocated on disk at its full size and its structure is flushed, and only
// then takes its name. Afterwards rows are only overwritten in place, so that at any moment the
// file is whole; a disk that is too small fails at the start. On a clean end the datasets shrink to
// what was written. While a run writes a file, it holds a lock on it.
//
// Damage is found out: that of the structure by the seal (io/result_seal.h) before HDF5 opens the
// file, that of the numbers by their checksums.
#ifndef JOUNCE_IO_RESULT_FILE_H_
#define JOUNCE_IO_RESULT_FILE_H_

#include <chrono>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace jounce {

struct ChannelInfo {
  std::string name;
  std::string unit;
  std::string description;
};

// Where a result comes from.
struct ResultOrigin {
  std::string command;                // the command line
  std::string version;                // of the program
  std::vector<std::string> inputs;    // paths of all files that went in
  std::vector<std::string> settings;  // further things that change the result, e.g. "--set k=1"
};

// Throws InputError where something stands under this name that a result of this origin may not
// replace without `overwrite`: anything but a result of the same inputs or one that is damaged.
// What is no regular file cannot become a result at all.
void RequireReplaceable(const std::string& path, const ResultOrigin& origin, bool overwrite);

class ResultWriter {
 public:
  // Makes the file with room for `rows` rows. Throws FileError if it cannot be written or another
  // run writes it, InputError if what stands there is not replaceable (see below).
  ResultWriter(const std::string& path, const std::vector<ChannelInfo>& channels, size_t rows,
               const ResultOrigin& origin, bool overwrite);
  ~ResultWriter();
  ResultWriter(const ResultWriter&) = delete;
  ResultWriter& operator=(const ResultWriter&) = delete;

  // One row. Buffered; on disk at the latest half a second later or when the buffer is full. More
  // rows than announced are taken, too: the file grows.
  void Append(double time, std::span<const double> values);

  // Writes out what is buffered.
  void Flush();

  // JSON text about the run, written at the end; the last one counts.
  void SetSummary(const std::string& json);

  // Flushes, cuts the datasets to the rows written and closes. The destructor does the same.
  void Close();

  size_t rows() const;

 private:
  struct Impl;
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
  std::vector<double> ReadTime() const;
  // Throws InputError with the nearest name if there is no such channel.
  std::vector<double> ReadChannel(const std::string& name) const;
  // samples.size() values from row `first` on.
  void ReadChannelPart(const std::string& name, size_t first, std::span<double> samples) const;
  std::string ReadAttribute(const std::string& name) const;
  std::string ReadSummary() const;
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
