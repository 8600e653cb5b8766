// The datasets of numbers in a result that is being written: tables of times and columns. Each is
// allocated on disk at its full size when it is made; rows are buffered here and overwrite what is
// there (io/result_file.h).
#ifndef JOUNCE_IO_RESULT_COLUMNS_H_
#define JOUNCE_IO_RESULT_COLUMNS_H_

#include <array>
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
  // Goes on in another file that has them.
  void Reopen(hid_t file);

  // Takes a row into the buffer. True where that is full.
  bool Append(ResultTable table, double time, std::span<const double> values);
  // Rows of all outputs on disk, and with those in the buffer.
  size_t written() const { return tables_[0].written; }
  size_t Taken() const { return tables_[0].written + tables_[0].buffered; }
  bool HasBuffered() const;

  // Whether what is buffered needs more room than was announced: then bytes of it, else 0.
  size_t MissingBytes() const;
  void Grow();
  // Writes the buffers out.
  void Flush();
  // Cuts the datasets to what was written.
  void Shrink();

  // Rows of the tables written, and the checksums of the columns up to there.
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

  void Add(const ColumnInfo& info, bool is_float);
  TableRows& TableOf(const Column& column) {
    return tables_[static_cast<size_t>(column.info.table)];
  }
  const TableRows& TableOf(const Column& column) const {
    return tables_[static_cast<size_t>(column.info.table)];
  }
  void CreateDataset(hid_t file, Column* column);
  void Resize(const Column& column, hsize_t rows);
  void Write(const Column& column);

  std::string path_;
  std::vector<Column> columns_;
  std::array<TableRows, kResultTables> tables_;
};

}  // namespace jounce

#endif  // JOUNCE_IO_RESULT_COLUMNS_H_
