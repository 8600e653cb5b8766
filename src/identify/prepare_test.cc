#include "identify/prepare.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>

#include "identify/read_loops.h"
#include "identify/synthetic_data_for_test.h"
#include "reference_data.h"

namespace jounce::identify {
namespace {

Series GoodLoop() {
  std::mt19937 random(1);
  Series series = SineSeries("7", SeriesKind::kDynamic, 1e-3, 5, 52, &random);
  for (int i = 0; i < series.size(); ++i) {
    const double phase = 2 * std::numbers::pi * 5 * series.time[i];
    series.force[i] = 300 * std::sin(phase + 0.2);
  }
  return series;
}

// The message that preparation has for a spoiled loop.
template <class Spoil>
std::string Message(Spoil spoil) {
  Series series = GoodLoop();
  spoil(&series);
  try {
    Prepare({series});
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

#define EXPECT_SAYS(message, text) \
  EXPECT_NE((message).find(text), std::string::npos) << "message: " << (message)

// Ten kinds of wrong data, ten clear messages that name the series and, where there is one, the
// row.
TEST(Prepare, NamesWhatIsWrong) {
  const auto few = Message([](Series* s) {
    s->time.resize(9), s->displacement.resize(9), s->force.resize(9), s->rows.resize(9);
  });
  EXPECT_SAYS(few, "series 7");
  EXPECT_SAYS(few, "9 points");
  const auto nan = Message([](Series* s) { s->force[10] = std::nan(""); });
  EXPECT_SAYS(nan, "force at point 11 is not a number");
  EXPECT_SAYS(nan, "12");  // its line in the file
  EXPECT_SAYS(Message([](Series* s) { s->time[20] = s->time[18]; }), "time does not increase");
  EXPECT_SAYS(Message([](Series* s) {
                for (double& f : s->force) f = -f;
              }),
              "wrong sign");
  EXPECT_SAYS(Message([](Series* s) {
                for (double& u : s->displacement) u *= 1000;
              }),
              "mixed units");
  EXPECT_SAYS(Message([](Series* s) { s->force.back() += 200; }), "not periodic");
  EXPECT_SAYS(Message([](Series* s) { s->frequency = 3; }), "less than its period");
  EXPECT_SAYS(Message([](Series* s) {
                for (double& u : s->displacement) u = 0;
              }),
              "does not move");
  EXPECT_SAYS(Message([](Series* s) {
                for (double& f : s->force) f = 4;
              }),
              "no force");
  EXPECT_SAYS(Message([](Series* s) { s->frequency = 0; }), "has no frequency");
  EXPECT_SAYS(Message([](Series* s) { s->amplitude = 0.5e-3; }), "is stated");
  EXPECT_SAYS(Message([](Series* s) {
                for (auto* column : {&s->time, &s->displacement, &s->force}) {
                  column->erase(column->begin() + 5, column->begin() + 25);
                }
              }),
              "no point over");
  EXPECT_SAYS(Message([](Series* s) {  // time runs backwards through the loop
                for (int i = 0; i < s->size(); ++i) {
                  s->force[i] = 300 * std::sin(2 * std::numbers::pi * 5 * s->time[i] - 0.2);
                }
              }),
              "gains energy");
}

TEST(Prepare, ReportsAllSeriesAtOnce) {
  Series flat = GoodLoop(), turned = GoodLoop();
  for (double& u : flat.displacement) u = 0;
  for (double& f : turned.force) f = -f;
  try {
    Prepare({flat, GoodLoop(), turned});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(error.diagnostics().size(), 2u);
  }
}

// Offsets of sensors and slow drift are taken out, and said.
TEST(Prepare, CentresAndRemovesDrift) {
  Series series = GoodLoop();
  const Series clean = series;
  for (int i = 0; i < series.size(); ++i) {
    series.displacement[i] += 0.05e-3;
    series.force[i] += 20 + 10 * series.time[i] / series.time.back();
  }
  const Series prepared = Prepare({series})[0];
  for (int i = 0; i < series.size(); ++i) {
    EXPECT_NEAR(prepared.displacement[i], clean.displacement[i], 1e-9);
    EXPECT_NEAR(prepared.force[i], clean.force[i], 0.05);
  }
  EXPECT_GE(prepared.notes.size(), 3u);
}

// Of three and a half periods the last full one is kept.
TEST(Prepare, CutsTheLastLoopOfARecord) {
  Series record = GoodLoop();
  record.time.clear(), record.displacement.clear(), record.force.clear(), record.rows.clear();
  for (int i = 0; i <= 350; ++i) {
    const double t = i / 500.0, phase = 2 * std::numbers::pi * 5 * t;
    record.time.push_back(t);
    record.displacement.push_back(1e-3 * std::sin(phase));
    record.force.push_back(300 * std::sin(phase + 0.2) + (t < 0.3 ? 50 : 0));
    record.rows.push_back(i + 2);
  }
  const Series loop = Prepare({record})[0];
  EXPECT_EQ(loop.size(), 101);
  EXPECT_NEAR(loop.time.back() - loop.time.front(), 0.2, 1e-9);
  EXPECT_NEAR(loop.time.front(), 0.5, 1e-9);
}

TEST(ReadLoops, ReadsTheLongTable) {
  const auto data = ReadLoops(testing::ReferencePath("hydrobushing_92_loops.csv"));
  ASSERT_EQ(data.size(), 92u);
  EXPECT_EQ(data[0].kind, SeriesKind::kStatic);
  EXPECT_EQ(data[91].size(), 53);
  EXPECT_DOUBLE_EQ(data[0].amplitude, 0.2e-3);
  EXPECT_DOUBLE_EQ(data[0].displacement[1], 0.0225956e-3);
  EXPECT_EQ(data[0].rows[1], 3);
}

TEST(ReadLoops, ColumnsAndUnitsAreNamedOrChosen) {
  const DataTable table = ParseTable("t [ms];weg [um];kraft [kN]\n0;100;1\n5;200;2\n", "table.csv");
  ReadOptions options;
  options.columns["displacement"] = {"weg", ""};
  options.columns["force"] = {"kraft", "N"};  // the user knows better than the header
  const auto data = LoopsOfTable(table, options);
  ASSERT_EQ(data.size(), 1u);
  EXPECT_DOUBLE_EQ(data[0].time[1], 5e-3);
  EXPECT_DOUBLE_EQ(data[0].displacement[1], 200e-6);
  EXPECT_DOUBLE_EQ(data[0].force[1], 2);
}

TEST(ReadLoops, SaysWhatATableLacks) {
  const auto message = [](const std::string& text) -> std::string {
    try {
      LoopsOfTable(ParseTable(text, "loops.csv"), {});
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_SAYS(message("t_s,force_n\n0,1\n"), "no column gives the displacement");
  EXPECT_SAYS(message("t_s,u_kg,force_n\n0,1,1\n"), "displacement");
  EXPECT_SAYS(message("t_s,u_n,force_n\n0,1,1\n"), "not that of a length");
  EXPECT_SAYS(message("t_s,u_mm,force_n\n0,1\n"), "2 columns where the header has 3");
  EXPECT_SAYS(message("t_s,u_mm,force_n\n0,one,1\n"), "'one' in column 'u' is not a number");
  EXPECT_SAYS(message("t_s,u_mm,force_n,kind\n0,1,1,fast\n"), "'fast' is not a kind of test");
  EXPECT_SAYS(message(""), "empty");
  EXPECT_THROW(ReadLoops("/nowhere/loops.csv"), FileError);
}

// A folder: a table and a machine's own file, told apart by the manifest.
TEST(ReadLoops, ReadsAFolderWithItsManifest) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / "jounce_read_loops_test";
  std::filesystem::create_directories(folder);
  const auto write = [&folder](const char* name, const std::string& text) {
    std::ofstream(folder / name) << text;
  };
  write("manifest.csv", "file,kind,amplitude_mm,frequency_hz\na.csv,static,1,0.01\n");
  write("a.csv", "t_s,u_mm,force_n\n0,0,1\n1,0.5,2\n");
  const auto data = ReadLoops(folder.string());
  ASSERT_EQ(data.size(), 1u);
  EXPECT_EQ(data[0].name, "a.csv");
  EXPECT_EQ(data[0].kind, SeriesKind::kStatic);
  EXPECT_DOUBLE_EQ(data[0].frequency, 0.01);
  write("manifest.csv", "file,kind,amplitude_mm,frequency_hz\nb.csv,static,1,0.01\n");
  EXPECT_THROW(ReadLoops(folder.string()), FileError);
  std::filesystem::remove_all(folder);
  EXPECT_THROW(ReadLoops(folder.string()), FileError);
}

TEST(ReadLoops, AStiffnessTableBecomesEllipses) {
  const DataTable table =
      ParseTable("amplitude_mm,frequency_hz,k_n/mm,angle_deg\n0.5,10,400,30\n", "k.csv");
  ASSERT_TRUE(IsStiffnessTable(table, {}));
  const auto data = Prepare(LoopsOfStiffnessTable(table, {}));
  const Batch batch = MakeBatch(data, {}, {0}, {.harmonic_weight = 1});
  const std::complex<double> k = batch.groups[0].series[0].stiffness;
  EXPECT_NEAR(std::abs(k), 400e3, 1);
  EXPECT_NEAR(std::arg(k) * 180 / std::numbers::pi, 30, 1e-6);
}

}  // namespace
}  // namespace jounce::identify
