// A flexible part with every number another, a folder to keep it in, and whether two are the same.
#ifndef JOUNCE_IO_SAMPLE_PART_FOR_TEST_H_
#define JOUNCE_IO_SAMPLE_PART_FOR_TEST_H_

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "model/flexible_part.h"

namespace jounce::testing {

// Every number another, so that no two can be mixed up.
inline double Next() {
  static double value = 0;
  return value += 0.125;
}

inline Eigen::MatrixXd Distinct(int rows, int columns) {
  Eigen::MatrixXd matrix(rows, columns);
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) matrix(i, j) = Next();
  }
  return matrix;
}

inline InertiaInvariants SampleInertia(int n) {
  InertiaInvariants inertia;
  inertia.i1 = Next();
  inertia.i2 = Distinct(3, 1);
  inertia.i3 = Distinct(3, n);
  inertia.i4 = Distinct(3, n);
  inertia.i6 = Distinct(n, n);
  inertia.i7 = Distinct(3, 3);
  for (int i = 0; i < n; ++i) {
    inertia.i5.push_back(Distinct(3, n));
    inertia.i8.push_back(Distinct(3, 3));
    inertia.i9.emplace_back();
    for (int j = 0; j < n; ++j) inertia.i9.back().push_back(Distinct(3, 3));
  }
  return inertia;
}

inline FlexiblePart SamplePart(int n) {
  FlexiblePart part;
  part.name = "arm";
  part.source = "arm.bdf";
  part.frequencies = Distinct(n, 1);
  part.damping = Distinct(n, 1);
  part.origins.assign(static_cast<size_t>(n), "normal");
  part.interfaces = {{"front", 7, Distinct(3, 1), Distinct(3, n), Distinct(3, n)},
                     {"rear", 9, Distinct(3, 1), Distinct(3, n), Distinct(3, n)}};
  part.inertia = SampleInertia(n);
  for (int i = 0; i < 12; ++i) part.stiffening.push_back(Distinct(n, n));
  part.stress_points = {{3, 0, "top", Distinct(3, 1), Distinct(6, n), Next(), Next()},
                        {0, 8, "", Distinct(3, 1), Distinct(6, n), Next(), Next()}};
  part.surface.node = {7, 8, 9};
  for (int i = 0; i < 3; ++i) {
    part.surface.position.emplace_back(Distinct(3, 1));
    part.surface.translation.push_back(Distinct(3, n));
  }
  part.surface.stress_point = {-1, 1, 0};
  part.surface.triangles = {{0, 1, 2}, {2, 1, 0}};
  part.surface.triangle_stress = {0, -1};
  return part;
}

inline void ExpectSameInertia(const InertiaInvariants& a, const InertiaInvariants& b) {
  EXPECT_EQ(a.i1, b.i1);
  EXPECT_EQ(a.i2, b.i2);
  EXPECT_EQ(a.i3, b.i3);
  EXPECT_EQ(a.i4, b.i4);
  EXPECT_EQ(a.i5, b.i5);
  EXPECT_EQ(a.i6, b.i6);
  EXPECT_EQ(a.i7, b.i7);
  EXPECT_EQ(a.i8, b.i8);
  EXPECT_EQ(a.i9, b.i9);
}

inline void ExpectSame(const FlexiblePart& a, const FlexiblePart& b) {
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.source, b.source);
  EXPECT_EQ(a.frequencies, b.frequencies);
  EXPECT_EQ(a.damping, b.damping);
  EXPECT_EQ(a.origins, b.origins);
  ASSERT_EQ(a.interfaces.size(), b.interfaces.size());
  for (size_t i = 0; i < a.interfaces.size(); ++i) {
    EXPECT_EQ(a.interfaces[i].name, b.interfaces[i].name);
    EXPECT_EQ(a.interfaces[i].id, b.interfaces[i].id);
    EXPECT_EQ(a.interfaces[i].position, b.interfaces[i].position);
    EXPECT_EQ(a.interfaces[i].translation, b.interfaces[i].translation);
    EXPECT_EQ(a.interfaces[i].rotation, b.interfaces[i].rotation);
  }
  ExpectSameInertia(a.inertia, b.inertia);
  EXPECT_EQ(a.stiffening, b.stiffening);
  ASSERT_EQ(a.stress_points.size(), b.stress_points.size());
  for (size_t i = 0; i < a.stress_points.size(); ++i) {
    EXPECT_EQ(a.stress_points[i].element, b.stress_points[i].element);
    EXPECT_EQ(a.stress_points[i].node, b.stress_points[i].node);
    EXPECT_EQ(a.stress_points[i].surface, b.stress_points[i].surface);
    EXPECT_EQ(a.stress_points[i].position, b.stress_points[i].position);
    EXPECT_EQ(a.stress_points[i].stress, b.stress_points[i].stress);
    EXPECT_EQ(a.stress_points[i].young, b.stress_points[i].young);
    EXPECT_EQ(a.stress_points[i].poisson, b.stress_points[i].poisson);
  }
  EXPECT_EQ(a.surface.node, b.surface.node);
  EXPECT_EQ(a.surface.position, b.surface.position);
  EXPECT_EQ(a.surface.translation, b.surface.translation);
  EXPECT_EQ(a.surface.stress_point, b.surface.stress_point);
  EXPECT_EQ(a.surface.triangles, b.surface.triangles);
  EXPECT_EQ(a.surface.triangle_stress, b.surface.triangle_stress);
}

class FlexiblePartFileTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() /
              ("jounce_part_" + std::to_string(::getpid()) + "_" +
               ::testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(folder_);
    path_ = (folder_ / "part.h5").string();
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  size_t FilesInFolder() const {
    size_t count = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder_)) ++count;
    return count;
  }

  std::filesystem::path folder_;
  std::string path_;
};

}  // namespace jounce::testing

#endif  // JOUNCE_IO_SAMPLE_PART_FOR_TEST_H_
