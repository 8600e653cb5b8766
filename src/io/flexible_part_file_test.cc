#include "io/flexible_part_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <limits>
#include <string>

#include "base/error.h"
#include "io/sample_part_for_test.h"
#include "io/text_file.h"

namespace jounce {
namespace {

using Eigen::MatrixXd;

using testing::ExpectSame;
using testing::FlexiblePartFileTest;
using testing::SamplePart;

TEST_F(FlexiblePartFileTest, WhatIsWrittenIsRead) {
  const FlexiblePart part = SamplePart(4);
  WriteFlexiblePart(path_, part);
  ExpectSame(ReadFlexiblePart(path_), part);
  EXPECT_EQ(FilesInFolder(), 1u);
}

TEST_F(FlexiblePartFileTest, MostOfItMayBeMissing) {
  FlexiblePart part = SamplePart(1);
  part.interfaces.clear();
  part.stiffening.clear();
  part.stress_points.clear();
  part.surface = {};
  WriteFlexiblePart(path_, part);
  ExpectSame(ReadFlexiblePart(path_), part);
}

TEST_F(FlexiblePartFileTest, WithoutModesItIsARigidBody) {
  FlexiblePart part = SamplePart(0);
  part.stiffening.clear();
  WriteFlexiblePart(path_, part);
  const FlexiblePart read = ReadFlexiblePart(path_);
  EXPECT_EQ(read.mode_count(), 0);
  EXPECT_EQ(read.interfaces.size(), 2u);
  EXPECT_EQ(read.inertia.i7, part.inertia.i7);
}

TEST_F(FlexiblePartFileTest, AFailedWriteLeavesWhatWasThere) {
  const FlexiblePart part = SamplePart(2);
  WriteFlexiblePart(path_, part);
  FlexiblePart wrong = part;
  wrong.stress_points[1].stress = MatrixXd::Zero(6, 1);
  EXPECT_THROW(WriteFlexiblePart(path_, wrong), FileError);
  ExpectSame(ReadFlexiblePart(path_), part);
  EXPECT_EQ(FilesInFolder(), 1u);
  EXPECT_THROW(WriteFlexiblePart((folder_ / "no" / "such.h5").string(), part), FileError);
}

TEST_F(FlexiblePartFileTest, WrongFilesAreRefused) {
  EXPECT_THROW(ReadFlexiblePart(path_), FileError);
  WriteTextFile(path_, "not HDF5");
  EXPECT_THROW(ReadFlexiblePart(path_), FileError);
  FlexiblePart part = SamplePart(2);
  part.surface.triangles[1][2] = 3;
  WriteFlexiblePart(path_, part);
  EXPECT_THROW(ReadFlexiblePart(path_), FileError);
  part = SamplePart(2);
  part.frequencies[1] = std::numeric_limits<double>::quiet_NaN();
  WriteFlexiblePart(path_, part);
  EXPECT_THROW(ReadFlexiblePart(path_), FileError);
}

TEST_F(FlexiblePartFileTest, CutFilesAreRefused) {
  WriteFlexiblePart(path_, SamplePart(2));
  const std::string whole = ReadTextFile(path_);
  for (size_t size = 0; size < whole.size(); size += 97) {
    WriteTextFile(path_, whole.substr(0, size));
    EXPECT_THROW(ReadFlexiblePart(path_), FileError) << "cut after " << size << " bytes";
  }
}

}  // namespace
}  // namespace jounce
