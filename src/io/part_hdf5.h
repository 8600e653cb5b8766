// The datasets of a flexible part's file (and of others of its build: lives), checked on the way in: what is missing, of another shape,
// larger than the file or not finite is a FileError that names it.
//
// The HDF5 content follows a block of 512 bytes, which HDF5 leaves to whoever writes the file:
// there stands the SHA-256 of all that follows. A damaged file is found out before HDF5 sees it,
// whose readers may crash on one.
#ifndef JOUNCE_IO_PART_HDF5_H_
#define JOUNCE_IO_PART_HDF5_H_

#include <Eigen/Core>
#include <string>
#include <vector>

#include "io/hdf5_handle.h"

namespace jounce {

using DatasetShape = std::vector<hsize_t>;

// Many equal matrices, one after the other, row by row.
template <class Matrices>
std::vector<double> Pack(const Matrices& matrices) {
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  std::vector<double> values;
  for (const auto& matrix : matrices) {
    const RowMajor rows = matrix;
    values.insert(values.end(), rows.data(), rows.data() + rows.size());
  }
  return values;
}

// Builds the file in memory: HDF5 does not survive a disk that is full.
class PartWriter {
 public:
  // Errors speak of `path`; the seal says what `kind` of file it is. All throw FileError.
  explicit PartWriter(const std::string& path, const std::string& kind = "flexible part");

  void Attribute(const char* name, const std::string& text);
  void Texts(const std::string& name, const std::vector<std::string>& texts);
  void Numbers(const std::string& name, const DatasetShape& shape,
               const std::vector<double>& values, const char* unit);
  void Integers(const std::string& name, const DatasetShape& shape, const std::vector<int>& values);
  // The bytes of the whole file, sealed.
  std::string Finish();

 private:
  void Dataset(const std::string& name, const DatasetShape& shape, hid_t stored, hid_t type,
               const void* values, size_t size, const char* unit);

  std::string path_, kind_;
  Hdf5Handle file_, links_;
};

// The bytes of a file with the checksum of what they are now.
std::string Sealed(std::string whole, const std::string& kind = "flexible part");

class PartReader {
 public:
  // Throws FileError where the file does not exist, is no HDF5 file or not what its seal says. A
  // file without a seal, of another writer, is taken as it is.
  explicit PartReader(const std::string& path);

  std::string Attribute(const char* name) { return ReadTextAttribute(file_.get(), name); }
  bool Has(const std::string& name);
  // The extent of the first index; 0 where there is no such dataset, nor anything of its group.
  hsize_t Count(const std::string& name);

  std::vector<std::string> Texts(const std::string& name, size_t size);
  std::vector<double> Numbers(const std::string& name, const DatasetShape& shape);
  std::vector<int> Integers(const std::string& name, const DatasetShape& shape);
  std::vector<Eigen::Vector3d> Points(const std::string& name, hsize_t count);
  Eigen::MatrixXd Single(const std::string& name, hsize_t rows, hsize_t columns);

  template <class Matrix = Eigen::MatrixXd>
  std::vector<Matrix> Matrices(const std::string& name, hsize_t count, hsize_t rows,
                               hsize_t columns) {
    using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const std::vector<double> values = Numbers(name, {count, rows, columns});
    std::vector<Matrix> matrices;
    for (hsize_t i = 0; i < count; ++i) {
      matrices.emplace_back(Eigen::Map<const RowMajor>(values.data() + i * rows * columns,
                                                       static_cast<Eigen::Index>(rows),
                                                       static_cast<Eigen::Index>(columns)));
    }
    return matrices;
  }

  [[noreturn]] void Fail(const std::string& name, const std::string& what) const;

 private:
  Hdf5Handle Open(const std::string& name);
  DatasetShape ShapeOf(hid_t dataset, const std::string& name);
  template <class Value>
  void Read(const std::string& name, const DatasetShape& shape, hid_t type,
            std::vector<Value>* values);

  std::string path_;
  Hdf5Handle file_;
  size_t bytes_ = 0;
};

}  // namespace jounce

#endif  // JOUNCE_IO_PART_HDF5_H_
