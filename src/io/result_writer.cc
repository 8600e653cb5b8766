#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <limits>
#include <numeric>

#include "base/error.h"
#include "base/output_file.h"
#include "io/hdf5_handle.h"
#include "io/result_file.h"
#include "io/result_lock.h"
#include "io/result_seal.h"
#include "io/text_file.h"

namespace jounce {
namespace {

constexpr hsize_t kChunkRows = 4096;
constexpr size_t kBufferRows = 512;
constexpr double kFlushSeconds = 0.5;
constexpr const char* kCannotWrite = "cannot be written (is the disk full?)";
constexpr size_t kStructureBytes = 1 << 16;  // of an empty file
constexpr size_t kColumnBytes = 2048;        // of a column besides its numbers
constexpr size_t kChunkBytes = 128;          // of a chunk besides its numbers

std::string Now() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

// The files that went in, and one hash of everything that makes a result what it is.
struct InputTexts {
  std::vector<std::string> texts, hashes;
  std::string hash;
};

InputTexts ReadInputTexts(const ResultOrigin& origin) {
  InputTexts inputs;
  std::string all;
  for (const std::string& path : origin.inputs) {
    std::string text = ReadTextFile(path);
    inputs.hashes.push_back(Sha256(text));
    all += inputs.hashes.back() + "\n";
    // The model's own text is kept; measured data are known by their hash.
    const bool is_text = text.size() < (1u << 20) && text.find('\0') == std::string::npos;
    inputs.texts.push_back(is_text ? std::move(text) : "");
  }
  for (const std::string& setting : origin.settings) all += setting + "\n";
  inputs.hash = Sha256(all);
  return inputs;
}

void RefuseForeignResult(const std::string& path, const std::string& hash) {
  const char* const kRemedy = "choose another name, or say --force to replace it";
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return;
  if (!LooksLikeResult(path)) {
    throw InputError(fmt::format("'{}' exists and is not a result of ours", path), kRemedy);
  }
  try {
    if (ResultReader(path).ReadAttribute("inputs_hash") == hash) return;
  } catch (const FileError&) {
    return;  // nobody can read it: nothing is lost
  }
  throw InputError(fmt::format("'{}' holds a result that came from other inputs", path), kRemedy);
}

OutputTarget RequireRegularFile(const std::string& path) {
  OutputTarget target = FindOutputTarget(path);
  if (target.streams) {
    throw InputError(fmt::format("'{}' is no regular file", path),
                     "a result cannot be written piece by piece: give a file");
  }
  return target;
}

}  // namespace

void RequireReplaceable(const std::string& path, const ResultOrigin& origin, bool overwrite) {
  RequireRegularFile(path);
  if (!overwrite) RefuseForeignResult(path, ReadInputTexts(origin).hash);
}

struct ResultWriter::Impl {
  std::string path;       // as the user says it
  std::string file_path;  // where the bytes are
  ResultLock lock;
  Hdf5Handle file;
  Hdf5Handle rows_dataset, checksums_dataset;
  std::vector<Hdf5Handle> datasets;  // time, then the channels
  std::vector<size_t> order;         // of the datasets in the checksums
  std::vector<uint64_t> checksums;   // of the datasets up to `written`
  std::vector<uint64_t> state;       // a row of the dataset of checksums
  size_t seal_size = 0;
  uint64_t chunk_offset = 0;  // what HDF5 leaves out of the places of chunks
  hsize_t chunk_rows = 1;
  size_t capacity = 0;
  size_t written = 0;   // rows on disk
  size_t buffered = 0;  // rows in the buffer
  size_t flushes = 0;
  std::vector<double> buffer;  // column after column, kBufferRows each
  std::string summary;
  std::chrono::steady_clock::time_point last_flush = std::chrono::steady_clock::now();

