#include "io/part_hdf5.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <system_error>

#include "base/error.h"
#include "io/result_file.h"
#include "io/text_file.h"

namespace jounce {
namespace {

constexpr const char* kCannotWritePart = "cannot be written (is there enough memory?)";
// The least that HDF5 allows for the block before its content.
constexpr size_t kSealSize = 512;
constexpr std::string_view kSealStart = "jounce ";
constexpr const char* kSealedKinds[] = {"flexible part", "life"};
constexpr const char* kHdf5Start = "\x89HDF\r\n\x1a\n";

size_t Product(const DatasetShape& shape) {
  size_t product = 1;
  for (hsize_t size : shape) product *= size;
  return product;
}

std::string SealOf(const std::string& whole, std::string_view kind) {
  std::string seal = fmt::format("{}{}, HDF5 from byte 512, sha256 {}\n", kSealStart, kind,
                                 Sha256(whole.substr(kSealSize)));
  seal.resize(kSealSize, '\0');
  return seal;
}

// Whether it has a seal that does not hold, or is neither sealed nor HDF5.
void CheckSeal(const std::string& path) {
  const std::string whole = ReadTextFile(path);
  if (whole.starts_with(kHdf5Start)) return;
  if (!(whole.size() > kSealSize && whole.starts_with(kSealStart))) {
    throw FileError(path, "is not an HDF5 file, or it is damaged");
  }
  const auto seals = [&](const char* kind) {
    return whole.starts_with(fmt::format("{}{},", kSealStart, kind)) &&
           whole.substr(0, kSealSize) == SealOf(whole, kind);
  };
  if (std::none_of(std::begin(kSealedKinds), std::end(kSealedKinds), seals)) {
    throw FileError(path,
                    "is damaged: its checksum does not agree; make it again with 'jounce reduce'");
  }
}

}  // namespace

PartWriter::PartWriter(const std::string& path, const std::string& kind)
    : path_(path), kind_(kind) {
  constexpr size_t kGrowth = 1 << 20;  // bytes
  const Hdf5Handle how(H5Pcreate(H5P_FILE_CREATE), H5Pclose, path, kCannotWritePart);
  CheckHdf5(H5Pset_userblock(how.get(), kSealSize), path, kCannotWritePart);
  const Hdf5Handle where(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, path, kCannotWritePart);
  CheckHdf5(H5Pset_fapl_core(where.get(), kGrowth, /*backing_store=*/false), path,
            kCannotWritePart);
  file_ = Hdf5Handle(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, how.get(), where.get()), H5Fclose, path,
                     kCannotWritePart);
  links_ = Hdf5Handle(H5Pcreate(H5P_LINK_CREATE), H5Pclose, path, kCannotWritePart);
  H5Pset_create_intermediate_group(links_.get(), 1);
}

void PartWriter::Attribute(const char* name, const std::string& text) {
  WriteTextAttribute(file_.get(), name, text, path_);
}

