#include "io/result_file.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <limits>

#include "base/error.h"
#include "base/names.h"
#include "io/hdf5_handle.h"
#include "io/text_file.h"

namespace jounce {
namespace {

constexpr const char* kFormat = "jounce-result";
constexpr hsize_t kChunkRows = 4096;
constexpr size_t kBufferRows = 512;
constexpr double kFlushSeconds = 0.5;
constexpr const char* kCannotWrite = "cannot be written (is the disk full?)";

std::string Now() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

// One hash of everything that makes a result what it is.
std::string HashOfInputs(const std::vector<std::string>& hashes,
                         const std::vector<std::string>& settings) {
  std::string all;
  for (const std::string& hash : hashes) all += hash + "\n";
  for (const std::string& setting : settings) all += setting + "\n";
  return Sha256(all);
}

void RefuseForeignResult(const std::string& path, const std::string& hash) {
  if (!std::filesystem::exists(path)) return;
  std::string present;
  try {
    present = ResultReader(path).ReadAttribute("inputs_hash");
  } catch (const FileError&) {
    throw InputError(fmt::format("'{}' exists and is not a result of ours", path),
                     "choose another name, or say --force to overwrite it");
  }
  if (present != hash) {
    throw InputError(fmt::format("'{}' holds a result that came from other inputs", path),
                     "choose another name, or say --force to overwrite it");
  }
}

}  // namespace

std::string Sha256(const std::string& bytes) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  EVP_Digest(bytes.data(), bytes.size(), digest, &size, EVP_sha256(), nullptr);
  std::string text;
  for (unsigned i = 0; i < size; ++i) text += fmt::format("{:02x}", digest[i]);
  return text;
}

struct ResultWriter::Impl {
  std::string path;
  Hdf5Handle file;
  Hdf5Handle rows_dataset;
  std::vector<Hdf5Handle> datasets;  // time, then the channels
  size_t capacity = 0;
  size_t written = 0;          // rows on disk
  size_t buffered = 0;         // rows in the buffer
  std::vector<double> buffer;  // column after column, kBufferRows each
  std::chrono::steady_clock::time_point last_flush = std::chrono::steady_clock::now();

  void CreateFile(const ResultOrigin& origin, const std::vector<std::string>& texts,
                  const std::vector<std::string>& hashes, const std::string& inputs_hash);
  Hdf5Handle CreateColumn(hid_t location, const ChannelInfo& channel, hsize_t rows);
  void CreateRowCounter();
  void WriteColumn(size_t column);
  void WriteRowCount();
  void Resize(hsize_t rows);
};

