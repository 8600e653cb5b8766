// Ten ways in which laboratories write the same table, read alike as loops of identification and as
// signals.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>

#include "identify/identify.h"
#include "identify/prepare.h"
#include "identify/read_loops.h"
#include "signals/csv.h"
#include "testbench/loop.h"

namespace jounce::identify {
namespace {

struct Dialect {
  const char* name;
  const char* text;
};

// t = 0, 10, ... ms; u = 0, 1.5, -2.25, 3 mm; F = 1000.5, -1234.75, 20, 1500000.5 N.
constexpr Dialect kDialects[] = {
    {"commas, units in brackets",
     "time [s],displacement [mm],force [N]\n0,0,1000.5\n0.01,1.5,-1234.75\n0.02,-2.25,20\n"
     "0.03,3,1500000.5\n"},
    {"semicolons, decimal commas, German names",
     "Zeit [s];Weg [mm];Kraft [N]\n0,00;0;1000,5\n0,01;1,5;-1234,75\n0,02;-2,25;20\n"
     "0,03;3;1500000,5\n"},
    {"mark of UTF-8, tabs, a row of units",
     "\xEF\xBB\xBFtime\tdisplacement\tforce\ns\tmm\tN\n0\t0\t1000.5\n0.01\t1.5\t-1234.75\n"
     "0.02\t-2.25\t20\n0.03\t3\t1500000.5\n"},
    {"thousands points, a separator too many",
     "Zeit;Weg;Kraft;\ns;mm;N;\n0,00;0,0;1.000,5;\n0,01;1,5;-1.234,75;\n0,02;-2,25;20,0;\n"
     "0,03;3,0;1.500.000,5;\n"},
    {"thousands commas in quotes",
     "\"time [s]\",\"displacement [mm]\",\"force [N]\"\n0,0,\"1,000.5\"\n0.01,1.5,\"-1,234.75\"\n"
     "0.02,-2.25,20\n0.03,3,\"1,500,000.5\"\n"},
    {"lines above the heads, Windows line ends",
     "Test bench 4\r\nSpecimen;17\r\nDate;2024-03-12\r\n\r\ntime;displacement;force\r\n"
     "[s];[mm];[N]\r\n0;0;1000.5\r\n0.01;1.5;-1234.75\r\n0.02;-2.25;20\r\n0.03;3;1500000.5\r\n"},
    {"Latin-1, micrometres",
     "Pr\xFC"
     "fstand 4\nZeit [s];Weg [\xB5m];Kraft [N]\n0,00;0;1000,5\n0,01;1500;-1234,75\n"
     "0,02;-2250;20\n0,03;3000;1500000,5\n"},
    {"blanks, Fortran's exponents",
     "  time   displacement   force\n  s   mm   N\n  0.00  0.0D+00  1.0005D+03\n"
     "  0.01  1.5D+00  -1.23475D+03\n  0.02  -2.25D+00  2.0D+01\n  0.03  3.0D+00  1.5000005D+06\n"},
    {"bars, units behind a slash, milliseconds",
     "t / ms|u / mm|F / N\n0|0|1000.5\n10|1.5|-1234.75\n20|-2.25|20\n30|3|1500000.5\n"},
    {"comments, empty lines, units in round brackets",
     "# made by the controller\n\ntime (s);displacement (mm);force (N)\n;;\n0;0;1000.5\n"
     "0.01;1.5;-1234.75\n\n0.02;-2.25;20\n# paused\n0.03;3;1500000.5\n"}};

class Dialects : public ::testing::TestWithParam<Dialect> {};

TEST_P(Dialects, AreReadAlikeAsLoopsAndAsSignals) {
  const std::vector<double> u = {0, 1.5e-3, -2.25e-3, 3e-3}, f = {1000.5, -1234.75, 20, 1500000.5};
  const auto loops = LoopsOfTable(ParseTable(GetParam().text, "table.csv"), {});
  ASSERT_EQ(loops.size(), 1u) << GetParam().name;
  const auto channels = ReadCsv(*TextInMemory("table.csv", GetParam().text));
  ASSERT_EQ(channels.size(), 2u) << GetParam().name;
  EXPECT_NEAR(channels[0].sample_rate, 100, 1e-9) << GetParam().name;
  const double unit = channels[0].unit == "mm" ? 1e-3 : 1e-6;
  ASSERT_EQ(loops[0].size(), 4) << GetParam().name;
  for (int i = 0; i < 4; ++i) {
    EXPECT_NEAR(loops[0].time[i], 0.01 * i, 1e-12) << GetParam().name;
    EXPECT_NEAR(loops[0].displacement[i], u[i], 1e-12) << GetParam().name;
    EXPECT_NEAR(channels[0].samples[i] * unit, u[i], 1e-12) << GetParam().name;
    EXPECT_NEAR(loops[0].force[i], f[i], 1e-6) << GetParam().name;
    EXPECT_NEAR(channels[1].samples[i], f[i], 1e-6) << GetParam().name;
  }
}

INSTANTIATE_TEST_SUITE_P(OfLaboratories, Dialects, ::testing::ValuesIn(kDialects));

TEST(ReadLoops, AColumnByItsNumber) {
  ReadOptions options;
  options.columns["displacement"] = {"3", "mm"};
  options.columns["force"] = {"2", "kN"};
  const auto data = LoopsOfTable(ParseTable("t_s,a,b\n0,1,2\n1,3,4\n", "t.csv"), options);
  EXPECT_DOUBLE_EQ(data[0].displacement[1], 4e-3);
  EXPECT_DOUBLE_EQ(data[0].force[1], 3000);
}

// Two tests without a column that tells them apart, and without a frequency: it is in the record.
TEST(ReadLoops, TestsAndFrequenciesAreInTheRecord) {
  std::string text = "t_s,u_mm,force_n,amplitude_mm\n";
  for (const double amplitude : {1.0, 2.0}) {
    for (int i = 0; i < 300; ++i) {
      const double t = i * 0.002, u = amplitude * std::sin(2 * std::numbers::pi * 7 * t);
      text += std::to_string(t) + "," + std::to_string(u) + "," + std::to_string(100 * u) + "," +
              std::to_string(amplitude) + "\n";
    }
  }
  const auto data = LoopsOfTable(ParseTable(text, "t.csv"), {});
  ASSERT_EQ(data.size(), 2u);
  for (const Series& series : data) EXPECT_NEAR(series.frequency, 7, 1e-3);
  EXPECT_EQ(Prepare(data).size(), 2u);
}

// K* = 400 N/mm at 30 degrees in all the ways in which a laboratory may say it.
TEST(ReadLoops, ComplexStiffnessInAnyOfItsForms) {
  const double k = 400e3, angle = std::numbers::pi / 6;
  const std::string storage = std::to_string(400 * std::cos(angle)),
                    loss = std::to_string(400 * std::sin(angle)),
                    tangent = std::to_string(std::tan(angle)),
                    damping = std::to_string(400 * std::sin(angle) / (20 * std::numbers::pi));
  const std::vector<std::string> tables = {
      "amplitude_mm,frequency_hz,Kdyn [N/mm],Phase [deg]\n0.5,10,400,30\n1,10,400,30\n",
      "amplitude_mm,frequency_hz,K' [N/mm],K'' [N/mm]\n0.5,10," + storage + "," + loss + "\n",
      "amplitude_mm,frequency_hz,K' [N/mm],tan delta\n0.5,10," + storage + "," + tangent + "\n",
      "amplitude_mm,frequency_hz,Kdyn [N/mm],loss factor\n0.5,10,400," + tangent + "\n",
      "amplitude_mm,frequency_hz,Kdyn [N/mm],K'' [N/mm]\n0.5,10,400," + loss + "\n",
      "amplitude_mm,frequency_hz,K' [N/mm],c [Ns/mm]\n0.5,10," + storage + "," + damping + "\n",
      "amplitude_mm,frequency_hz,Kdyn [N/mm],damping [N s/mm]\n0.5,10,400," + damping + "\n"};
  for (const std::string& table : tables) {
    const DataTable read = ParseTable(table, "k.csv");
    ASSERT_TRUE(IsStiffnessTable(read, {})) << table;
    const Series series = LoopsOfStiffnessTable(read, {})[0];
    const auto found =
        testbench::MeasureLoop(series.time, series.displacement, series.force).stiffness;
    EXPECT_LT(std::abs(found - std::polar(k, angle)), 1e-5 * k) << table;
  }
}

// A law is that of one temperature: a table of several is refused until its rows are selected.
TEST(ReadLoops, RowsOfOneTemperatureAreSelected) {
  const DataTable table = ParseTable(
      "amplitude_mm,frequency_hz,Kdyn [N/mm],Phase [deg],temperature [C],part\n"
      "0.5,10,400,30,22.8,A\n0.5,20,410,30,23.2,A\n0.5,10,600,30,-30,a\n0.5,20,620,30,-30,B\n",
      "k.csv");
  EXPECT_THROW(Identify(Prepare(LoopsOfStiffnessTable(table, {})), {.law = "kelvin"}), InputError);
  EXPECT_EQ(LoopsOfStiffnessTable(SelectRows(table, "temperature", "-30"), {}).size(), 2u);
  EXPECT_EQ(LoopsOfStiffnessTable(SelectRows(table, "temperature", "23"), {}).size(), 2u);
  EXPECT_EQ(SelectRows(table, "part", "A").rows(), 3);
  EXPECT_EQ(SelectRows(table, "6", "b").rows(), 1);
  EXPECT_THROW(SelectRows(table, "temperature", "80"), InputError);
  EXPECT_THROW(SelectRows(table, "preload", "80"), InputError);
}

// Records that begin where they cross the middle, and end a row before they would do so again.
TEST(ReadLoops, PeriodsAreCountedFromEitherCrossing) {
  for (const int periods : {1, 2, 3}) {
    std::string text = "t_s,u_mm,force_n\n";
    for (int i = 0; i < 50 * periods; ++i) {
      const double phase = 2 * std::numbers::pi * i / 50;
      text += std::to_string(i * 0.004) + "," + std::to_string(std::sin(phase)) + "," +
              std::to_string(std::sin(phase + 0.2)) + "\n";
    }
    const std::vector<Series> loops = LoopsOfTable(ParseTable(text, "t.csv"), {});
    EXPECT_NEAR(loops[0].frequency, 5, 1e-3) << periods;
    EXPECT_EQ(Prepare(loops)[0].size(), 51) << periods;
  }
}

// One cause is one message, however many rows there are.
TEST(ReadLoops, ACauseIsSaidOnce) {
  std::string text = "t_s,way_mm,force_n\n";
  for (int i = 0; i < 500; ++i) text += std::to_string(i) + ",1,2\n";
  try {
    LoopsOfTable(ParseTable(text, "t.csv"), {});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(error.diagnostics().size(), 1u);
  }
}

}  // namespace
}  // namespace jounce::identify