void PartWriter::Texts(const std::string& name, const std::vector<std::string>& texts) {
  if (texts.empty()) return;
  const std::string folder = name.substr(0, name.find('/'));
  if (H5Lexists(file_.get(), folder.c_str(), H5P_DEFAULT) <= 0) {
    const Hdf5Handle group(
        H5Gcreate2(file_.get(), folder.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose,
        path_, kCannotWritePart);
  }
  WriteTextDataset(file_.get(), name.c_str(), texts, path_);
}

void PartWriter::Numbers(const std::string& name, const DatasetShape& shape,
                         const std::vector<double>& values, const char* unit) {
  Dataset(name, shape, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, values.data(), values.size(), unit);
}

void PartWriter::Integers(const std::string& name, const DatasetShape& shape,
                          const std::vector<int>& values) {
  Dataset(name, shape, H5T_STD_I32LE, H5T_NATIVE_INT, values.data(), values.size(), "");
}

std::string PartWriter::Finish() {
  CheckHdf5(H5Fflush(file_.get(), H5F_SCOPE_GLOBAL), path_, kCannotWritePart);
  const ssize_t size = H5Fget_file_image(file_.get(), nullptr, 0);
  if (size <= 0) throw FileError(path_, kCannotWritePart);
  // The image begins behind the seal.
  std::string whole(kSealSize + static_cast<size_t>(size), '\0');
  if (H5Fget_file_image(file_.get(), whole.data() + kSealSize, static_cast<size_t>(size)) != size) {
    throw FileError(path_, kCannotWritePart);
  }
  return Sealed(std::move(whole), kind_);
}

void PartWriter::Dataset(const std::string& name, const DatasetShape& shape, hid_t stored,
                         hid_t type, const void* values, size_t size, const char* unit) {
  if (size != Product(shape)) {
    throw FileError(path_, fmt::format("cannot be written: '{}' has {} values instead of {}", name,
                                       size, Product(shape)));
  }
  if (size == 0) return;
  const Hdf5Handle space(H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr),
                         H5Sclose, path_, kCannotWritePart);
  const Hdf5Handle dataset(H5Dcreate2(file_.get(), name.c_str(), stored, space.get(), links_.get(),
                                      H5P_DEFAULT, H5P_DEFAULT),
                           H5Dclose, path_, kCannotWritePart);
  CheckHdf5(H5Dwrite(dataset.get(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values), path_,
            kCannotWritePart);
  if (unit[0] != '\0') WriteTextAttribute(dataset.get(), "unit", unit, path_);
}

std::string Sealed(std::string whole, const std::string& kind) {
  return whole.replace(0, kSealSize, SealOf(whole, kind));
}

PartReader::PartReader(const std::string& path) : path_(path) {
  SilenceHdf5();
  if (!std::filesystem::exists(path)) throw FileError(path, "does not exist");
  CheckSeal(path);
  file_ = Hdf5Handle(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose, path,
                     "is not an HDF5 file, or it is damaged");
  std::error_code ignored;
  bytes_ = std::filesystem::file_size(path, ignored);
}

bool PartReader::Has(const std::string& name) {
  const std::string folder = name.substr(0, name.find('/'));
  return H5Lexists(file_.get(), folder.c_str(), H5P_DEFAULT) > 0 &&
         H5Lexists(file_.get(), name.c_str(), H5P_DEFAULT) > 0;
}

std::vector<std::string> PartReader::Texts(const std::string& name, size_t size) {
  if (size == 0) return {};
  std::vector<std::string> texts;
  if (Has(name)) {
    if (Count(name) > bytes_) Fail(name, "is larger than the file");
    texts = ReadTextDataset(file_.get(), name.c_str());
  }
  if (texts.size() != size) Fail(name, fmt::format("has {} entries, not {}", texts.size(), size));
  return texts;
}

hsize_t PartReader::Count(const std::string& name) {
  if (!Has(name)) {
    const size_t slash = name.find('/');
    const bool group = slash != std::string::npos &&
                       H5Lexists(file_.get(), name.substr(0, slash).c_str(), H5P_DEFAULT) > 0;
    if (group) Fail(name, "is missing");
    return 0;
  }
  const DatasetShape shape = ShapeOf(Open(name).get(), name);
  return shape.empty() ? 0 : shape[0];
}

std::vector<double> PartReader::Numbers(const std::string& name, const DatasetShape& shape) {
  std::vector<double> values;
  Read(name, shape, H5T_NATIVE_DOUBLE, &values);
  const bool finite =
      std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
  if (!finite) Fail(name, "holds what is not a number");
  return values;
}

std::vector<int> PartReader::Integers(const std::string& name, const DatasetShape& shape) {
  std::vector<int> values;
  Read(name, shape, H5T_NATIVE_INT, &values);
  return values;
}

Eigen::MatrixXd PartReader::Single(const std::string& name, hsize_t rows, hsize_t columns) {
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const std::vector<double> values = Numbers(name, {rows, columns});
  return Eigen::Map<const RowMajor>(values.data(), static_cast<Eigen::Index>(rows),
                                    static_cast<Eigen::Index>(columns));
}

std::vector<Eigen::Vector3d> PartReader::Points(const std::string& name, hsize_t count) {
  const std::vector<double> values = Numbers(name, {count, 3});
  std::vector<Eigen::Vector3d> points;
  for (hsize_t i = 0; i < count; ++i) points.emplace_back(values.data() + 3 * i);
  return points;
}

void PartReader::Fail(const std::string& name, const std::string& what) const {
  throw FileError(path_, fmt::format("is damaged: '{}' {}", name, what));
}

Hdf5Handle PartReader::Open(const std::string& name) {
  return Hdf5Handle(H5Dopen2(file_.get(), name.c_str(), H5P_DEFAULT), H5Dclose, path_,
                    fmt::format("is damaged: '{}' is missing", name).c_str());
}

DatasetShape PartReader::ShapeOf(hid_t dataset, const std::string& name) {
  const Hdf5Handle space(H5Dget_space(dataset), H5Sclose, path_, "is damaged");
  const int rank = H5Sget_simple_extent_ndims(space.get());
  if (rank < 0 || rank > 8) Fail(name, "has no shape");
  DatasetShape shape(static_cast<size_t>(rank));
  H5Sget_simple_extent_dims(space.get(), shape.data(), nullptr);
  return shape;
}

template <class Value>
void PartReader::Read(const std::string& name, const DatasetShape& shape, hid_t type,
                      std::vector<Value>* values) {
  if (Product(shape) == 0) return;
  const Hdf5Handle dataset = Open(name);
  if (ShapeOf(dataset.get(), name) != shape) {
    Fail(name, fmt::format("is not of the shape {}", fmt::join(shape, " x ")));
  }
  // A damaged shape must not make us allocate more than the file holds.
  if (Product(shape) > bytes_ / sizeof(Value)) Fail(name, "is larger than the file");
  values->resize(Product(shape));
  CheckHdf5(H5Dread(dataset.get(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values->data()), path_,
            fmt::format("is damaged: '{}' cannot be read", name).c_str());
}

}  // namespace jounce
