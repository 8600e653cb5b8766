#include "io/life_file.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "io/part_hdf5.h"

namespace jounce {
namespace {

TEST(LifeFileTest, WhatIsWrittenIsReadAsHdf5) {
  LifeFile life{.part = "arm", .material = "steel", .method = "stress"};
  life.node = {11, 12, 13};
  life.position = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  life.triangles = {{0, 1, 2}};
  life.corner = {0, 2};
  life.side = {"top", "bottom"};
  life.damage = {1e-4, 2e-4};
  life.largest_amplitude = {1e8, 2e8};
  life.bound = {0, 1};
  life.event = {"gravel"};
  life.repetitions = {10};
  life.event_damage = {{1e-5, 2e-5}};
  const std::string path = ::testing::TempDir() + "/life_file_test.h5";
  WriteLifeFile(path, life);
  PartReader reader(path);
  EXPECT_EQ(reader.Attribute("format"), "jounce-life");
  EXPECT_EQ(reader.Integers("surface/triangles", {1, 3}), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(reader.Numbers("points/life", {2})[0], 1 / 1e-4);
  EXPECT_EQ(reader.Texts("points/side", 2)[1], "bottom");
  EXPECT_EQ(reader.Numbers("events/damage", {1, 2})[1], 2e-5);
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace jounce
