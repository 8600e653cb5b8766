#include "io/result_compact.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <filesystem>
#include <thread>
#include <vector>

#include "base/error.h"
#include "io/chunk_compression.h"
#include "io/hdf5_handle.h"
#include "io/result_lock.h"
#include "io/result_seal.h"

namespace jounce {
namespace {

constexpr const char* kFails = "cannot be made smaller";
constexpr uint64_t kSmall = 1 << 18;            // bytes of a file that is not worth it
constexpr double kWorthIt = 0.95;               // of the size
constexpr hsize_t kCompactChunkValues = 16384;  // in a chunk
constexpr size_t kBatchBytes = 16 << 20;        // of numbers in memory at a time
constexpr size_t kEndBytes = 1 << 18;           // reserved for what is written at the end
constexpr unsigned kMostThreads = 4;

// A column on its way from one file to the other.
struct Copy {
  std::string name;
  Hdf5Handle target;
  size_t value_bytes = 8;
  hsize_t rows = 0, width = 1, chunk_rows = 1;
  std::vector<std::byte> numbers;  // whole chunks, the last one filled up with zeros
  std::vector<std::vector<std::byte>> chunks;

  size_t chunk_bytes() const { return chunk_rows * width * value_bytes; }
};

class Compactor {
 public:
  explicit Compactor(const std::string& path)
      : path_(path), seal_size_(ResultSealSize(0)), lock_(path, path, /*is_ours=*/true) {}

  void Run() {
    try {
      Open();
      CopyNumbers();
      CopyRest();
      source_.Reset();
      target_.Reset();
    } catch (...) {
      Abandon();
      throw;
    }
    SealResult(lock_.descriptor(), seal_size_, {}, path_);
    const auto before = static_cast<double>(std::filesystem::file_size(path_));
    const auto after = static_cast<double>(std::filesystem::file_size(lock_.unfinished_path()));
    if (after < kWorthIt * before) lock_.TakeName();
  }

 private:
  void Open() {
    const Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, path_, kFails);
    H5Pset_file_locking(access.get(), false, true);
    source_ =
        Hdf5Handle(H5Fopen(path_.c_str(), H5F_ACC_RDONLY, access.get()), H5Fclose, path_, kFails);
    const Hdf5Handle how(H5Pcreate(H5P_FILE_CREATE), H5Pclose, path_, kFails);
    CheckHdf5(H5Pset_userblock(how.get(), seal_size_), path_, kFails);
    H5Pset_meta_block_size(access.get(), 1 << 16);
    Reserve(kEndBytes);
    target_ = Hdf5Handle(
        H5Fcreate(lock_.unfinished_path().c_str(), H5F_ACC_TRUNC, how.get(), access.get()),
        H5Fclose, path_, kFails);
  }

  // HDF5 does not survive a disk that is full.
  void Reserve(size_t bytes) const {
    struct stat status = {};
    if (::fstat(lock_.descriptor(), &status) != 0) return;
    const int failed = ::fallocate(lock_.descriptor(), FALLOC_FL_KEEP_SIZE, status.st_size,
                                   static_cast<off_t>(bytes + kEndBytes));
    if (failed != 0 && errno != EOPNOTSUPP && errno != ENOSYS) throw FileError(path_, kFails);
  }

  void CopyNumbers() {
    std::vector<Copy> batch;
    size_t bytes = 0;
    names_ = ReadTextDataset(source_.get(), "columns");
    for (const std::string& name : names_) {
      batch.push_back(Begin(name));
      bytes += batch.back().numbers.size();
      if (bytes < kBatchBytes && name != names_.back()) continue;
      Compress(&batch);
      for (Copy& copy : batch) Finish(&copy);
      batch.clear();
      bytes = 0;
    }
  }

