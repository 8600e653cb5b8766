#include "io/flexible_part_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <system_error>

#include "base/error.h"
#include "io/hdf5_handle.h"

namespace jounce {
namespace {

using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;
using Shape = std::vector<hsize_t>;
using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr const char* kFormat = "jounce-flexible-part";
constexpr const char* kVersion = "1";
constexpr const char* kCannotWrite = "cannot be written (is the disk full?)";

size_t Product(const Shape& shape) {
  size_t product = 1;
  for (hsize_t size : shape) product *= size;
  return product;
}

// Many equal matrices, one after the other, row by row.
template <class Matrices>
std::vector<double> Pack(const Matrices& matrices) {
  std::vector<double> values;
  for (const auto& matrix : matrices) {
    const RowMajor rows = matrix;
    values.insert(values.end(), rows.data(), rows.data() + rows.size());
  }
  return values;
}

class PartWriter {
 public:
  PartWriter(const std::string& file, const std::string& path) : path_(path) {
    file_ = Hdf5Handle(H5Fcreate(file.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose,
                       path, "cannot be written: no such folder, or no permission");
    links_ = Hdf5Handle(H5Pcreate(H5P_LINK_CREATE), H5Pclose, path, kCannotWrite);
    H5Pset_create_intermediate_group(links_.get(), 1);
  }

  void Attribute(const char* name, const std::string& text) {
    WriteTextAttribute(file_.get(), name, text, path_);
  }

  void Texts(const std::string& name, const std::vector<std::string>& texts) {
    if (texts.empty()) return;
    const std::string folder = name.substr(0, name.find('/'));
    if (H5Lexists(file_.get(), folder.c_str(), H5P_DEFAULT) <= 0) {
      const Hdf5Handle group(
          H5Gcreate2(file_.get(), folder.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose,
          path_, kCannotWrite);
    }
    WriteTextDataset(file_.get(), name.c_str(), texts, path_);
  }

  void Numbers(const std::string& name, const Shape& shape, const std::vector<double>& values,
               const char* unit) {
    Dataset(name, shape, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, values.data(), values.size(), unit);
  }

  void Integers(const std::string& name, const Shape& shape, const std::vector<int>& values) {
    Dataset(name, shape, H5T_STD_I32LE, H5T_NATIVE_INT, values.data(), values.size(), "");
  }

  void Close() {
    CheckHdf5(H5Fflush(file_.get(), H5F_SCOPE_GLOBAL), path_, kCannotWrite);
    file_.Reset();
  }

 private:
  void Dataset(const std::string& name, const Shape& shape, hid_t stored, hid_t type,
               const void* values, size_t size, const char* unit) {
    if (size != Product(shape)) {
      throw FileError(path_, fmt::format("cannot be written: '{}' has {} values instead of {}",
                                         name, size, Product(shape)));
    }
    if (size == 0) return;
    const Hdf5Handle space(H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr),
                           H5Sclose, path_, kCannotWrite);
    const Hdf5Handle dataset(H5Dcreate2(file_.get(), name.c_str(), stored, space.get(),
                                        links_.get(), H5P_DEFAULT, H5P_DEFAULT),
                             H5Dclose, path_, kCannotWrite);
    CheckHdf5(H5Dwrite(dataset.get(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values), path_,
              kCannotWrite);
    if (unit[0] != '\0') WriteTextAttribute(dataset.get(), "unit", unit, path_);
  }

  std::string path_;
  Hdf5Handle file_, links_;
};

class PartReader {
 public:
  explicit PartReader(const std::string& path) : path_(path) {
    SilenceHdf5();
    if (!std::filesystem::exists(path)) throw FileError(path, "does not exist");
    file_ = Hdf5Handle(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose, path,
                       "is not an HDF5 file, or it is damaged");
    std::error_code ignored;
    bytes_ = std::filesystem::file_size(path, ignored);
  }

  std::string Attribute(const char* name) { return ReadTextAttribute(file_.get(), name); }

  bool Has(const std::string& name) {
    const std::string folder = name.substr(0, name.find('/'));
    return H5Lexists(file_.get(), folder.c_str(), H5P_DEFAULT) > 0 &&
           H5Lexists(file_.get(), name.c_str(), H5P_DEFAULT) > 0;
  }

  std::vector<std::string> Texts(const std::string& name, size_t size) {
    if (size == 0) return {};
    std::vector<std::string> texts;
    if (Has(name)) texts = ReadTextDataset(file_.get(), name.c_str());
    if (texts.size() != size) Fail(name, fmt::format("has {} entries, not {}", texts.size(), size));
    return texts;
  }

  // The extent of the first index; 0 where there is no such dataset.
  hsize_t Count(const std::string& name) {
    if (!Has(name)) return 0;
    const Shape shape = ShapeOf(Open(name).get(), name);
    return shape.empty() ? 0 : shape[0];
  }

  std::vector<double> Numbers(const std::string& name, const Shape& shape) {
    std::vector<double> values;
    Read(name, shape, H5T_NATIVE_DOUBLE, &values);
    const bool finite = std::all_of(values.begin(), values.end(),
                                    [](double value) { return std::isfinite(value); });
    if (!finite) Fail(name, "holds what is not a number");
    return values;
  }

  std::vector<int> Integers(const std::string& name, const Shape& shape) {
    std::vector<int> values;
    Read(name, shape, H5T_NATIVE_INT, &values);
    return values;
  }

  template <class Matrix = MatrixXd>
  std::vector<Matrix> Matrices(const std::string& name, hsize_t count, hsize_t rows,
                               hsize_t columns) {
    const std::vector<double> values = Numbers(name, {count, rows, columns});
    std::vector<Matrix> matrices;
    for (hsize_t i = 0; i < count; ++i) {
      matrices.emplace_back(Eigen::Map<const RowMajor>(values.data() + i * rows * columns,
                                                       static_cast<Eigen::Index>(rows),
                                                       static_cast<Eigen::Index>(columns)));
    }
    return matrices;
  }

  MatrixXd Single(const std::string& name, hsize_t rows, hsize_t columns) {
    const std::vector<double> values = Numbers(name, {rows, columns});
    return Eigen::Map<const RowMajor>(values.data(), static_cast<Eigen::Index>(rows),
                                      static_cast<Eigen::Index>(columns));
  }

  std::vector<Vector3d> Points(const std::string& name, hsize_t count) {
    const std::vector<double> values = Numbers(name, {count, 3});
    std::vector<Vector3d> points;
    for (hsize_t i = 0; i < count; ++i) points.emplace_back(values.data() + 3 * i);
    return points;
  }

  [[noreturn]] void Fail(const std::string& name, const std::string& what) const {
    throw FileError(path_, fmt::format("is damaged: '{}' {}", name, what));
  }

 private:
  Hdf5Handle Open(const std::string& name) {
    return Hdf5Handle(H5Dopen2(file_.get(), name.c_str(), H5P_DEFAULT), H5Dclose, path_,
                      fmt::format("is damaged: '{}' is missing", name).c_str());
  }

  Shape ShapeOf(hid_t dataset, const std::string& name) {
    const Hdf5Handle space(H5Dget_space(dataset), H5Sclose, path_, "is damaged");
    const int rank = H5Sget_simple_extent_ndims(space.get());
    if (rank < 0 || rank > 8) Fail(name, "has no shape");
    Shape shape(static_cast<size_t>(rank));
    H5Sget_simple_extent_dims(space.get(), shape.data(), nullptr);
    return shape;
  }

  template <class Value>
  void Read(const std::string& name, const Shape& shape, hid_t type, std::vector<Value>* values) {
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

  std::string path_;
  Hdf5Handle file_;
  size_t bytes_ = 0;
};

std::vector<double> Values(const VectorXd& vector) {
  return {vector.data(), vector.data() + vector.size()};
}

template <class Item, class Value>
std::vector<Value> Collect(const std::vector<Item>& items, Value Item::*member) {
  std::vector<Value> values;
  for (const Item& item : items) values.push_back(item.*member);
  return values;
}

void WriteInertia(const InertiaInvariants& inertia, hsize_t n, PartWriter* writer) {
  writer->Numbers("inertia/i1", {1}, {inertia.i1}, "kg");
  writer->Numbers("inertia/i2", {3}, Pack(std::vector{inertia.i2}), "kg m");
  writer->Numbers("inertia/i3", {3, n}, Pack(std::vector{inertia.i3}), "");
  writer->Numbers("inertia/i4", {3, n}, Pack(std::vector{inertia.i4}), "");
  writer->Numbers("inertia/i5", {n, 3, n}, Pack(inertia.i5), "");
  writer->Numbers("inertia/i6", {n, n}, Pack(std::vector{inertia.i6}), "");
  writer->Numbers("inertia/i7", {3, 3}, Pack(std::vector{inertia.i7}), "kg m2");
  writer->Numbers("inertia/i8", {n, 3, 3}, Pack(inertia.i8), "");
  std::vector<double> i9;
  for (const std::vector<Matrix3d>& row : inertia.i9) {
    const std::vector<double> values = Pack(row);
    i9.insert(i9.end(), values.begin(), values.end());
  }
  writer->Numbers("inertia/i9", {n, n, 3, 3}, i9, "");
}

InertiaInvariants ReadInertia(hsize_t n, PartReader* reader) {
  InertiaInvariants inertia;
  inertia.i1 = reader->Numbers("inertia/i1", {1})[0];
  inertia.i2 = Vector3d(reader->Numbers("inertia/i2", {3}).data());
  inertia.i3 = reader->Single("inertia/i3", 3, n);
  inertia.i4 = reader->Single("inertia/i4", 3, n);
  inertia.i5 = reader->Matrices("inertia/i5", n, 3, n);
  inertia.i6 = reader->Single("inertia/i6", n, n);
  inertia.i7 = reader->Single("inertia/i7", 3, 3);
  inertia.i8 = reader->Matrices<Matrix3d>("inertia/i8", n, 3, 3);
  const std::vector<double> i9 = reader->Numbers("inertia/i9", {n, n, 3, 3});
  using RowMajor3 = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;
  inertia.i9.resize(n);
  for (size_t i = 0; i < n * n; ++i) {
    inertia.i9[i / n].emplace_back(Eigen::Map<const RowMajor3>(i9.data() + 9 * i));
  }
  return inertia;
}

void WriteInterfaces(const std::vector<InterfaceNode>& nodes, hsize_t n, PartWriter* writer) {
  const hsize_t k = nodes.size();
  writer->Texts("interfaces/name", Collect(nodes, &InterfaceNode::name));
  writer->Integers("interfaces/id", {k}, Collect(nodes, &InterfaceNode::id));
  writer->Numbers("interfaces/position", {k, 3}, Pack(Collect(nodes, &InterfaceNode::position)),
                  "m");
  writer->Numbers("interfaces/translation", {k, 3, n},
                  Pack(Collect(nodes, &InterfaceNode::translation)), "");
  writer->Numbers("interfaces/rotation", {k, 3, n}, Pack(Collect(nodes, &InterfaceNode::rotation)),
                  "");
}

std::vector<InterfaceNode> ReadInterfaces(hsize_t n, PartReader* reader) {
  const hsize_t k = reader->Count("interfaces/id");
  const std::vector<int> ids = reader->Integers("interfaces/id", {k});
  const std::vector<std::string> names = reader->Texts("interfaces/name", k);
  const std::vector<Vector3d> positions = reader->Points("interfaces/position", k);
  const std::vector<MatrixXd> translations = reader->Matrices("interfaces/translation", k, 3, n);
  const std::vector<MatrixXd> rotations = reader->Matrices("interfaces/rotation", k, 3, n);
  std::vector<InterfaceNode> nodes;
  for (size_t i = 0; i < k; ++i) {
    nodes.push_back({names[i], ids[i], positions[i], translations[i], rotations[i]});
  }
  return nodes;
}

void WriteStress(const std::vector<StressPoint>& points, hsize_t n, PartWriter* writer) {
  const hsize_t s = points.size();
  writer->Integers("stress/element", {s}, Collect(points, &StressPoint::element));
  writer->Integers("stress/node", {s}, Collect(points, &StressPoint::node));
  writer->Texts("stress/surface", Collect(points, &StressPoint::surface));
  writer->Numbers("stress/position", {s, 3}, Pack(Collect(points, &StressPoint::position)), "m");
  writer->Numbers("stress/stress", {s, 6, n}, Pack(Collect(points, &StressPoint::stress)), "Pa");
}

std::vector<StressPoint> ReadStress(hsize_t n, PartReader* reader) {
  const hsize_t s = reader->Count("stress/element");
  const std::vector<int> elements = reader->Integers("stress/element", {s});
  const std::vector<int> nodes = reader->Integers("stress/node", {s});
  const std::vector<std::string> surfaces = reader->Texts("stress/surface", s);
  const std::vector<Vector3d> positions = reader->Points("stress/position", s);
  const std::vector<MatrixXd> stresses = reader->Matrices("stress/stress", s, 6, n);
  std::vector<StressPoint> points;
  for (size_t i = 0; i < s; ++i) {
    points.push_back({elements[i], nodes[i], surfaces[i], positions[i], stresses[i]});
  }
  return points;
}

void WriteSurface(const FlexibleSurface& surface, hsize_t n, PartWriter* writer) {
  const hsize_t c = surface.node.size();
  writer->Integers("surface/node", {c}, surface.node);
  writer->Numbers("surface/position", {c, 3}, Pack(surface.position), "m");
  writer->Numbers("surface/translation", {c, 3, n}, Pack(surface.translation), "");
  writer->Integers("surface/stress_point", {c}, surface.stress_point);
  std::vector<int> corners;
  for (const std::array<int, 3>& triangle : surface.triangles) {
    corners.insert(corners.end(), triangle.begin(), triangle.end());
  }
  writer->Integers("surface/triangles", {surface.triangles.size(), 3}, corners);
}

FlexibleSurface ReadSurface(hsize_t n, size_t stress_points, PartReader* reader) {
  FlexibleSurface surface;
  const hsize_t c = reader->Count("surface/node");
  surface.node = reader->Integers("surface/node", {c});
  surface.position = reader->Points("surface/position", c);
  surface.translation = reader->Matrices("surface/translation", c, 3, n);
  surface.stress_point = reader->Integers("surface/stress_point", {c});
  for (int point : surface.stress_point) {
    if (point < -1 || point >= static_cast<int>(stress_points)) {
      reader->Fail("surface/stress_point", "points to no stress");
    }
  }
  const hsize_t t = reader->Count("surface/triangles");
  const std::vector<int> corners = reader->Integers("surface/triangles", {t, 3});
  for (size_t i = 0; i < corners.size(); ++i) {
    if (corners[i] < 0 || corners[i] >= static_cast<int>(c)) {
      reader->Fail("surface/triangles", "points to no corner");
    }
    if (i % 3 == 0) surface.triangles.push_back({corners[i], corners[i + 1], corners[i + 2]});
  }
  return surface;
}

void WritePart(const FlexiblePart& part, PartWriter* writer) {
  const hsize_t n = static_cast<hsize_t>(part.mode_count());
  writer->Attribute("format", kFormat);
  writer->Attribute("format_version", kVersion);
  writer->Attribute("name", part.name);
  writer->Attribute("source", part.source);
  writer->Numbers("modes/frequency", {n}, Values(part.frequencies), "Hz");
  writer->Numbers("modes/damping", {n}, Values(part.damping), "");
  writer->Texts("modes/origin", part.origins);
  WriteInterfaces(part.interfaces, n, writer);
  WriteInertia(part.inertia, n, writer);
  writer->Numbers("stiffening", {part.stiffening.size(), n, n}, Pack(part.stiffening), "");
  WriteStress(part.stress_points, n, writer);
  WriteSurface(part.surface, n, writer);
  writer->Close();
}

}  // namespace

void WriteFlexiblePart(const std::string& path, const FlexiblePart& part) {
  SilenceHdf5();
  const std::string beside = fmt::format("{}.{}.part", path, ::getpid());
  try {
    PartWriter writer(beside, path);
    WritePart(part, &writer);
  } catch (const FileError&) {
    std::error_code ignored;
    std::filesystem::remove(beside, ignored);
    throw;
  }
  std::error_code failure;
  std::filesystem::rename(beside, path, failure);
  if (failure) {
    std::error_code ignored;
    std::filesystem::remove(beside, ignored);
    throw FileError(path, "cannot be written: " + failure.message());
  }
}

FlexiblePart ReadFlexiblePart(const std::string& path) {
  PartReader reader(path);
  if (reader.Attribute("format") != kFormat) {
    throw FileError(path,
                    "is an HDF5 file, but not a flexible part: make one with 'jounce reduce'");
  }
  if (reader.Attribute("format_version") != kVersion) {
    throw FileError(path,
                    "is a flexible part of another version: make it again with 'jounce reduce'");
  }
  FlexiblePart part;
  part.name = reader.Attribute("name");
  part.source = reader.Attribute("source");
  const hsize_t n = reader.Count("modes/frequency");
  const std::vector<double> frequencies = reader.Numbers("modes/frequency", {n});
  const std::vector<double> damping = reader.Numbers("modes/damping", {n});
  part.frequencies = Eigen::Map<const VectorXd>(frequencies.data(), static_cast<int>(n));
  part.damping = Eigen::Map<const VectorXd>(damping.data(), static_cast<int>(n));
  part.origins = reader.Texts("modes/origin", n);
  part.interfaces = ReadInterfaces(n, &reader);
  part.inertia = ReadInertia(n, &reader);
  part.stiffening = reader.Matrices("stiffening", reader.Count("stiffening"), n, n);
  part.stress_points = ReadStress(n, &reader);
  part.surface = ReadSurface(n, part.stress_points.size(), &reader);
  return part;
}

}  // namespace jounce
