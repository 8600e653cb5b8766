#include "testbench/loop_table.h"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "laws/make_law.h"

namespace jounce::testbench {
namespace {

struct Row {
  int series;
  std::string kind;
  double amplitude, frequency, time, displacement, force;
};

std::vector<Row> Read(const std::string& table) {
  std::vector<Row> rows;
  std::istringstream lines(table);
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    for (char& c : line) c = c == ',' ? ' ' : c;
    Row row;
    std::istringstream(line) >> row.series >> row.kind >> row.amplitude >> row.frequency >>
        row.time >> row.displacement >> row.force;
    rows.push_back(row);
  }
  return rows;
}

ProgramResult SpringOnTheBench() {
  LinearSettings spring;
  spring.stiffness = {2e5};
  Program program;
  program.static_amplitudes = {};
  program.quasi_static_amplitudes = {1e-3};
  program.dynamic_amplitudes = {0.5e-3};
  program.frequencies = {5, 20};
  program.relaxation.reset();
  return RunProgram(*MakeLaw(spring), program);
}

TEST(LoopTable, RowsAreThoseOfTheLoops) {
  const std::vector<Row> rows = Read(LoopTable(SpringOnTheBench(), {.points = 9}));
  ASSERT_EQ(rows.size(), 27u);
  EXPECT_EQ(rows[0].kind, "quasi-static");
  EXPECT_EQ(rows[26].series, 3);
  EXPECT_EQ(rows[26].frequency, 20);
  EXPECT_NEAR(rows[26].time, 0.05, 1e-7);
  // 200 N/mm, without noise.
  for (const Row& row : rows) EXPECT_NEAR(row.force, 200 * row.displacement, 1e-3);
}

TEST(LoopTable, NoiseHasTheSizeAskedForAndIsRepeatable) {
  const LoopTableSettings settings{.points = 401, .noise = 0.01};
  const std::string table = LoopTable(SpringOnTheBench(), settings);
  EXPECT_EQ(table, LoopTable(SpringOnTheBench(), settings));
  double square = 0;
  int count = 0;
  for (const Row& row : Read(table)) {
    if (row.series == 1) continue;
    square += std::pow((row.force - 200 * row.displacement) / 100, 2);  // of the peak, 100 N
    ++count;
  }
  EXPECT_NEAR(std::sqrt(square / count), 0.01, 0.001);
}

}  // namespace
}  // namespace jounce::testbench
