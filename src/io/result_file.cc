#include "io/result_file.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <algorithm>
#include <set>

#include "base/error.h"
#include "base/names.h"
#include "io/hdf5_handle.h"
#include "io/result_seal.h"

namespace jounce {
namespace {

constexpr const char* kFormat = "jounce-result";
constexpr const char* kCannotRead = "a channel cannot be read";
constexpr size_t kPiece = 1 << 16;  // values checked at a time

}  // namespace

std::string Sha256(const std::string& bytes) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  EVP_Digest(bytes.data(), bytes.size(), digest, &size, EVP_sha256(), nullptr);
  std::string text;
  for (unsigned i = 0; i < size; ++i) text += fmt::format("{:02x}", digest[i]);
  return text;
}

struct ResultReader::Impl {
  std::string path;
  Hdf5Handle file;
  size_t rows = 0;
  std::vector<ChannelInfo> channels;
  std::vector<uint64_t> checksums;        // time, then the channels in the order of their names
  mutable std::set<std::string> checked;  // columns that agree with theirs

  void ReadColumn(const std::string& name, size_t first, std::span<double> values) const;
  void ReadPart(const std::string& name, size_t first, std::span<double> values) const;
  void CheckColumn(const std::string& name) const;
  void RequireChecksum(const std::string& name, uint64_t sum) const;
  void RequireChannel(const std::string& name) const;
  void ReadChecksums();
  void ListChannels();
};

// Only numbers whose checksum agrees leave the file.
void ResultReader::Impl::ReadColumn(const std::string& name, size_t first,
                                    std::span<double> values) const {
  if (values.empty()) return;
  const bool whole = first == 0 && values.size() == rows;
  if (!whole && !checked.contains(name)) CheckColumn(name);
  ReadPart(name, first, values);
  if (whole) RequireChecksum(name, CarryChecksum(kChecksumStart, values));
}

void ResultReader::Impl::CheckColumn(const std::string& name) const {
  std::vector<double> piece(std::min(rows, kPiece));
  uint64_t sum = kChecksumStart;
  for (size_t first = 0; first < rows; first += piece.size()) {
    const std::span<double> values(piece.data(), std::min(piece.size(), rows - first));
    ReadPart(name, first, values);
    sum = CarryChecksum(sum, values);
  }
  RequireChecksum(name, sum);
}

void ResultReader::Impl::RequireChecksum(const std::string& name, uint64_t sum) const {
  size_t column = 0;
  for (const ChannelInfo& channel : channels) {
    if (name == "time") break;
    if ("channels/" + channel.name <= name) ++column;
  }
  if (column >= checksums.size() || checksums[column] != sum) {
    throw FileError(path, fmt::format("is damaged: the checksum of '{}' does not agree", name));
  }
  checked.insert(name);
}

void ResultReader::Impl::ReadPart(const std::string& name, size_t first,
                                  std::span<double> values) const {
  const Hdf5Handle dataset(H5Dopen2(file.get(), name.c_str(), H5P_DEFAULT), H5Dclose, path,
                           kCannotRead);
  const Hdf5Handle space(H5Dget_space(dataset.get()), H5Sclose, path, kCannotRead);
  const hssize_t size = H5Sget_simple_extent_npoints(space.get());
  const hsize_t start = first;
  const hsize_t count = values.size();
  if (H5Sget_simple_extent_ndims(space.get()) != 1 || size < 0 ||
      start + count > static_cast<hsize_t>(size)) {
    throw FileError(path, fmt::format("'{}' has fewer values than the file says", name));
  }
  const Hdf5Handle memory(H5Screate_simple(1, &count, nullptr), H5Sclose, path, kCannotRead);
  H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, &start, nullptr, &count, nullptr);
  CheckHdf5(H5Dread(dataset.get(), H5T_NATIVE_DOUBLE, memory.get(), space.get(), H5P_DEFAULT,
                    values.data()),
            path, kCannotRead);
}

// Of the two states, the last one that was written whole.
void ResultReader::Impl::ReadChecksums() {
  const Hdf5Handle dataset(H5Dopen2(file.get(), "checksums", H5P_DEFAULT), H5Dclose, path,
                           "is not a result of Jounce (it has no checksums)");
  const Hdf5Handle space(H5Dget_space(dataset.get()), H5Sclose, path, "cannot be read");
  const size_t width = channels.size() + 3;  // rows, time, channels, the checksum of all these
  const auto expected = static_cast<hssize_t>(width);  // twice, for two states
  if (H5Sget_simple_extent_npoints(space.get()) != 2 * expected) {
    throw FileError(path, "is damaged: it has not a checksum for every channel");
  }
  std::vector<uint64_t> both(2 * width);
  CheckHdf5(H5Dread(dataset.get(), H5T_NATIVE_UINT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, both.data()),
            path, "cannot be read");
  for (const size_t start : {size_t{0}, width}) {
    const std::span<const uint64_t> state(both.data() + start, width);
    const bool valid = state.back() == CarryChecksum(kChecksumStart, state.first(width - 1));
    if (!valid || (!checksums.empty() && state[0] < rows)) continue;
    rows = state[0];
    checksums.assign(state.begin() + 1, state.end() - 1);
  }
  if (checksums.empty()) throw FileError(path, "is damaged: its checksums do not agree");
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
  CheckResultSeal(path);
  // A result can be looked at while its run goes on: it is whole at any moment, so no lock is
  // needed.
  const Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, path, "cannot be read");
  H5Pset_file_locking(access.get(), false, true);
  impl_->file = Hdf5Handle(H5Fopen(path.c_str(), H5F_ACC_RDONLY, access.get()), H5Fclose, path,
                           "is not an HDF5 file, or it is damaged");
  if (ReadTextAttribute(impl_->file.get(), "format") != kFormat) {
    throw FileError(path, "is an HDF5 file, but not a result of Jounce");
  }
  impl_->ListChannels();
  impl_->ReadChecksums();
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
