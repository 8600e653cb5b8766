#include "io/result_file.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "base/error.h"
#include "base/names.h"
#include "io/hdf5_handle.h"
#include "io/result_seal.h"
#include "io/result_state.h"
#include "signals/channel.h"

namespace jounce {
namespace {

constexpr const char* kFormat = "jounce-result";
// Those whose rows are not all outputs.
constexpr std::pair<const char*, ResultTable> kGroups[] = {{"frames/", ResultTable::kFrames},
                                                           {"motion/", ResultTable::kFrames},
                                                           {"loads/", ResultTable::kFrames},
                                                           {"energies/", ResultTable::kEnergies}};
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
  std::array<size_t, kResultTables> rows = {};  // of the tables
  std::vector<ChannelInfo> channels;
  std::vector<ColumnInfo> columns;  // in the order of their checksums
  std::vector<uint64_t> checksums;
  mutable std::set<std::string> checked;  // columns that agree with theirs

  void ReadColumn(const std::string& name, size_t first, std::span<double> values) const;
  void ReadPart(const std::string& name, size_t first, std::span<double> values) const;
  void CheckColumn(size_t column) const;
  void RequireChecksum(size_t column, uint64_t sum) const;
  size_t FindColumn(const std::string& name) const;
  size_t SizeOf(const ColumnInfo& column) const;
  void RequireChannel(const std::string& name) const;
  void ReadVersion();
  void ReadChecksums();
  void ListColumns();
  void DescribeColumn(ColumnInfo* column) const;

  bool is_older = false;  // format 2: channels alone, and no frames
};

size_t ResultReader::Impl::SizeOf(const ColumnInfo& column) const {
  return rows[static_cast<size_t>(column.table)] * column.width;
}

size_t ResultReader::Impl::FindColumn(const std::string& name) const {
  for (size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].path == name) return i;
  }
  throw InputError(fmt::format("{}: there is no '{}' in it", path, name),
                   "a run of this version writes all groups");
}

// Only numbers whose checksum agrees leave the file.
void ResultReader::Impl::ReadColumn(const std::string& name, size_t first,
                                    std::span<double> values) const {
  const size_t column = FindColumn(name);
  if (values.empty()) return;
  const bool whole = first == 0 && values.size() == SizeOf(columns[column]);
  if (!whole && !checked.contains(name)) CheckColumn(column);
  ReadPart(name, first, values);
  if (whole) RequireChecksum(column, CarryChecksum(kChecksumStart, values));
}

void ResultReader::Impl::CheckColumn(size_t column) const {
  const size_t size = SizeOf(columns[column]), width = columns[column].width;
  const size_t most = std::max(kPiece / width, size_t{1}) * width;
  std::vector<double> piece(std::min(size, most));
  uint64_t sum = kChecksumStart;
  for (size_t first = 0; first < size; first += piece.size()) {
    const std::span<double> values(piece.data(), std::min(piece.size(), size - first));
    ReadPart(columns[column].path, first, values);
    sum = CarryChecksum(sum, values);
  }
  RequireChecksum(column, sum);
}

void ResultReader::Impl::RequireChecksum(size_t column, uint64_t sum) const {
  const std::string& name = columns[column].path;
  if (column >= checksums.size() || checksums[column] != sum) {
    throw FileError(path, fmt::format("is damaged: the checksum of '{}' does not agree", name));
  }
  checked.insert(name);
}

// `first` and the size count numbers; both are whole rows.
void ResultReader::Impl::ReadPart(const std::string& name, size_t first,
                                  std::span<double> values) const {
  const size_t width = columns[FindColumn(name)].width;
  const Hdf5Handle dataset(H5Dopen2(file.get(), name.c_str(), H5P_DEFAULT), H5Dclose, path,
                           kCannotRead);
  const Hdf5Handle space(H5Dget_space(dataset.get()), H5Sclose, path, kCannotRead);
  const int rank = H5Sget_simple_extent_ndims(space.get());
  const hssize_t size = H5Sget_simple_extent_npoints(space.get());
  const hsize_t start[2] = {first / width, 0};
  const hsize_t count[2] = {values.size() / width, width};
  if (rank != (width == 1 ? 1 : 2) || size < 0 ||
      first + values.size() > static_cast<size_t>(size)) {
    throw FileError(path, fmt::format("'{}' has fewer values than the file says", name));
  }
  const Hdf5Handle memory(H5Screate_simple(rank, count, nullptr), H5Sclose, path, kCannotRead);
  H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, start, nullptr, count, nullptr);
  CheckHdf5(H5Dread(dataset.get(), H5T_NATIVE_DOUBLE, memory.get(), space.get(), H5P_DEFAULT,
                    values.data()),
            path, kCannotRead);
}