void ResultWriter::Impl::CreateFile(const ResultOrigin& origin,
                                    const std::vector<std::string>& texts,
                                    const std::vector<std::string>& hashes,
                                    const std::string& inputs_hash) {
  file = Hdf5Handle(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose,
                    path, "cannot be written: no such folder, or no permission");
  WriteTextAttribute(file.get(), "format", kFormat, path);
  WriteTextAttribute(file.get(), "format_version", "1", path);
  WriteTextAttribute(file.get(), "jounce_version", origin.version, path);
  WriteTextAttribute(file.get(), "command", origin.command, path);
  WriteTextAttribute(file.get(), "created", Now(), path);
  WriteTextAttribute(file.get(), "inputs_hash", inputs_hash, path);
  WriteTextDataset(file.get(), "model", texts, path);
  const Hdf5Handle inputs(H5Gcreate2(file.get(), "inputs", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                          H5Gclose, path, kCannotWrite);
  WriteTextDataset(inputs.get(), "path", origin.inputs, path);
  WriteTextDataset(inputs.get(), "sha256", hashes, path);
}

// Allocated and filled with NaN at once, so that later writes touch nothing but the numbers.
Hdf5Handle ResultWriter::Impl::CreateColumn(hid_t location, const ChannelInfo& channel,
                                            hsize_t rows) {
  const hsize_t unlimited = H5S_UNLIMITED;
  const Hdf5Handle space(H5Screate_simple(1, &rows, &unlimited), H5Sclose, path, kCannotWrite);
  const Hdf5Handle layout(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, path, kCannotWrite);
  const hsize_t chunk = std::clamp<hsize_t>(rows, 1, kChunkRows);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  H5Pset_chunk(layout.get(), 1, &chunk);
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

void ResultWriter::Impl::CreateRowCounter() {
  const Hdf5Handle space(H5Screate(H5S_SCALAR), H5Sclose, path, kCannotWrite);
  rows_dataset = Hdf5Handle(H5Dcreate2(file.get(), "rows", H5T_STD_I64LE, space.get(), H5P_DEFAULT,
                                       H5P_DEFAULT, H5P_DEFAULT),
                            H5Dclose, path, kCannotWrite);
  WriteTextAttribute(rows_dataset.get(), "description", "number of valid rows", path);
  WriteRowCount();
}

void ResultWriter::Impl::WriteRowCount() {
  const long long count = static_cast<long long>(written);
  CheckHdf5(H5Dwrite(rows_dataset.get(), H5T_NATIVE_LLONG, H5S_ALL, H5S_ALL, H5P_DEFAULT, &count),
            path, kCannotWrite);
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

ResultWriter::ResultWriter(const std::string& path, const std::vector<ChannelInfo>& channels,
                           size_t rows, const ResultOrigin& origin, bool overwrite)
    : impl_(std::make_unique<Impl>()) {
  SilenceHdf5();
  std::vector<std::string> texts, hashes;
  for (const std::string& input : origin.inputs) {
    std::string text = ReadTextFile(input);
    hashes.push_back(Sha256(text));
    // The model's own text is kept; measured data are known by their hash.
    const bool is_text = text.size() < (1u << 20) && text.find('\0') == std::string::npos;
    texts.push_back(is_text ? std::move(text) : "");
  }
  const std::string inputs_hash = HashOfInputs(hashes, origin.settings);
  if (!overwrite) RefuseForeignResult(path, inputs_hash);

  impl_->path = path;
  impl_->capacity = rows;
  impl_->CreateFile(origin, texts, hashes, inputs_hash);
  impl_->datasets.push_back(impl_->CreateColumn(impl_->file.get(), {"time", "s", "time"}, rows));
  const Hdf5Handle group(
      H5Gcreate2(impl_->file.get(), "channels", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose,
      path, kCannotWrite);
  for (const ChannelInfo& channel : channels) {
    ChannelInfo flat = channel;  // a slash would make a group of it
    std::replace(flat.name.begin(), flat.name.end(), '/', '|');
    impl_->datasets.push_back(impl_->CreateColumn(group.get(), flat, rows));
  }
  impl_->CreateRowCounter();
  impl_->buffer.resize(impl_->datasets.size() * kBufferRows);
  CheckHdf5(H5Fflush(impl_->file.get(), H5F_SCOPE_GLOBAL), path, kCannotWrite);
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
  Impl& impl = *impl_;
  impl.last_flush = std::chrono::steady_clock::now();
  if (impl.buffered == 0) return;
  if (impl.written + impl.buffered > impl.capacity) {
    impl.Resize(std::max<hsize_t>(2 * impl.capacity, impl.written + impl.buffered));
    CheckHdf5(H5Fflush(impl.file.get(), H5F_SCOPE_GLOBAL), impl.path, kCannotWrite);
  }
  for (size_t column = 0; column < impl.datasets.size(); ++column) impl.WriteColumn(column);
  impl.written += impl.buffered;
  impl.buffered = 0;
  impl.WriteRowCount();
  CheckHdf5(H5Fflush(impl.file.get(), H5F_SCOPE_GLOBAL), impl.path, kCannotWrite);
}

void ResultWriter::SetSummary(const std::string& json) {
  if (H5Lexists(impl_->file.get(), "summary", H5P_DEFAULT) > 0) {
    H5Ldelete(impl_->file.get(), "summary", H5P_DEFAULT);
  }
  WriteTextDataset(impl_->file.get(), "summary", {json}, impl_->path);
}

void ResultWriter::Close() {
  if (!impl_->file.IsOpen()) return;
  Flush();
  if (impl_->written != impl_->capacity) impl_->Resize(impl_->written);
  impl_->datasets.clear();
  impl_->rows_dataset.Reset();
  impl_->file.Reset();
}

size_t ResultWriter::rows() const { return impl_->written + impl_->buffered; }

struct ResultReader::Impl {
  std::string path;
  Hdf5Handle file;
  size_t rows = 0;
  std::vector<ChannelInfo> channels;

  void ReadColumn(const std::string& name, size_t first, std::span<double> values) const;
  void RequireChannel(const std::string& name) const;
  size_t ReadRowCount() const;
  void ListChannels();
};

void ResultReader::Impl::ReadColumn(const std::string& name, size_t first,
                                    std::span<double> values) const {
  if (values.empty()) return;
  const Hdf5Handle dataset(H5Dopen2(file.get(), name.c_str(), H5P_DEFAULT), H5Dclose, path,
                           "a channel cannot be read");
  const Hdf5Handle space(H5Dget_space(dataset.get()), H5Sclose, path, "a channel cannot be read");
  const hssize_t size = H5Sget_simple_extent_npoints(space.get());
  const hsize_t start = first;
  const hsize_t count = values.size();
  if (H5Sget_simple_extent_ndims(space.get()) != 1 || size < 0 ||
      start + count > static_cast<hsize_t>(size)) {
    throw FileError(path, fmt::format("'{}' has fewer values than the file says", name));
  }
  const Hdf5Handle memory(H5Screate_simple(1, &count, nullptr), H5Sclose, path,
                          "a channel cannot be read");
  H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, &start, nullptr, &count, nullptr);
  CheckHdf5(H5Dread(dataset.get(), H5T_NATIVE_DOUBLE, memory.get(), space.get(), H5P_DEFAULT,
                    values.data()),
            path, "a channel cannot be read");
}

size_t ResultReader::Impl::ReadRowCount() const {
  const Hdf5Handle dataset(H5Dopen2(file.get(), "rows", H5P_DEFAULT), H5Dclose, path,
                           "is not a result of Jounce (it has no rows)");
  long long count = 0;
  CheckHdf5(H5Dread(dataset.get(), H5T_NATIVE_LLONG, H5S_ALL, H5S_ALL, H5P_DEFAULT, &count), path,
            "cannot be read");
  // A damaged count must not make us allocate more than the file holds.
  const Hdf5Handle time(H5Dopen2(file.get(), "time", H5P_DEFAULT), H5Dclose, path,
                        "is not a result of Jounce (it has no time)");
  const Hdf5Handle space(H5Dget_space(time.get()), H5Sclose, path, "cannot be read");
  const long long stored = H5Sget_simple_extent_npoints(space.get());
  return static_cast<size_t>(std::clamp(count, 0LL, std::max(0LL, stored)));
}

void ResultReader::Impl::ListChannels() {
  const Hdf5Handle group(H5Gopen2(file.get(), "channels", H5P_DEFAULT), H5Gclose, path,
                         "is not a result of Jounce (it has no channels)");
  const auto visit = [](hid_t location, const char* name, const H5L_info_t*, void* data) -> herr_t {
    const hid_t dataset = H5Dopen2(location, name, H5P_DEFAULT);
    if (dataset < 0) return 0;
    static_cast<std::vector<ChannelInfo>*>(data)->push_back(
        {name, ReadTextAttribute(dataset, "unit"), ReadTextAttribute(dataset, "description")});
    H5Dclose(dataset);
    return 0;
  };
  CheckHdf5(H5Literate(group.get(), H5_INDEX_NAME, H5_ITER_NATIVE, nullptr, visit, &channels), path,
            "cannot be read");
}

ResultReader::ResultReader(const std::string& path) : impl_(std::make_unique<Impl>()) {
  SilenceHdf5();
  impl_->path = path;
  if (!std::filesystem::exists(path)) throw FileError(path, "does not exist");
  // A result can be looked at while its run goes on: it is whole at any moment, so no lock is
  // needed.
  const Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, path, "cannot be read");
  H5Pset_file_locking(access.get(), false, true);
  impl_->file = Hdf5Handle(H5Fopen(path.c_str(), H5F_ACC_RDONLY, access.get()), H5Fclose, path,
                           "is not an HDF5 file, or it is damaged");
  if (ReadTextAttribute(impl_->file.get(), "format") != kFormat) {
    throw FileError(path, "is an HDF5 file, but not a result of Jounce");
  }
  impl_->rows = impl_->ReadRowCount();
  impl_->ListChannels();
}

ResultReader::~ResultReader() = default;

size_t ResultReader::rows() const { return impl_->rows; }
const std::vector<ChannelInfo>& ResultReader::channels() const { return impl_->channels; }

std::vector<double> ResultReader::ReadTime() const {
  std::vector<double> time(impl_->rows);
  impl_->ReadColumn("time", 0, time);
  return time;
}

void ResultReader::Impl::RequireChannel(const std::string& name) const {
  std::vector<std::string> names;
  for (const ChannelInfo& channel : channels) names.push_back(channel.name);
  if (std::find(names.begin(), names.end(), name) != names.end()) return;
  throw InputError(fmt::format("{}: there is no channel '{}'", path, name),
                   SuggestName(name, names));
}

std::vector<double> ResultReader::ReadChannel(const std::string& name) const {
  std::vector<double> values(impl_->rows);
  ReadChannelPart(name, 0, values);
  return values;
}

void ResultReader::ReadChannelPart(const std::string& name, size_t first,
                                   std::span<double> samples) const {
  impl_->RequireChannel(name);
  impl_->ReadColumn("channels/" + name, first, samples);
}

std::string ResultReader::ReadAttribute(const std::string& name) const {
  return ReadTextAttribute(impl_->file.get(), name.c_str());
}

std::string ResultReader::ReadSummary() const {
  const std::vector<std::string> texts = ReadTextDataset(impl_->file.get(), "summary");
  return texts.empty() ? "" : texts.front();
}

std::vector<std::string> ResultReader::ReadInputs() const {
  return ReadTextDataset(impl_->file.get(), "inputs/path");
}

std::vector<std::string> ResultReader::ReadInputHashes() const {
  return ReadTextDataset(impl_->file.get(), "inputs/sha256");
}

std::vector<std::string> ResultReader::ReadModel() const {
  return ReadTextDataset(impl_->file.get(), "model");
}

}  // namespace jounce
