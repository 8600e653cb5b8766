#include "io/result_state.h"

#include <algorithm>
#include <cstring>

#include "base/error.h"
#include "io/result_seal.h"

namespace jounce {
namespace {

constexpr const char* kStateDamaged = "is damaged: the state to go on from cannot be read";
constexpr hsize_t kHeadLength = 5;

uint64_t ChecksumOf(std::span<const std::byte> bytes) {
  std::vector<uint64_t> words((bytes.size() + 7) / 8, 0);
  if (!bytes.empty()) std::memcpy(words.data(), bytes.data(), bytes.size());
  return CarryChecksum(kChecksumStart, std::span<const uint64_t>(words));
}

// One of the two rows.
void WriteRow(hid_t dataset, hsize_t row, hsize_t count, hid_t type, const void* data,
              const std::string& path) {
  const hsize_t start[2] = {row, 0}, size[2] = {1, count};
  const Hdf5Handle target(H5Dget_space(dataset), H5Sclose, path, kCannotWrite);
  const Hdf5Handle source(H5Screate_simple(2, size, nullptr), H5Sclose, path, kCannotWrite);
  H5Sselect_hyperslab(target.get(), H5S_SELECT_SET, start, nullptr, size, nullptr);
  CheckHdf5(H5Dwrite(dataset, type, source.get(), target.get(), H5P_DEFAULT, data), path,
            kCannotWrite);
}

Hdf5Handle Create(hid_t group, const char* name, hid_t type, hsize_t width,
                  const std::string& path) {
  const Hdf5Handle early(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, path, kCannotWrite);
  H5Pset_alloc_time(early.get(), H5D_ALLOC_TIME_EARLY);
  const hsize_t shape[2] = {2, width};
  const Hdf5Handle space(H5Screate_simple(2, shape, nullptr), H5Sclose, path, kCannotWrite);
  return Hdf5Handle(
      H5Dcreate2(group, name, type, space.get(), H5P_DEFAULT, early.get(), H5P_DEFAULT), H5Dclose,
      path, kCannotWrite);
}

}  // namespace

ResultStateSlots::ResultStateSlots(hid_t file, size_t room, const std::string& path)
    : path_(path), room_(room) {
  const Hdf5Handle group(H5Gcreate2(file, "state", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose,
                         path, kCannotWrite);
  bytes_ = Create(group.get(), "bytes", H5T_STD_U8LE, room, path);
  heads_ = Create(group.get(), "heads", H5T_STD_U64LE, kHeadLength, path);
}

void ResultStateSlots::Reopen(hid_t file) {
  if (room_ == 0) return;
  bytes_ = Hdf5Handle(H5Dopen2(file, "state/bytes", H5P_DEFAULT), H5Dclose, path_, kCannotWrite);
  heads_ = Hdf5Handle(H5Dopen2(file, "state/heads", H5P_DEFAULT), H5Dclose, path_, kCannotWrite);
}

void ResultStateSlots::Write(std::span<const std::byte> state, size_t rows) {
  const hsize_t slot = number_ % 2;
  uint64_t head[kHeadLength] = {++number_, state.size(), rows, ChecksumOf(state), 0};
  head[kHeadLength - 1] =
      CarryChecksum(kChecksumStart, std::span<const uint64_t>(head, kHeadLength - 1));
  WriteRow(bytes_.get(), slot, state.size(), H5T_NATIVE_UINT8, state.data(), path_);
  WriteRow(heads_.get(), slot, kHeadLength, H5T_NATIVE_UINT64, head, path_);
}

void ResultStateSlots::Remove(hid_t file) {
  Close();
  if (room_ > 0) CheckHdf5(H5Ldelete(file, "state", H5P_DEFAULT), path_, kCannotWrite);
  room_ = 0;
}

std::vector<hid_t> ResultStateSlots::Datasets() const {
  if (!bytes_.IsOpen()) return {};
  return {bytes_.get(), heads_.get()};
}

void ResultStateSlots::Close() {
  bytes_.Reset();
  heads_.Reset();
}

void ResultStateSlots::Abandon() {
  bytes_.Abandon();
  heads_.Abandon();
}

std::optional<ResultState> ReadResultState(hid_t file, const std::string& path) {
  if (H5Lexists(file, "state", H5P_DEFAULT) <= 0) return std::nullopt;
  const Hdf5Handle bytes(H5Dopen2(file, "state/bytes", H5P_DEFAULT), H5Dclose, path, kStateDamaged);
  const Hdf5Handle heads(H5Dopen2(file, "state/heads", H5P_DEFAULT), H5Dclose, path, kStateDamaged);
  const Hdf5Handle bytes_space(H5Dget_space(bytes.get()), H5Sclose, path, kStateDamaged);
  const Hdf5Handle heads_space(H5Dget_space(heads.get()), H5Sclose, path, kStateDamaged);
  const hssize_t size = H5Sget_simple_extent_npoints(bytes_space.get());
  if (size < 0 || H5Sget_simple_extent_npoints(heads_space.get()) != 2 * hssize_t{kHeadLength}) {
    throw FileError(path, kStateDamaged);
  }
  uint64_t head[2][kHeadLength] = {};
  std::vector<std::byte> all(static_cast<size_t>(size));
  CheckHdf5(H5Dread(heads.get(), H5T_NATIVE_UINT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, head), path,
            kStateDamaged);
  CheckHdf5(H5Dread(bytes.get(), H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, all.data()), path,
            kStateDamaged);
  std::optional<ResultState> found;
  uint64_t number = 0;
  const size_t room = all.size() / 2;
  for (size_t slot = 0; slot < 2; ++slot) {
    const std::span<const uint64_t> h(head[slot], kHeadLength);
    if (h[0] <= number || h[1] > room ||
        h[4] != CarryChecksum(kChecksumStart, h.first(kHeadLength - 1))) {
      continue;
    }
    const std::span<const std::byte> state(all.data() + slot * room, h[1]);
    if (ChecksumOf(state) != h[3]) continue;
    number = h[0];
    found = ResultState{{state.begin(), state.end()}, h[2]};
  }
  return found;
}

}  // namespace jounce