  // Makes the dataset and reads its numbers.
  Copy Begin(const std::string& name) const {
    const Hdf5Handle dataset(H5Dopen2(source_.get(), name.c_str(), H5P_DEFAULT), H5Dclose, path_,
                             kFails);
    const Hdf5Handle type(H5Dget_type(dataset.get()), H5Tclose, path_, kFails);
    const Hdf5Handle space(H5Dget_space(dataset.get()), H5Sclose, path_, kFails);
    const int rank = H5Sget_simple_extent_ndims(space.get());
    hsize_t size[2] = {0, 1};
    if (rank < 1 || rank > 2) throw FileError(path_, kFails);
    H5Sget_simple_extent_dims(space.get(), size, nullptr);
    Copy copy;
    copy.name = name;
    copy.value_bytes = H5Tget_size(type.get());
    copy.rows = size[0];
    copy.width = size[1];
    copy.chunk_rows =
        std::clamp<hsize_t>(size[0], 1, std::max<hsize_t>(1, kCompactChunkValues / size[1]));
    const hsize_t chunk[2] = {copy.chunk_rows, size[1]};
    const Hdf5Handle layout(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, path_, kFails);
    H5Pset_chunk(layout.get(), rank, chunk);
    H5Pset_shuffle(layout.get());
    H5Pset_deflate(layout.get(), 1);
    const Hdf5Handle links(H5Pcreate(H5P_LINK_CREATE), H5Pclose, path_, kFails);
    H5Pset_create_intermediate_group(links.get(), 1);
    H5Pset_char_encoding(links.get(), H5T_CSET_UTF8);
    copy.target = Hdf5Handle(H5Dcreate2(target_.get(), name.c_str(), type.get(), space.get(),
                                        links.get(), layout.get(), H5P_DEFAULT),
                             H5Dclose, path_, kFails);
    for (const char* attribute : {"unit", "description"}) {
      WriteTextAttribute(copy.target.get(), attribute, ReadTextAttribute(dataset.get(), attribute),
                         path_);
    }
    const hsize_t chunks = (copy.rows + copy.chunk_rows - 1) / copy.chunk_rows;
    copy.numbers.resize(chunks * copy.chunk_bytes());
    copy.chunks.resize(chunks);
    if (copy.rows > 0) {
      CheckHdf5(
          H5Dread(dataset.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, copy.numbers.data()),
          path_, kFails);
    }
    return copy;
  }

  // By several threads: HDF5 has no part in it.
  static void Compress(std::vector<Copy>* batch) {
    struct Item {
      Copy* copy;
      size_t chunk;
    };
    std::vector<Item> items;
    for (Copy& copy : *batch) {
      for (size_t i = 0; i < copy.chunks.size(); ++i) items.push_back({&copy, i});
    }
    std::atomic<size_t> next = 0;
    const auto work = [&] {
      for (size_t i = next++; i < items.size(); i = next++) {
        Copy& copy = *items[i].copy;
        const std::span<const std::byte> all(copy.numbers);
        copy.chunks[items[i].chunk] = CompressChunk(
            all.subspan(items[i].chunk * copy.chunk_bytes(), copy.chunk_bytes()), copy.value_bytes);
      }
    };
    const unsigned threads = std::clamp(std::thread::hardware_concurrency(), 1u, kMostThreads);
    std::vector<std::jthread> others;
    for (unsigned i = 1; i < threads && i < items.size(); ++i) others.emplace_back(work);
    work();
  }

  void Finish(Copy* copy) const {
    size_t bytes = 0;
    for (const std::vector<std::byte>& chunk : copy->chunks) bytes += chunk.size();
    Reserve(bytes);
    for (size_t i = 0; i < copy->chunks.size(); ++i) {
      const hsize_t at[2] = {i * copy->chunk_rows, 0};
      CheckHdf5(H5Dwrite_chunk(copy->target.get(), H5P_DEFAULT, 0, at, copy->chunks[i].size(),
                               copy->chunks[i].data()),
                path_, kFails);
    }
    copy->target.Reset();
  }

  // With the groups on the way to it.
  bool Exists(const std::string& name) const {
    const std::string group = name.substr(0, name.find('/'));
    return H5Lexists(source_.get(), group.c_str(), H5P_DEFAULT) > 0 &&
           H5Lexists(source_.get(), name.c_str(), H5P_DEFAULT) > 0;
  }

  void CopyRest() {
    for (const char* name : {"format", "format_version", "jounce_version", "command", "created",
                             "inputs_hash", "source", "units"}) {
      WriteTextAttribute(target_.get(), name, ReadTextAttribute(source_.get(), name), path_);
    }
    for (const char* name : {"columns", "rows", "checksums", "model", "flat_model", "inputs",
                             "summary", "state", "motion/names", "modal/names", "loads/names"}) {
      if (!Exists(name)) continue;
      CheckHdf5(H5Ocopy(source_.get(), name, target_.get(), name, H5P_DEFAULT, H5P_DEFAULT), path_,
                kFails);
    }
    Reserve(0);
    CheckHdf5(H5Fflush(target_.get(), H5F_SCOPE_GLOBAL), path_, kFails);
  }

  void Abandon() {
    source_.Abandon();
    target_.Abandon();
  }

  std::string path_;
  size_t seal_size_;
  ResultLock lock_;
  Hdf5Handle source_, target_;
  std::vector<std::string> names_;
};

}  // namespace

void CompactResult(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::file_size(path, ignored) < kSmall) return;
  try {
    Compactor(path).Run();
  } catch (const FileError&) {
    // It stays as it is.
  }
}

}  // namespace jounce
