#include "io/result_columns.h"

#include <algorithm>
#include <limits>

#include "base/error.h"

namespace jounce {
namespace {

constexpr hsize_t kChunkValues = 4096;
constexpr size_t kMostBufferRows = 2048;
constexpr size_t kBufferValues = 1 << 18;  // of a table
constexpr size_t kColumnBytes = 2048;      // of a column besides its numbers
constexpr size_t kChunkBytes = 128;        // of a chunk besides its numbers

size_t ChunksOf(size_t rows, size_t chunk_rows) { return (rows + chunk_rows - 1) / chunk_rows; }

// Straight to disk: the buffer is ours.
Hdf5Handle WithoutCache(const std::string& path) {
  Hdf5Handle access(H5Pcreate(H5P_DATASET_ACCESS), H5Pclose, path, kCannotWrite);
  H5Pset_chunk_cache(access.get(), 1, 0, 1.0);
  return access;
}

// Groups are made as they are needed.
Hdf5Handle MakeGroups(const std::string& path) {
  Hdf5Handle links(H5Pcreate(H5P_LINK_CREATE), H5Pclose, path, kCannotWrite);
  H5Pset_create_intermediate_group(links.get(), 1);
  H5Pset_char_encoding(links.get(), H5T_CSET_UTF8);
  return links;
}

}  // namespace

size_t ResultColumns::Column::chunk_bytes() const {
  return chunk_rows * info.width * (is_float ? sizeof(float) : sizeof(double)) + kChunkBytes;
}

ResultColumns::ResultColumns(const ResultLayout& layout, const std::string& path) : path_(path) {
  const ColumnInfo times[kResultTables] = {
      {"time", "s", "time"},
      {"frames/time", "s", "times of the frames", 1, ResultTable::kFrames},
      {"energies/time", "s", "times of the energies", 1, ResultTable::kEnergies}};
  std::array<size_t, kResultTables> widths = {};
  for (size_t table = 0; table < kResultTables; ++table) {
    tables_[table].capacity = std::max<size_t>(layout.rows[table], 1);
    bool has_time = table == 0;
    if (has_time) Add(times[0], false);
    for (const ColumnInfo& info : layout.columns) {
      if (static_cast<size_t>(info.table) != table) continue;
      if (!has_time) Add(times[table], false);
      has_time = true;
      Add(info, layout.float32);
      widths[table] += info.width;
    }
    tables_[table].buffer_rows =
        std::clamp<size_t>(kBufferValues / (widths[table] + 1), 1, kMostBufferRows);
  }
  for (Column& column : columns_) {
    column.buffer.resize(TableOf(column).buffer_rows * column.info.width);
  }
}

void ResultColumns::Add(const ColumnInfo& info, bool is_float) {
  Column column;
  column.info = info;
  column.is_float = is_float;
  const hsize_t most = std::max<hsize_t>(kChunkValues / std::max<size_t>(info.width, 1), 1);
  column.chunk_rows = std::min<hsize_t>(TableOf(column).capacity, most);
  columns_.push_back(std::move(column));
}

bool ResultColumns::HasBuffered() const {
  return std::any_of(tables_.begin(), tables_.end(),
                     [](const TableRows& rows) { return rows.buffered > 0; });
}

size_t ResultColumns::StorageBytes() const {
  size_t bytes = 0;
  for (const Column& column : columns_) {
    const size_t chunks = ChunksOf(TableOf(column).capacity, column.chunk_rows);
    bytes += kColumnBytes + chunks * column.chunk_bytes();
  }
  return bytes;
}

std::vector<std::string> ResultColumns::Paths() const {
  std::vector<std::string> paths;
  for (const Column& column : columns_) paths.push_back(column.info.path);
  return paths;
}

void ResultColumns::Create(hid_t file) {
  for (Column& column : columns_) CreateDataset(file, &column);
}

void ResultColumns::Reopen(hid_t file) {
  const Hdf5Handle access = WithoutCache(path_);
  for (Column& column : columns_) {
    column.dataset = Hdf5Handle(H5Dopen2(file, column.info.path.c_str(), access.get()), H5Dclose,
                                path_, kCannotWrite);
  }
}

// Allocated and filled with NaN at once, so that later writes touch nothing but the numbers.
void ResultColumns::CreateDataset(hid_t file, Column* column) {
  const ColumnInfo& info = column->info;
  const int rank = info.width == 1 ? 1 : 2;
  const hsize_t size[2] = {TableOf(*column).capacity, info.width};
  const hsize_t most[2] = {H5S_UNLIMITED, info.width};
  const hsize_t chunk[2] = {column->chunk_rows, info.width};
  const Hdf5Handle space(H5Screate_simple(rank, size, most), H5Sclose, path_, kCannotWrite);
  const Hdf5Handle layout(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, path_, kCannotWrite);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  H5Pset_chunk(layout.get(), rank, chunk);
  H5Pset_alloc_time(layout.get(), H5D_ALLOC_TIME_EARLY);
  H5Pset_fill_time(layout.get(), H5D_FILL_TIME_ALLOC);
  H5Pset_fill_value(layout.get(), H5T_NATIVE_DOUBLE, &nan);
  const Hdf5Handle access = WithoutCache(path_);
  const Hdf5Handle links = MakeGroups(path_);
  column->dataset = Hdf5Handle(
      H5Dcreate2(file, info.path.c_str(), column->is_float ? H5T_IEEE_F32LE : H5T_IEEE_F64LE,
                 space.get(), links.get(), layout.get(), access.get()),
      H5Dclose, path_, kCannotWrite);
  WriteTextAttribute(column->dataset.get(), "unit", info.unit, path_);
  WriteTextAttribute(column->dataset.get(), "description", info.description, path_);
  if (info.names.empty()) return;
  const std::string names = info.path.substr(0, info.path.find('/')) + "/names";
  WriteTextDataset(file, names.c_str(), info.names, path_);
}

bool ResultColumns::Append(ResultTable table, double time, std::span<const double> values) {
  TableRows& rows = tables_[static_cast<size_t>(table)];
  size_t next = 0;
  bool is_time = true;
  for (Column& column : columns_) {
    if (column.info.table != table) continue;
    double* to = column.buffer.data() + rows.buffered * column.info.width;
    if (is_time) {
      *to = time;
      is_time = false;
      continue;
    }
    for (size_t i = 0; i < column.info.width && next < values.size(); ++i) {
      const double value = values[next++];
      to[i] = column.is_float ? static_cast<double>(static_cast<float>(value)) : value;
    }
  }
  return ++rows.buffered == rows.buffer_rows;
}

size_t ResultColumns::MissingBytes() const {
  size_t bytes = 0;
  for (const Column& column : columns_) {
    const TableRows& rows = TableOf(column);
    if (rows.written + rows.buffered <= rows.capacity) continue;
    const size_t more = std::max(rows.capacity, rows.written + rows.buffered - rows.capacity);
    bytes += column.chunk_bytes() * (more / column.chunk_rows + 2);
  }
  return bytes;
}

void ResultColumns::Grow() {
  for (TableRows& rows : tables_) {
    const size_t needed = rows.written + rows.buffered;
    if (needed > rows.capacity) rows.capacity = std::max(2 * rows.capacity, needed);
  }
  for (const Column& column : columns_) Resize(column, TableOf(column).capacity);
}

void ResultColumns::Resize(const Column& column, hsize_t rows) {
  const hsize_t size[2] = {rows, column.info.width};
  CheckHdf5(H5Dset_extent(column.dataset.get(), size), path_, kCannotWrite);
}

void ResultColumns::Shrink() {
  for (TableRows& rows : tables_) rows.capacity = rows.written;
  for (const Column& column : columns_) Resize(column, TableOf(column).written);
}

void ResultColumns::Flush() {
  for (Column& column : columns_) {
    const size_t rows = TableOf(column).buffered;
    if (rows == 0) continue;
    Write(column);
    const std::span<const double> values(column.buffer.data(), rows * column.info.width);
    column.checksum = CarryChecksum(column.checksum, values);
  }
  for (TableRows& rows : tables_) {
    rows.written += rows.buffered;
    rows.buffered = 0;
  }
}

void ResultColumns::Write(const Column& column) {
  const TableRows& rows = TableOf(column);
  const int rank = column.info.width == 1 ? 1 : 2;
  const hsize_t start[2] = {rows.written, 0};
  const hsize_t count[2] = {rows.buffered, column.info.width};
  const Hdf5Handle target(H5Dget_space(column.dataset.get()), H5Sclose, path_, kCannotWrite);
  const Hdf5Handle source(H5Screate_simple(rank, count, nullptr), H5Sclose, path_, kCannotWrite);
  H5Sselect_hyperslab(target.get(), H5S_SELECT_SET, start, nullptr, count, nullptr);
  CheckHdf5(H5Dwrite(column.dataset.get(), H5T_NATIVE_DOUBLE, source.get(), target.get(),
                     H5P_DEFAULT, column.buffer.data()),
            path_, kCannotWrite);
}

std::vector<uint64_t> ResultColumns::Counters() const {
  std::vector<uint64_t> counters;
  for (const TableRows& rows : tables_) counters.push_back(rows.written);
  for (const Column& column : columns_) counters.push_back(column.checksum);
  return counters;
}

std::vector<ByteRange> ResultColumns::Ranges(uint64_t chunk_offset) const {
  std::vector<ByteRange> ranges;
  for (const Column& column : columns_) {
    for (hsize_t row = 0; row < TableOf(column).capacity; row += column.chunk_rows) {
      const hsize_t at[2] = {row, 0};
      unsigned mask = 0;
      haddr_t place = 0;
      hsize_t size = 0;
      CheckHdf5(H5Dget_chunk_info_by_coord(column.dataset.get(), at, &mask, &place, &size), path_,
                kCannotWrite);
      if (place != HADDR_UNDEF) {
        ranges.push_back({place + chunk_offset, place + chunk_offset + size});
      }
    }
  }
  return ranges;
}

haddr_t ResultColumns::FirstChunk() const {
  const hsize_t first = 0;
  unsigned mask = 0;
  haddr_t place = 0;
  hsize_t size = 0;
  CheckHdf5(H5Dget_chunk_info_by_coord(columns_[0].dataset.get(), &first, &mask, &place, &size),
            path_, kCannotWrite);
  return place;
}

void ResultColumns::WriteMark(double mark) {
  columns_[0].buffer[0] = mark;
  tables_[0].buffered = 1;
  Write(columns_[0]);
  tables_[0].buffered = 0;
}

void ResultColumns::Close() {
  for (Column& column : columns_) column.dataset.Reset();
}

void ResultColumns::Abandon() {
  for (Column& column : columns_) column.dataset.Abandon();
}

}  // namespace jounce