// Of the two states, the last one that was written whole.
void ResultReader::Impl::ReadChecksums() {
  const Hdf5Handle dataset(H5Dopen2(file.get(), "checksums", H5P_DEFAULT), H5Dclose, path,
                           "is not a result of Jounce (it has no checksums)");
  const Hdf5Handle space(H5Dget_space(dataset.get()), H5Sclose, path, "cannot be read");
  const size_t counts = is_older ? 1 : kResultTables;
  const size_t width = counts + columns.size() + 1;    // the columns, the checksum of all these
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
    if (!valid) continue;
    std::array<size_t, kResultTables> now = {};
    std::copy(state.begin(), state.begin() + static_cast<std::ptrdiff_t>(counts), now.begin());
    // Tables only grow: the later state has no shorter one.
    if (!checksums.empty() && now < rows) continue;
    rows = now;
    checksums.assign(state.begin() + static_cast<std::ptrdiff_t>(counts), state.end() - 1);
  }
  if (checksums.empty()) throw FileError(path, "is damaged: its checksums do not agree");
}

void ResultReader::Impl::ReadVersion() {
  if (ReadTextAttribute(file.get(), "format") != kFormat) {
    throw FileError(path, "is an HDF5 file, but not a result of Jounce");
  }
  const std::string version = ReadTextAttribute(file.get(), "format_version");
  is_older = version == "2";
  if (is_older || version == "3") return;
  throw FileError(path, fmt::format("is a result in format {}, of which this version of Jounce "
                                    "knows nothing (it reads 2 and 3)",
                                    version));
}

// An older file does not list them: they are the time and the channels in the order of their names.
void ResultReader::Impl::ListColumns() {
  std::vector<std::string> names = ReadTextDataset(file.get(), "columns");
  if (is_older) {
    names = {"time"};
    const Hdf5Handle group(H5Gopen2(file.get(), "channels", H5P_DEFAULT), H5Gclose, path,
                           "is not a result of Jounce (it has no channels)");
    const auto visit = [](hid_t, const char* name, const H5L_info_t*, void* data) -> herr_t {
      static_cast<std::vector<std::string>*>(data)->push_back(std::string("channels/") + name);
      return 0;
    };
    CheckHdf5(H5Literate(group.get(), H5_INDEX_NAME, H5_ITER_INC, nullptr, visit, &names), path,
              "cannot be read");
  }
  for (const std::string& name : names) {
    ColumnInfo column;
    column.path = name;
    DescribeColumn(&column);
    columns.push_back(column);
    const std::string group = "channels/";
    if (!name.starts_with(group)) continue;
    channels.push_back({WithSlashes(name.substr(group.size())), column.unit, column.description});
  }
  std::sort(channels.begin(), channels.end(),
            [](const ChannelInfo& a, const ChannelInfo& b) { return a.name < b.name; });
}

void ResultReader::Impl::DescribeColumn(ColumnInfo* column) const {
  const Hdf5Handle dataset(H5Dopen2(file.get(), column->path.c_str(), H5P_DEFAULT), H5Dclose, path,
                           kCannotRead);
  const Hdf5Handle space(H5Dget_space(dataset.get()), H5Sclose, path, kCannotRead);
  hsize_t size[2] = {0, 1};
  const int rank = H5Sget_simple_extent_ndims(space.get());
  if (rank < 1 || rank > 2) throw FileError(path, kCannotRead);
  H5Sget_simple_extent_dims(space.get(), size, nullptr);
  column->width = std::max<size_t>(size[1], 1);
  column->unit = ReadTextAttribute(dataset.get(), "unit");
  column->description = ReadTextAttribute(dataset.get(), "description");
  for (const auto& [group, table] : kGroups) {
    if (column->path.starts_with(group)) column->table = table;
  }
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
  impl_->ReadVersion();
  impl_->ListColumns();
  impl_->ReadChecksums();
}

ResultReader::~ResultReader() = default;

size_t ResultReader::rows() const { return impl_->rows[0]; }
const std::vector<ChannelInfo>& ResultReader::channels() const { return impl_->channels; }
const std::vector<ColumnInfo>& ResultReader::columns() const { return impl_->columns; }

bool ResultReader::HasColumn(const std::string& path) const {
  return std::any_of(impl_->columns.begin(), impl_->columns.end(),
                     [&](const ColumnInfo& column) { return column.path == path; });
}

std::vector<double> ResultReader::ReadColumn(const std::string& path) const {
  std::vector<double> values(impl_->SizeOf(impl_->columns[impl_->FindColumn(path)]));
  impl_->ReadColumn(path, 0, values);
  return values;
}

std::vector<double> ResultReader::ReadTime() const {
  std::vector<double> time(rows());
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
  std::vector<double> values(rows());
  ReadChannelPart(name, 0, values);
  return values;
}

void ResultReader::ReadChannelPart(const std::string& name, size_t first,
                                   std::span<double> samples) const {
  impl_->RequireChannel(WithSlashes(name));
  impl_->ReadColumn(ColumnPath("channels", name), first, samples);
}

std::string ResultReader::ReadAttribute(const std::string& name) const {
  return ReadTextAttribute(impl_->file.get(), name.c_str());
}

std::string ResultReader::ReadSummary() const {
  const std::vector<std::string> texts = ReadTextDataset(impl_->file.get(), "summary");
  return texts.empty() ? "" : texts.front();
}

std::string ResultReader::ReadFlatModel() const {
  const std::vector<std::string> texts = ReadTextDataset(impl_->file.get(), "flat_model");
  return texts.empty() ? "" : texts.front();
}

std::optional<ResultState> ResultReader::ReadState() const {
  return ReadResultState(impl_->file.get(), impl_->path);
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