  void CreateFile(const ResultOrigin& origin, const InputTexts& inputs);
  void CreateColumns(const std::vector<ChannelInfo>& channels, hsize_t rows);
  Hdf5Handle CreateColumn(hid_t location, const ChannelInfo& channel, hsize_t rows);
  void CreateCounters();
  void FindChunkOffset();
  void Reserve(size_t bytes);
  std::vector<ByteRange> NumberRanges() const;
  void FlushFile();
  void SealRunning();
  void WriteColumn(size_t column);
  void WriteState();
  void WriteSummary();
  void Resize(hsize_t rows);
  void Flush();
  void Close();
  void Abandon();
};

// Asks for the room before HDF5 needs it, which does not survive a disk that is full.
void ResultWriter::Impl::Reserve(size_t bytes) {
  struct stat status = {};
  const int descriptor = lock.descriptor();
  if (::fstat(descriptor, &status) != 0) return;
  const auto size = static_cast<off_t>(status.st_size);
  // Not every file system knows this: then the writes themselves tell.
  if (::fallocate(descriptor, FALLOC_FL_KEEP_SIZE, size, static_cast<off_t>(bytes)) == 0) return;
  if (errno != ENOSPC && errno != EDQUOT && errno != EFBIG) return;
  throw FileError(path, fmt::format("cannot be written: it needs {:.1f} MB more on a disk that has "
                                    "no such room",
                                    1e-6 * static_cast<double>(bytes)));
}

void ResultWriter::Impl::CreateFile(const ResultOrigin& origin, const InputTexts& inputs) {
  const Hdf5Handle how(H5Pcreate(H5P_FILE_CREATE), H5Pclose, path, kCannotWrite);
  CheckHdf5(H5Pset_userblock(how.get(), seal_size), path, kCannotWrite);
  const Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, path, kCannotWrite);
  H5Pset_file_locking(access.get(), false, true);  // the lock is ours
  // The structure in few places, so that the numbers lie in few ranges.
  H5Pset_meta_block_size(
      access.get(), std::clamp<hsize_t>(kColumnBytes * checksums.size(), 4096, kStructureBytes));
  file = Hdf5Handle(H5Fcreate(file_path.c_str(), H5F_ACC_TRUNC, how.get(), access.get()), H5Fclose,
                    path, kCannotWrite);
  WriteTextAttribute(file.get(), "format", "jounce-result", path);
  WriteTextAttribute(file.get(), "format_version", "2", path);
  WriteTextAttribute(file.get(), "jounce_version", origin.version, path);
  WriteTextAttribute(file.get(), "command", origin.command, path);
  WriteTextAttribute(file.get(), "created", Now(), path);
  WriteTextAttribute(file.get(), "inputs_hash", inputs.hash, path);
  WriteTextDataset(file.get(), "model", inputs.texts, path);
  const Hdf5Handle group(H5Gcreate2(file.get(), "inputs", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                         H5Gclose, path, kCannotWrite);
  WriteTextDataset(group.get(), "path", origin.inputs, path);
  WriteTextDataset(group.get(), "sha256", inputs.hashes, path);
}

void ResultWriter::Impl::CreateColumns(const std::vector<ChannelInfo>& channels, hsize_t rows) {
  datasets.push_back(CreateColumn(file.get(), {"time", "s", "time"}, rows));
  const Hdf5Handle group(H5Gcreate2(file.get(), "channels", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                         H5Gclose, path, kCannotWrite);
  std::vector<std::string> names = {""};  // the time comes first
  for (ChannelInfo channel : channels) {
    // A slash would make a group of it.
    std::replace(channel.name.begin(), channel.name.end(), '/', '|');
    datasets.push_back(CreateColumn(group.get(), channel, rows));
    names.push_back(channel.name);
  }
  order.resize(names.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return names[a] < names[b]; });
}

// Allocated and filled with NaN at once, so that later writes touch nothing but the numbers.
Hdf5Handle ResultWriter::Impl::CreateColumn(hid_t location, const ChannelInfo& channel,
                                            hsize_t rows) {
  const hsize_t unlimited = H5S_UNLIMITED;
  const Hdf5Handle space(H5Screate_simple(1, &rows, &unlimited), H5Sclose, path, kCannotWrite);
  const Hdf5Handle layout(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, path, kCannotWrite);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  H5Pset_chunk(layout.get(), 1, &chunk_rows);
  H5Pset_alloc_time(layout.get(), H5D_ALLOC_TIME_EARLY);
  H5Pset_fill_time(layout.get(), H5D_FILL_TIME_ALLOC);
  H5Pset_fill_value(layout.get(), H5T_NATIVE_DOUBLE, &nan);
  const Hdf5Handle access(H5Pcreate(H5P_DATASET_ACCESS), H5Pclose, path, kCannotWrite);
  H5Pset_chunk_cache(access.get(), 1, 0, 1.0);  // straight to disk: the buffer is ours
  Hdf5Handle dataset(H5Dcreate2(location, channel.name.c_str(), H5T_IEEE_F64LE, space.get(),
                                H5P_DEFAULT, layout.get(), access.get()),
                     H5Dclose, path, kCannotWrite);
  WriteTextAttribute(dataset.get(), "unit", channel.unit, path);
  WriteTextAttribute(dataset.get(), "description", channel.description, path);
  return dataset;
}

void ResultWriter::Impl::CreateCounters() {
  const Hdf5Handle early(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, path, kCannotWrite);
  H5Pset_alloc_time(early.get(), H5D_ALLOC_TIME_EARLY);
  const Hdf5Handle one(H5Screate(H5S_SCALAR), H5Sclose, path, kCannotWrite);
  rows_dataset = Hdf5Handle(H5Dcreate2(file.get(), "rows", H5T_STD_I64LE, one.get(), H5P_DEFAULT,
                                       early.get(), H5P_DEFAULT),
                            H5Dclose, path, kCannotWrite);
  WriteTextAttribute(rows_dataset.get(), "description", "number of valid rows", path);
  const hsize_t shape[2] = {2, datasets.size() + 2};
  const Hdf5Handle space(H5Screate_simple(2, shape, nullptr), H5Sclose, path, kCannotWrite);
  checksums_dataset = Hdf5Handle(H5Dcreate2(file.get(), "checksums", H5T_STD_U64LE, space.get(),
                                            H5P_DEFAULT, early.get(), H5P_DEFAULT),
                                 H5Dclose, path, kCannotWrite);
  state.resize(datasets.size() + 2);
  WriteState();
}

// Of two places one after the other, so that a kill in the middle leaves the older one.
void ResultWriter::Impl::WriteState() {
  state[0] = written;
  for (size_t i = 0; i < order.size(); ++i) state[i + 1] = checksums[order[i]];
  state.back() =
      CarryChecksum(kChecksumStart, std::span<const uint64_t>(state).first(state.size() - 1));
  const hsize_t start[2] = {flushes++ % 2, 0};
  const hsize_t count[2] = {1, state.size()};
  const Hdf5Handle target(H5Dget_space(checksums_dataset.get()), H5Sclose, path, kCannotWrite);
  const Hdf5Handle source(H5Screate_simple(2, count, nullptr), H5Sclose, path, kCannotWrite);
  H5Sselect_hyperslab(target.get(), H5S_SELECT_SET, start, nullptr, count, nullptr);
  CheckHdf5(H5Dwrite(checksums_dataset.get(), H5T_NATIVE_UINT64, source.get(), target.get(),
                     H5P_DEFAULT, state.data()),
            path, kCannotWrite);
  const long long rows = static_cast<long long>(written);
  CheckHdf5(H5Dwrite(rows_dataset.get(), H5T_NATIVE_LLONG, H5S_ALL, H5S_ALL, H5P_DEFAULT, &rows),
            path, kCannotWrite);
}

void ResultWriter::Impl::FlushFile() {
  CheckHdf5(H5Fflush(file.get(), H5F_SCOPE_GLOBAL), path, kCannotWrite);
}

// Versions of HDF5 differ in whether the place of a chunk counts from the start of the file or from
// behind the seal: a mark shows it.
void ResultWriter::Impl::FindChunkOffset() {
  const double mark = 6.02214076e23, nan = std::numeric_limits<double>::quiet_NaN();
  buffer[0] = mark;
  buffered = 1;
  WriteColumn(0);
  FlushFile();
  const hsize_t first = 0;
  unsigned mask = 0;
  haddr_t place = 0;
  hsize_t size = 0;
  CheckHdf5(H5Dget_chunk_info_by_coord(datasets[0].get(), &first, &mask, &place, &size), path,
            kCannotWrite);
  double found = 0;
  const bool counts_all =
      ::pread(lock.descriptor(), &found, sizeof found, static_cast<off_t>(place)) == sizeof found &&
      found == mark;
  chunk_offset = counts_all ? 0 : seal_size;
  buffer[0] = nan;
  WriteColumn(0);
  buffered = 0;
}

std::vector<ByteRange> ResultWriter::Impl::NumberRanges() const {
  std::vector<ByteRange> ranges;
  for (const Hdf5Handle& dataset : datasets) {
    for (hsize_t row = 0; row < capacity; row += chunk_rows) {
      unsigned mask = 0;
      haddr_t place = 0;
      hsize_t size = 0;
      CheckHdf5(H5Dget_chunk_info_by_coord(dataset.get(), &row, &mask, &place, &size), path,
                kCannotWrite);
      if (place != HADDR_UNDEF) {
        ranges.push_back({place + chunk_offset, place + chunk_offset + size});
      }
    }
  }
  return ranges;
}

// As long as rows are written, the counters change besides the numbers.
void ResultWriter::Impl::SealRunning() {
  FlushFile();
  std::vector<ByteRange> ranges = NumberRanges();
  for (const Hdf5Handle* counter : {&rows_dataset, &checksums_dataset}) {
    const haddr_t place = H5Dget_offset(counter->get());
    ranges.push_back({place, place + H5Dget_storage_size(counter->get())});
  }
  SealResult(lock.descriptor(), seal_size, std::move(ranges), path);
}

void ResultWriter::Impl::WriteColumn(size_t column) {
  const hsize_t start = written;
  const hsize_t count = buffered;
  const Hdf5Handle target(H5Dget_space(datasets[column].get()), H5Sclose, path, kCannotWrite);
  const Hdf5Handle source(H5Screate_simple(1, &count, nullptr), H5Sclose, path, kCannotWrite);
  H5Sselect_hyperslab(target.get(), H5S_SELECT_SET, &start, nullptr, &count, nullptr);
  CheckHdf5(H5Dwrite(datasets[column].get(), H5T_NATIVE_DOUBLE, source.get(), target.get(),
                     H5P_DEFAULT, buffer.data() + column * kBufferRows),
            path, kCannotWrite);
}

void ResultWriter::Impl::Resize(hsize_t rows) {
  for (const Hdf5Handle& dataset : datasets) {
    CheckHdf5(H5Dset_extent(dataset.get(), &rows), path, kCannotWrite);
  }
  capacity = rows;
}

void ResultWriter::Impl::Flush() {
  last_flush = std::chrono::steady_clock::now();
  if (buffered == 0) return;
  if (written + buffered > capacity) {
    const size_t rows = std::max<size_t>(2 * capacity, written + buffered);
    const size_t chunks = datasets.size() * ((rows - capacity) / chunk_rows + 2);
    Reserve(chunks * (chunk_rows * sizeof(double) + kChunkBytes));
    UnsealResult(lock.descriptor(), seal_size, path);
    Resize(rows);
    SealRunning();
  }
  for (size_t column = 0; column < datasets.size(); ++column) {
    WriteColumn(column);
    checksums[column] = CarryChecksum(
        checksums[column], std::span<const double>(buffer.data() + column * kBufferRows, buffered));
  }
  written += buffered;
  buffered = 0;
  WriteState();
  FlushFile();
}

void ResultWriter::Impl::WriteSummary() {
  if (!summary.empty()) WriteTextDataset(file.get(), "summary", {summary}, path);
}

void ResultWriter::Impl::Close() {
  Flush();
  Reserve(summary.size() + kStructureBytes);
  UnsealResult(lock.descriptor(), seal_size, path);
  WriteSummary();
  if (written != capacity) Resize(written);
  WriteState();  // both places alike
  FlushFile();
  const std::vector<ByteRange> numbers = NumberRanges();
  datasets.clear();
  rows_dataset.Reset();
  checksums_dataset.Reset();
  file.Reset();
  SealResult(lock.descriptor(), seal_size, numbers, path);
  lock.Release();
}

// After a failed write: what is on disk is whole up to the last flush, and HDF5, which would try
// again and crash, must not touch it any more.
void ResultWriter::Impl::Abandon() {
  for (Hdf5Handle& dataset : datasets) dataset.Abandon();
  rows_dataset.Abandon();
  checksums_dataset.Abandon();
  file.Abandon();
  lock.Release();
}

ResultWriter::ResultWriter(const std::string& path, const std::vector<ChannelInfo>& channels,
                           size_t rows, const ResultOrigin& origin, bool overwrite)
    : impl_(std::make_unique<Impl>()) {
  SilenceHdf5();
  Impl& impl = *impl_;
  const OutputTarget target = RequireRegularFile(path);
  const InputTexts inputs = ReadInputTexts(origin);
  impl.path = path;
  impl.lock = ResultLock(target.path, path);
  if (!overwrite) RefuseForeignResult(target.path, inputs.hash);
  impl.file_path = impl.lock.unfinished_path();
  impl.capacity = std::max<size_t>(rows, 1);
  impl.chunk_rows = std::min<hsize_t>(impl.capacity, kChunkRows);
  impl.seal_size = ResultSealSize(channels.size() + 1);
  impl.buffer.resize((channels.size() + 1) * kBufferRows);
  impl.checksums.assign(channels.size() + 1, kChecksumStart);
  try {
    const size_t chunks =
        (channels.size() + 1) * ((impl.capacity + impl.chunk_rows - 1) / impl.chunk_rows);
    size_t bytes = impl.seal_size + 2 * kStructureBytes + kColumnBytes * (channels.size() + 1) +
                   chunks * (impl.chunk_rows * sizeof(double) + kChunkBytes);
    for (const std::string& text : inputs.texts) bytes += text.size();
    impl.CreateFile(origin, inputs);
    impl.Reserve(bytes);
    impl.CreateColumns(channels, impl.capacity);
    impl.CreateCounters();
    impl.FindChunkOffset();
    impl.SealRunning();
    impl.lock.TakeName();
  } catch (const FileError&) {
    impl.Abandon();
    throw;
  }
}

ResultWriter::~ResultWriter() {
  try {
    Close();
  } catch (const std::exception&) {
    // A destructor cannot report; Close() called before does.
  }
}

void ResultWriter::Append(double time, std::span<const double> values) {
  Impl& impl = *impl_;
  impl.buffer[impl.buffered] = time;
  for (size_t i = 0; i < values.size() && i + 1 < impl.datasets.size(); ++i) {
    impl.buffer[(i + 1) * kBufferRows + impl.buffered] = values[i];
  }
  ++impl.buffered;
  const bool full = impl.buffered == kBufferRows;
  // The clock is asked now and then only: a step can be shorter than asking.
  const bool due =
      impl.buffered % 16 == 0 &&
      std::chrono::duration<double>(std::chrono::steady_clock::now() - impl.last_flush).count() >
          kFlushSeconds;
  if (full || due) Flush();
}

void ResultWriter::Flush() {
  if (!impl_->file.IsOpen()) return;
  try {
    impl_->Flush();
  } catch (const FileError&) {
    impl_->Abandon();
    throw;
  }
}

void ResultWriter::SetSummary(const std::string& json) { impl_->summary = json; }

void ResultWriter::Close() {
  if (!impl_->file.IsOpen()) return;
  try {
    impl_->Close();
  } catch (const FileError&) {
    impl_->Abandon();
    throw;
  }
}

size_t ResultWriter::rows() const { return impl_->written + impl_->buffered; }

}  // namespace jounce
