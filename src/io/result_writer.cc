#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <limits>
#include <utility>

#include "base/error.h"
#include "base/output_file.h"
#include "io/hdf5_handle.h"
#include "io/result_columns.h"
#include "io/result_compact.h"
#include "io/result_file.h"
#include "io/result_lock.h"
#include "io/result_seal.h"
#include "io/result_state.h"
#include "io/text_file.h"

namespace jounce {
namespace {

constexpr double kFlushSeconds = 0.5;
constexpr size_t kStructureBytes = 1 << 16;     // of an empty file
constexpr size_t kColumnStructureBytes = 2048;  // of the structure, a column

std::string Now() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

InputTexts ReadInputTexts(const ResultOrigin& origin) {
  if (origin.known) return *origin.known;
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

std::string ColumnPath(const std::string& group, const std::string& name) {
  std::string path = group + "/" + name;
  std::replace(path.begin() + static_cast<std::ptrdiff_t>(group.size()) + 1, path.end(), '/', '|');
  return path;
}

struct ResultWriter::Impl {
  std::string path;            // as the user says it
  std::string file_path;       // where the bytes are
  ResultLock lock, last_lock;  // the last ones: of a file that a copy is about to replace
  Hdf5Handle file, last_file;
  Hdf5Handle rows_dataset, checksums_dataset;
  ResultColumns columns;
  ResultStateSlots state_slots;
  size_t seal_size = 0;
  uint64_t chunk_offset = 0;  // what HDF5 leaves out of the places of chunks
  size_t flushes = 0;
  size_t appended = 0;  // rows since the clock was asked
  std::string summary;
  std::vector<std::byte> last_state;
  std::chrono::steady_clock::time_point last_flush = std::chrono::steady_clock::now();

  void Create(const ResultLayout& layout, const ResultOrigin& origin, const InputTexts& inputs);
  void CreateFile(const ResultOrigin& origin, const InputTexts& inputs);
  void CreateCounters();
  void FindChunkOffset();
  void Reserve(size_t bytes);
  void FlushFile();
  Hdf5Handle Access() const;
  void BeginChange(size_t more_bytes);
  bool MoveToCopy(size_t more_bytes);
  void OpenDatasets(hid_t of_file);
  void EndChange();
  void SealRunning();
  void WriteCounters();
  void Flush();
  void SaveState(std::span<const std::byte> state);
  void Close();
  void Abandon();
  bool IsDue();
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

Hdf5Handle ResultWriter::Impl::Access() const {
  Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, path, kCannotWrite);
  H5Pset_file_locking(access.get(), false, true);  // the lock is ours
  // The structure in few places, so that the numbers lie in few ranges.
  H5Pset_meta_block_size(access.get(), std::clamp<hsize_t>(kColumnStructureBytes * columns.count(),
                                                           4096, kStructureBytes));
  return access;
}

void ResultWriter::Impl::CreateFile(const ResultOrigin& origin, const InputTexts& inputs) {
  const Hdf5Handle how(H5Pcreate(H5P_FILE_CREATE), H5Pclose, path, kCannotWrite);
  CheckHdf5(H5Pset_userblock(how.get(), seal_size), path, kCannotWrite);
  const Hdf5Handle access = Access();
  file = Hdf5Handle(H5Fcreate(file_path.c_str(), H5F_ACC_TRUNC, how.get(), access.get()), H5Fclose,
                    path, kCannotWrite);
  WriteTextAttribute(file.get(), "format", "jounce-result", path);
  WriteTextAttribute(file.get(), "format_version", "3", path);
  WriteTextAttribute(file.get(), "jounce_version", origin.version, path);
  WriteTextAttribute(file.get(), "command", origin.command, path);
  WriteTextAttribute(file.get(), "created", Now(), path);
  WriteTextAttribute(file.get(), "inputs_hash", inputs.hash, path);
  WriteTextAttribute(file.get(), "source", origin.source, path);
  WriteTextAttribute(file.get(), "units", origin.units, path);
  WriteTextDataset(file.get(), "columns", columns.Paths(), path);
  WriteTextDataset(file.get(), "model", inputs.texts, path);
  if (!origin.flat_model.empty()) {
    WriteTextDataset(file.get(), "flat_model", {origin.flat_model}, path);
  }
  const Hdf5Handle group(H5Gcreate2(file.get(), "inputs", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                         H5Gclose, path, kCannotWrite);
  WriteTextDataset(group.get(), "path", origin.inputs, path);
  WriteTextDataset(group.get(), "sha256", inputs.hashes, path);
}

void ResultWriter::Impl::CreateCounters() {
  const Hdf5Handle early(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, path, kCannotWrite);
  H5Pset_alloc_time(early.get(), H5D_ALLOC_TIME_EARLY);
  const Hdf5Handle one(H5Screate(H5S_SCALAR), H5Sclose, path, kCannotWrite);
  rows_dataset = Hdf5Handle(H5Dcreate2(file.get(), "rows", H5T_STD_I64LE, one.get(), H5P_DEFAULT,
                                       early.get(), H5P_DEFAULT),
                            H5Dclose, path, kCannotWrite);
  WriteTextAttribute(rows_dataset.get(), "description", "number of valid rows", path);
  const hsize_t shape[2] = {2, columns.count() + kResultTables + 1};
  const Hdf5Handle space(H5Screate_simple(2, shape, nullptr), H5Sclose, path, kCannotWrite);
  checksums_dataset = Hdf5Handle(H5Dcreate2(file.get(), "checksums", H5T_STD_U64LE, space.get(),
                                            H5P_DEFAULT, early.get(), H5P_DEFAULT),
                                 H5Dclose, path, kCannotWrite);
  WriteCounters();
}

// Of two places one after the other, so that a kill in the middle leaves the older one.
void ResultWriter::Impl::WriteCounters() {
  std::vector<uint64_t> state = columns.Counters();
  const long long rows = static_cast<long long>(state[0]);
  state.push_back(CarryChecksum(kChecksumStart, std::span<const uint64_t>(state)));
  const hsize_t start[2] = {flushes++ % 2, 0};
  const hsize_t count[2] = {1, state.size()};
  const Hdf5Handle target(H5Dget_space(checksums_dataset.get()), H5Sclose, path, kCannotWrite);
  const Hdf5Handle source(H5Screate_simple(2, count, nullptr), H5Sclose, path, kCannotWrite);
  H5Sselect_hyperslab(target.get(), H5S_SELECT_SET, start, nullptr, count, nullptr);
  CheckHdf5(H5Dwrite(checksums_dataset.get(), H5T_NATIVE_UINT64, source.get(), target.get(),
                     H5P_DEFAULT, state.data()),
            path, kCannotWrite);
  CheckHdf5(H5Dwrite(rows_dataset.get(), H5T_NATIVE_LLONG, H5S_ALL, H5S_ALL, H5P_DEFAULT, &rows),
            path, kCannotWrite);
}

void ResultWriter::Impl::FlushFile() {
  CheckHdf5(H5Fflush(file.get(), H5F_SCOPE_GLOBAL), path, kCannotWrite);
}

// Versions of HDF5 differ in whether the place of a chunk counts from the start of the file or from
// behind the seal: a mark shows it.
void ResultWriter::Impl::FindChunkOffset() {
  const double mark = 6.02214076e23;
  columns.WriteMark(mark);
  FlushFile();
  const haddr_t place = columns.FirstChunk();
  double found = 0;
  const bool counts_all =
      ::pread(lock.descriptor(), &found, sizeof found, static_cast<off_t>(place)) == sizeof found &&
      found == mark;
  chunk_offset = counts_all ? 0 : seal_size;
  columns.WriteMark(std::numeric_limits<double>::quiet_NaN());
}

// As long as rows are written, the counters and states change besides the numbers.
void ResultWriter::Impl::SealRunning() {
  FlushFile();
  std::vector<ByteRange> ranges = columns.Ranges(chunk_offset);
  std::vector<hid_t> others = {rows_dataset.get(), checksums_dataset.get()};
  for (const hid_t dataset : state_slots.Datasets()) others.push_back(dataset);
  for (const hid_t dataset : others) {
    const haddr_t place = H5Dget_offset(dataset);
    ranges.push_back({place, place + H5Dget_storage_size(dataset)});
  }
  SealResult(lock.descriptor(), seal_size, std::move(ranges), path);
}

// HDF5 changes its structure in several writes, between which the file is none that opens. So a copy
// is changed, which takes the name of the file when it is whole. Where the disk has no room for one,
// and where the file has no name yet, it is changed in place.
void ResultWriter::Impl::BeginChange(size_t more_bytes) {
  if (lock.named() && MoveToCopy(more_bytes)) return;
  Reserve(more_bytes);
  UnsealResult(lock.descriptor(), seal_size, path);
}

// From here on all handles are of a copy of the file; false where there can be none.
bool ResultWriter::Impl::MoveToCopy(size_t more_bytes) {
  FlushFile();
  try {
    ResultLock copy(lock.path(), path, /*is_ours=*/true);
    if (!CopyResultBytes(lock.descriptor(), copy.descriptor(), more_bytes)) return false;
    Hdf5Handle copied(H5Fopen(copy.unfinished_path().c_str(), H5F_ACC_RDWR, Access().get()),
                      H5Fclose, path, kCannotWrite);
    OpenDatasets(copied.get());
    last_file = std::exchange(file, std::move(copied));
    last_lock = std::exchange(lock, std::move(copy));
  } catch (const FileError&) {
    OpenDatasets(file.get());  // as before
    return false;
  }
  return true;
}

void ResultWriter::Impl::OpenDatasets(hid_t of_file) {
  columns.Reopen(of_file);
  state_slots.Reopen(of_file);
  const auto open = [&](const char* name) {
    return Hdf5Handle(H5Dopen2(of_file, name, H5P_DEFAULT), H5Dclose, path, kCannotWrite);
  };
  rows_dataset = open("rows");
  checksums_dataset = open("checksums");
}

// The change is sealed. The file of before is closed, which may write to it, when it has no name.
void ResultWriter::Impl::EndChange() {
  if (!last_file.IsOpen()) return;
  lock.TakeName();
  last_file.Reset();
  last_lock.Release();
}

void ResultWriter::Impl::Flush() {
  last_flush = std::chrono::steady_clock::now();
  if (!columns.HasBuffered()) return;
  if (const size_t missing = columns.MissingBytes(); missing > 0) {
    BeginChange(missing);
    columns.Grow();
    SealRunning();
    EndChange();
  }
  columns.Flush();
  WriteCounters();
  FlushFile();
}

void ResultWriter::Impl::SaveState(std::span<const std::byte> state) {
  Flush();
  if (!state_slots.Fits(state.size())) return;
  state_slots.Write(state, columns.written());
  FlushFile();
}

void ResultWriter::Impl::Close() {
  Flush();
  BeginChange(summary.size() + 2 * last_state.size() + kStructureBytes);
  if (!summary.empty()) WriteTextDataset(file.get(), "summary", {summary}, path);
  columns.Shrink();
  state_slots.Remove(file.get());
  if (!last_state.empty()) {
    state_slots = ResultStateSlots(file.get(), last_state.size(), path);
    state_slots.Write(last_state, columns.written());
  }
  WriteCounters();  // both places alike
  FlushFile();
  const std::vector<ByteRange> numbers = columns.Ranges(chunk_offset);
  columns.Close();
  state_slots.Close();
  rows_dataset.Reset();
  checksums_dataset.Reset();
  file.Reset();
  SealResult(lock.descriptor(), seal_size, numbers, path);
  EndChange();
  CompactResult(lock.path());
  lock.Release();
}

// After a failed write: what is on disk is whole up to the last flush, and HDF5, which would try
// again and crash, must not touch it any more.
void ResultWriter::Impl::Abandon() {
  columns.Abandon();
  state_slots.Abandon();
  rows_dataset.Abandon();
  checksums_dataset.Abandon();
  file.Abandon();
  last_file.Abandon();
  lock.Release();
  last_lock.Release();
}

void ResultWriter::Impl::Create(const ResultLayout& layout, const ResultOrigin& origin,
                                const InputTexts& inputs) {
  size_t bytes = seal_size + 2 * kStructureBytes + columns.StorageBytes() + 2 * layout.state_bytes +
                 origin.flat_model.size();
  for (const std::string& text : inputs.texts) bytes += text.size();
  CreateFile(origin, inputs);
  Reserve(bytes);
  columns.Create(file.get());
  CreateCounters();
  if (layout.state_bytes > 0) {
    state_slots = ResultStateSlots(file.get(), layout.state_bytes, path);
  }
  FindChunkOffset();
  SealRunning();
  if (!layout.unnamed) lock.TakeName();
}

ResultWriter::ResultWriter(const std::string& path, const ResultLayout& layout,
                           const ResultOrigin& origin, bool overwrite)
    : impl_(std::make_unique<Impl>()) {
  SilenceHdf5();
  Impl& impl = *impl_;
  const OutputTarget target = RequireRegularFile(path);
  const InputTexts inputs = ReadInputTexts(origin);
  impl.path = path;
  impl.lock = ResultLock(target.path, path);
  if (!overwrite) RefuseForeignResult(target.path, inputs.hash);
  impl.file_path = impl.lock.unfinished_path();
  impl.columns = ResultColumns(layout, path);
  impl.seal_size = ResultSealSize(impl.columns.count() + 4);
  try {
    impl.Create(layout, origin, inputs);
  } catch (const FileError&) {
    impl.Abandon();
    throw;
  }
}

namespace {

ResultLayout LayoutOf(const std::vector<ChannelInfo>& channels, size_t rows) {
  ResultLayout layout;
  for (const ChannelInfo& channel : channels) {
    layout.columns.push_back(
        {ColumnPath("channels", channel.name), channel.unit, channel.description});
  }
  layout.rows[0] = rows;
  return layout;
}

}  // namespace

ResultWriter::ResultWriter(const std::string& path, const std::vector<ChannelInfo>& channels,
                           size_t rows, const ResultOrigin& origin, bool overwrite)
    : ResultWriter(path, LayoutOf(channels, rows), origin, overwrite) {}

ResultWriter::~ResultWriter() {
  try {
    Close();
  } catch (const std::exception&) {
    // A destructor cannot report; Close() called before does.
  }
}

// The clock is asked now and then only: a step can be shorter than asking.
bool ResultWriter::Impl::IsDue() {
  return ++appended % 16 == 0 &&
         std::chrono::duration<double>(std::chrono::steady_clock::now() - last_flush).count() >
             kFlushSeconds;
}

void ResultWriter::Append(double time, std::span<const double> values) {
  const bool full = impl_->columns.Append(ResultTable::kRows, time, values);
  if (full || impl_->IsDue()) Flush();
}

void ResultWriter::Append(ResultTable table, double time, std::span<const double> values) {
  if (impl_->columns.Append(table, time, values)) Flush();
}

void ResultWriter::TakeName() { impl_->lock.TakeName(); }

// What goes wrong on disk ends the writing.
void ResultWriter::Guard(const std::function<void(Impl&)>& write) {
  if (!impl_->file.IsOpen()) return;
  try {
    write(*impl_);
  } catch (const FileError&) {
    impl_->Abandon();
    throw;
  }
}

void ResultWriter::Flush() {
  Guard([](Impl& impl) { impl.Flush(); });
}

void ResultWriter::SaveState(std::span<const std::byte> state) {
  Guard([state](Impl& impl) { impl.SaveState(state); });
}

void ResultWriter::KeepState(std::span<const std::byte> state) {
  impl_->last_state.assign(state.begin(), state.end());
}

void ResultWriter::SetSummary(const std::string& json) { impl_->summary = json; }

void ResultWriter::Close() {
  Guard([](Impl& impl) { impl.Close(); });
}

size_t ResultWriter::rows() const { return impl_->columns.Taken(); }

}  // namespace jounce
