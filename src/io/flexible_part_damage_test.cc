// Files of flexible parts with something wrong in them: an error that names it, never a crash, and
// never a number that was not written.
#include <gtest/gtest.h>

#include <limits>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "io/flexible_part_file.h"
#include "io/hdf5_handle.h"
#include "io/part_hdf5.h"
#include "io/sample_part_for_test.h"
#include "io/text_file.h"

namespace jounce {
namespace {

using testing::SamplePart;

class FlexiblePartDamageTest : public testing::FlexiblePartFileTest {
 protected:
  void SetUp() override {
    FlexiblePartFileTest::SetUp();
    SilenceHdf5();
    WriteFlexiblePart(path_, SamplePart(2));
    whole_ = ReadTextFile(path_);
  }

  // What the file says when it is read; empty where nothing is wrong.
  std::string ErrorOf() const {
    try {
      ReadFlexiblePart(path_);
    } catch (const FileError& error) {
      return error.what();
    }
    return "";
  }

  // All datasets of the file.
  std::vector<std::string> Datasets() const {
    const Hdf5Handle file(H5Fopen(path_.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose, path_, "");
    std::vector<std::string> names;
    H5Ovisit(
        file.get(), H5_INDEX_NAME, H5_ITER_INC,
        [](hid_t, const char* name, const H5O_info_t* info, void* out) -> herr_t {
          if (info->type == H5O_TYPE_DATASET) {
            static_cast<std::vector<std::string>*>(out)->push_back(name);
          }
          return 0;
        },
        &names);
    return names;
  }

  Hdf5Handle OpenAnew() {
    WriteTextFile(path_, whole_);
    return Hdf5Handle(H5Fopen(path_.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), H5Fclose, path_, "");
  }

  std::string whole_;
};

TEST_F(FlexiblePartDamageTest, MissingDatasetsAreNamed) {
  // What a part may do without.
  const std::set<std::string> optional = {"stiffening", "stress/young", "surface/triangle_stress"};
  const std::vector<std::string> names = Datasets();
  EXPECT_GT(names.size(), 20u);
  for (const std::string& name : names) {
    {
      const Hdf5Handle file = OpenAnew();
      ASSERT_GE(H5Ldelete(file.get(), name.c_str(), H5P_DEFAULT), 0);
    }
    WriteTextFile(path_, Sealed(ReadTextFile(path_)));
    const std::string error = ErrorOf();
    if (optional.count(name) > 0) {
      EXPECT_EQ(error, "") << name;
      continue;
    }
    EXPECT_NE(error.find("'" + name + "'"), std::string::npos) << name << ": " << error;
  }
}

TEST_F(FlexiblePartDamageTest, WrongSizesAreNamed) {
  for (const std::string& name : Datasets()) {
    for (const hsize_t size : {1u, 7u, 1000u}) {
      if (name == "inertia/i1" && size == 1) continue;
      {
        const Hdf5Handle file = OpenAnew();
        H5Ldelete(file.get(), name.c_str(), H5P_DEFAULT);
        const Hdf5Handle space(H5Screate_simple(1, &size, nullptr), H5Sclose, path_, "");
        const Hdf5Handle dataset(H5Dcreate2(file.get(), name.c_str(), H5T_IEEE_F64LE, space.get(),
                                            H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                                 H5Dclose, path_, "");
        const std::vector<double> ones(size, 1);
        H5Dwrite(dataset.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, ones.data());
      }
      WriteTextFile(path_, Sealed(ReadTextFile(path_)));
      const std::string error = ErrorOf();
      // What is named is the dataset or, where others are counted by it, one of its group.
      const std::string group = name.substr(0, name.find('/'));
      EXPECT_NE(error.find("is damaged: '" + group), std::string::npos) << name << ": " << error;
    }
  }
}

TEST_F(FlexiblePartDamageTest, WhatIsNotANumberIsNamed) {
  int tried = 0;
  for (const std::string& name : Datasets()) {
    {
      const Hdf5Handle file = OpenAnew();
      const Hdf5Handle dataset(H5Dopen2(file.get(), name.c_str(), H5P_DEFAULT), H5Dclose, path_,
                               "");
      const Hdf5Handle type(H5Dget_type(dataset.get()), H5Tclose, path_, "");
      if (H5Tget_class(type.get()) != H5T_FLOAT) continue;
      const Hdf5Handle space(H5Dget_space(dataset.get()), H5Sclose, path_, "");
      std::vector<double> values(H5Sget_simple_extent_npoints(space.get()));
      H5Dread(dataset.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
      values.back() = std::numeric_limits<double>::quiet_NaN();
      H5Dwrite(dataset.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
    }
    ++tried;
    WriteTextFile(path_, Sealed(ReadTextFile(path_)));
    const std::string error = ErrorOf();
    EXPECT_NE(error.find("'" + name + "' holds what is not a number"), std::string::npos)
        << name << ": " << error;
  }
  EXPECT_GT(tried, 15);
}

TEST_F(FlexiblePartDamageTest, ImpossibleNumbersAreNamed) {
  const auto error_of = [&](const auto& spoil) {
    FlexiblePart part = SamplePart(2);
    spoil(&part);
    WriteFlexiblePart(path_, part);
    return ErrorOf();
  };
  EXPECT_NE(error_of([](FlexiblePart* p) { p->frequencies[1] = -3; }).find("modes/frequency"),
            std::string::npos);
  EXPECT_NE(error_of([](FlexiblePart* p) { p->damping[0] = -0.1; }).find("modes/damping"),
            std::string::npos);
  EXPECT_NE(error_of([](FlexiblePart* p) { p->inertia.i1 = 0; }).find("inertia/i1"),
            std::string::npos);
  EXPECT_NE(error_of([](FlexiblePart* p) { p->stiffening.pop_back(); }).find("11 matrices, not 12"),
            std::string::npos);
}

TEST_F(FlexiblePartDamageTest, FlippedBytesAreFoundOut) {
  for (size_t at = 0; at < whole_.size(); at += at < 1024 ? 1 : 13) {
    std::string damaged = whole_;
    damaged[at] = static_cast<char>(damaged[at] ^ (at % 2 == 0 ? 0xff : 0x10));
    WriteTextFile(path_, damaged);
    ASSERT_NE(ErrorOf(), "") << "byte " << at;
  }
}

// Other programs write parts without a seal: 512 bytes less, and HDF5 all the same.
TEST_F(FlexiblePartDamageTest, WithoutItsSealAPartIsRead) {
  ASSERT_EQ(whole_.substr(0, 20), "jounce flexible part");
  const FlexiblePart part = ReadFlexiblePart(path_);
  {
    const Hdf5Handle from(H5Fopen(path_.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose, path_, "");
    const Hdf5Handle to(
        H5Fcreate((folder_ / "plain.h5").c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT),
        H5Fclose, path_, "");
    for (const char* name : {"modes", "interfaces", "inertia", "stiffening", "stress", "surface"}) {
      ASSERT_GE(H5Ocopy(from.get(), name, to.get(), name, H5P_DEFAULT, H5P_DEFAULT), 0) << name;
    }
    WriteTextAttribute(to.get(), "format", "jounce-flexible-part", path_);
    WriteTextAttribute(to.get(), "format_version", "1", path_);
    WriteTextAttribute(to.get(), "name", part.name, path_);
    WriteTextAttribute(to.get(), "source", part.source, path_);
  }
  testing::ExpectSame(ReadFlexiblePart((folder_ / "plain.h5").string()), part);
}

}  // namespace
}  // namespace jounce
