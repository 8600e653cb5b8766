#include "io/modes_file.h"

#include <hdf5.h>

#include "io/hdf5_handle.h"

namespace jounce {
namespace {

void WriteNumbers(hid_t file, const char* name, const std::vector<hsize_t>& size,
                  const std::vector<double>& values, const char* unit, const std::string& path) {
  const Hdf5Handle space(H5Screate_simple(static_cast<int>(size.size()), size.data(), nullptr),
                         H5Sclose, path, kCannotWrite);
  const Hdf5Handle dataset(
      H5Dcreate2(file, name, H5T_IEEE_F64LE, space.get(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
      H5Dclose, path, kCannotWrite);
  if (!values.empty()) {
    CheckHdf5(
        H5Dwrite(dataset.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()),
        path, kCannotWrite);
  }
  WriteTextAttribute(dataset.get(), "unit", unit, path);
}

// The rows of a bodies x 6 matrix of each mode, one after the other.
std::vector<double> Rows(const std::vector<Mode>& modes, Eigen::MatrixXd Mode::*matrix,
                         size_t bodies) {
  std::vector<double> values;
  for (const Mode& mode : modes) {
    for (size_t i = 0; i < bodies; ++i) {
      for (int k = 0; k < 6; ++k) values.push_back((mode.*matrix)(static_cast<int>(i), k));
    }
  }
  return values;
}

}  // namespace

void WriteModes(const std::string& path, const std::vector<Mode>& modes,
                const std::vector<std::string>& names, const Model& model) {
  SilenceHdf5();
  const Hdf5Handle file(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose,
                        path, kCannotWrite);
  WriteTextAttribute(file.get(), "format", "jounce-modes", path);
  std::vector<double> frequency, damped, damping, time_constant;
  for (const Mode& mode : modes) {
    frequency.push_back(mode.frequency);
    damped.push_back(mode.damped_frequency);
    damping.push_back(mode.damping);
    time_constant.push_back(mode.time_constant);
  }
  const std::vector<hsize_t> one_each = {modes.size()};
  WriteNumbers(file.get(), "frequency", one_each, frequency, "Hz", path);
  WriteNumbers(file.get(), "damped_frequency", one_each, damped, "Hz", path);
  WriteNumbers(file.get(), "damping", one_each, damping, "1", path);
  WriteNumbers(file.get(), "time_constant", one_each, time_constant, "s", path);
  const size_t count = model.bodies.size();
  const std::vector<hsize_t> six_each = {modes.size(), count, 6};
  WriteNumbers(file.get(), "shape", six_each, Rows(modes, &Mode::direction_motion, count),
               "m, m, m, rad, rad, rad", path);
  WriteNumbers(file.get(), "shares", six_each, Rows(modes, &Mode::direction_shares, count), "1",
               path);
  std::vector<std::string> bodies;
  for (const Body& body : model.bodies) bodies.push_back(body.name);
  WriteTextDataset(file.get(), "bodies", bodies, path);
  WriteTextDataset(file.get(), "names", names, path);
}

}  // namespace jounce
