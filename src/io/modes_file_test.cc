#include "io/modes_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "io/hdf5_handle.h"

namespace jounce {
namespace {

std::vector<double> ReadNumbers(hid_t file, const char* name, std::vector<hsize_t>* size) {
  const Hdf5Handle dataset(H5Dopen2(file, name, H5P_DEFAULT), H5Dclose, "", "no dataset");
  const Hdf5Handle space(H5Dget_space(dataset.get()), H5Sclose, "", "no space");
  size->assign(static_cast<size_t>(H5Sget_simple_extent_ndims(space.get())), 0);
  H5Sget_simple_extent_dims(space.get(), size->data(), nullptr);
  std::vector<double> values(static_cast<size_t>(H5Sget_simple_extent_npoints(space.get())));
  H5Dread(dataset.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
  return values;
}

// Two bodies, two modes: each number is where the header says.
TEST(ModesFile, ShapesAreRowsOfBodies) {
  Model model;
  model.bodies.resize(2);
  model.bodies[0].name = "axle";
  model.bodies[1].name = "body";
  std::vector<Mode> modes(2);
  for (int m = 0; m < 2; ++m) {
    modes[m].frequency = 10.0 + m;
    modes[m].direction_motion = Eigen::MatrixXd::Zero(2, 6);
    modes[m].direction_shares = Eigen::MatrixXd::Zero(2, 6);
  }
  modes[0].direction_motion(1, 2) = 0.5;
  modes[1].direction_motion(0, 3) = -1;
  modes[1].direction_shares(1, 5) = 0.25;
  const std::string path = (std::filesystem::temp_directory_path() /
                            ("jounce_modes_" + std::to_string(::getpid()) + ".h5"))
                               .string();
  WriteModes(path, modes, {"hop", "tramp"}, model);
  {
    const Hdf5Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose, path,
                          "cannot be opened");
    EXPECT_EQ(ReadTextDataset(file.get(), "bodies"), (std::vector<std::string>{"axle", "body"}));
    EXPECT_EQ(ReadTextDataset(file.get(), "names"), (std::vector<std::string>{"hop", "tramp"}));
    std::vector<hsize_t> size;
    EXPECT_EQ(ReadNumbers(file.get(), "frequency", &size), (std::vector<double>{10, 11}));
    const std::vector<double> shape = ReadNumbers(file.get(), "shape", &size);
    ASSERT_EQ(size, (std::vector<hsize_t>{2, 2, 6}));
    EXPECT_EQ(shape[(0 * 2 + 1) * 6 + 2], 0.5);
    EXPECT_EQ(shape[(1 * 2 + 0) * 6 + 3], -1);
    const std::vector<double> shares = ReadNumbers(file.get(), "shares", &size);
    EXPECT_EQ(shares[(1 * 2 + 1) * 6 + 5], 0.25);
  }
  std::filesystem::remove(path);
  EXPECT_THROW(WriteModes("no/such/folder/modes.h5", modes, {"hop", "tramp"}, model), FileError);
}

}  // namespace
}  // namespace jounce
