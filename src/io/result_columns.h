// The datasets of numbers in a result that is being written: time and the columns of rows, then the
// columns of frames. Each is allocated on disk at its full size when it is made; rows are buffered
// here and overwrite what is there (io/result_file.h).
#ifndef JOUNCE_IO_RESULT_COLUMNS_H_
#define JOUNCE_IO_RESULT_COLUMNS_H_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "io/hdf5_handle.h"
#include "io/result_file.h"
#include "io/result_seal.h"

namespace jounce {

class ResultColumns {
 public:
  ResultColumns() = default;
  // `path` is the name of the file for messages.
  ResultColumns(const ResultLayout& layout, const std::string& path);

  // Bytes that they need on disk.
  size_t StorageBytes() const;
  size_t count() const { return columns_.size(); }
  std::vector<std::string> Paths() const;

  // Makes the datasets and their groups.
  void Create(hid_t file);

  enum Table { kRows, kFrames };
  // Takes a row into the buffer. True where that is full.
  bool Append(Table table, double time, std::span<const double> values);
  size_t written(Table table) const { return tables_[table].written; }
  size_t Taken(Table table) const { return tables_[table].written + tables_[table].buffered; }
  bool HasBuffered() const { return tables_[kRows].buffered + tables_[kFrames].buffered > 0; }

  // Whether what is buffered needs more room than was announced: then bytes of it, else 0.
  size_t MissingBytes() const;
  void Grow();
  // Writes the buffers out.
  void Flush();
  // Cuts the datasets to what was written.
  void Shrink();

  // Rows and frames written, and the checksums of the columns up to there.
  std::vector<uint64_t> Counters() const;
  // Where the numbers lie in the file, behind the seal.
  std::vector<ByteRange> Ranges(uint64_t chunk_offset) const;
  // Of the first chunk of the times, and a mark in it for those who look for it.
  haddr_t FirstChunk() const;
  void WriteMark(double mark);

  void Close();
  void Abandon();

 private:
  struct Column {
    ColumnInfo info;
    Table table = kRows;
    bool is_float = false;
    hsize_t chunk_rows = 1;
    Hdf5Handle dataset;
    std::vector<double> buffer;  // row by row
    uint64_t checksum = kChecksumStart;

    size_t chunk_bytes() const;
  };
  struct TableRows {
    size_t capacity = 1, written = 0, buffered = 0;
    size_t buffer_rows = 1;  // room for
  };

  void Add(const ColumnInfo& info, Table table, bool is_float);
  void CreateDataset(hid_t file, Column* column);
  void Resize(const Column& column, hsize_t rows);
  void Write(const Column& column);

  std::string path_;
  std::vector<Column> columns_;
  TableRows tables_[2];
};

}  // namespace jounce

#endif  // JOUNCE_IO_RESULT_COLUMNS_H_
