// `jounce signal` and `jounce compare` as users and scripts meet them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "command_test.h"
#include "io/result_file.h"
#include "signals/signal_file.h"

namespace jounce {
namespace {

class SignalCliTest : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    WriteSignals(Path("road.rsp"),
                 MemorySource({Make("LF Fz", "lbs", 1), Make("LF Z", "inch", 2)}));
  }

  // A sine of 8 Hz, eight seconds at 256 Hz.
  static Channel Make(const char* name, const char* unit, double amplitude) {
    Channel channel;
    channel.name = std::string(name);
    channel.unit = std::string(unit);
    channel.sample_rate = 256;
    for (int i = 0; i < 2048; ++i) channel.samples.push_back(amplitude * std::sin(M_PI * i / 16));
    return channel;
  }

  // The JSON of a command that ends with this code; nothing else may stand on stdout.
  nlohmann::json Json(const std::string& arguments, int expected = 0) const {
    const Outcome outcome = Run(arguments + " --json");
    EXPECT_EQ(outcome.code, expected) << arguments << "\n" << outcome.err;
    return outcome.Json();
  }
};

TEST_F(SignalCliTest, Info) {
  const auto json = Json("signal info road.rsp");
  const auto& channel = json["files"][0]["channels"][1];
  EXPECT_EQ(channel["name"], "LF Z");
  EXPECT_EQ(channel["sample_rate"], 256);
  EXPECT_EQ(channel["samples"], 2048);
  EXPECT_NEAR(channel["rms"].get<double>(), std::sqrt(2), 1e-6);
  const Outcome table = Run("signal info road.rsp");
  EXPECT_EQ(table.code, 0);
  EXPECT_NE(table.out.find("LF Fz"), std::string::npos);
}

TEST_F(SignalCliTest, ConvertFormatsUnitsAndMany) {
  Json("signal convert road.rsp -o road.mat --unit lbs=N --unit inch=mm");
  const auto converted = OpenSignals(Path("road.mat"));
  EXPECT_EQ(converted->Head(0).unit, "N");
  EXPECT_NEAR(converted->ReadChannel(1).samples[8], 50.8, 1e-4);
  EXPECT_EQ(Json("signal convert road.rsp -o road.dac")["files"].size(), 2u);
  Json("signal convert 'road_*.dac' --join -o back.rsp");
  EXPECT_EQ(OpenSignals(Path("back.rsp"))->NumChannels(), 2u);
  EXPECT_EQ(Json("signal convert 'road_*.dac' -o si/ --as .csv --si")["files"].size(), 2u);
  EXPECT_EQ(OpenSignals(Path("si/road_002.csv"))->Head(0).unit, "m");
}

TEST_F(SignalCliTest, NumbersThatAreNoneAreRefused) {
  for (const char* arguments :
       {"rainflow road.rsp --slope nan", "rainflow road.rsp --slope 0",
        "rainflow road.rsp --gate inf", "rainflow road.rsp --gate -1", "psd road.rsp --overlap nan",
        "psd road.rsp --overlap 1", "psd road.rsp --segment 1", "psd road.rsp --rate nan",
        "resample road.rsp -o a.rsp --to-rate inf", "filter road.rsp -o a.rsp --low nan",
        "filter road.rsp -o a.rsp --high inf",
        "filter road.rsp -o a.rsp --high 50 --attenuation nan",
        "filter road.rsp -o a.rsp --despike --spike-threshold nan",
        "cut road.rsp -o a.rsp --from nan"}) {
    const Outcome outcome = Run(std::string("signal ") + arguments);
    EXPECT_EQ(outcome.code, 2) << arguments << "\n" << outcome.out << outcome.err;
  }
  EXPECT_FALSE(std::filesystem::exists(Path("a.rsp")));
}

TEST_F(SignalCliTest, ASampleThatIsNoNumberIsNamedWithFileAndChannel) {
  Channel broken = Make("LF Z", "mm", 2);
  broken.samples[212] = NAN;
  WriteSignals(Path("broken.csv"), MemorySource({Make("LF Fz", "N", 1), broken}));
  for (const char* verb : {"rainflow", "psd"}) {
    const Outcome outcome = Run(fmt::format("signal {} road.rsp broken.csv", verb));
    EXPECT_EQ(outcome.code, 2);
    EXPECT_NE(
        outcome.err.find("broken.csv: error: channel 'LF Z': sample 213, at 0.828125 s, is nan"),
        std::string::npos)
        << outcome.err;
  }
  EXPECT_NE(Run("signal frf broken.csv --input 'LF Fz'").err.find("channel 'LF Z': sample 213"),
            std::string::npos);
  EXPECT_EQ(Run("signal rainflow broken.csv -c 'LF Fz'").code, 0);
}

TEST_F(SignalCliTest, ResultFilesBothWays) {
  Json("signal convert road.rsp -o road.h5");
  EXPECT_FALSE(std::filesystem::exists(Path("road.h5.part")));
  Json("signal convert road.h5 -o again.rsp");
  const auto was = OpenSignals(Path("road.rsp")), is = OpenSignals(Path("again.rsp"));
  ASSERT_EQ(is->NumChannels(), 2u);
  for (size_t c = 0; c < 2; ++c) {
    EXPECT_EQ(is->Head(c).sample_rate, 256);
    const Channel channel = is->ReadChannel(c);
    const size_t same = FindChannel(*was, channel.name, "road.rsp");
    EXPECT_EQ(channel.unit, was->Head(same).unit);
    EXPECT_EQ(channel.samples, was->ReadChannel(same).samples);
  }
}

TEST_F(SignalCliTest, FilterResampleCutArithmetic) {
  Json("signal filter road.rsp -c 1 -o low.rsp --high 2");
  EXPECT_LT(std::abs(OpenSignals(Path("low.rsp"))->ReadChannel(0).samples[1000]), 1e-3);
  Json("signal resample road.rsp -o slow.rsp --to-rate 64");
  EXPECT_EQ(OpenSignals(Path("slow.rsp"))->Length(0), 512u);
  Json("signal cut road.rsp -o cut.csv --from 2 --to 3");
  EXPECT_EQ(OpenSignals(Path("cut.csv"))->Length(0), 257u);
  Json("signal arithmetic road.rsp -c 'LF Z' -c 'LF Fz' --formula 'a - 2*b' --name zero -o z.uff");
  const auto zero = OpenSignals(Path("z.uff"));
  EXPECT_EQ(zero->Head(0).name, "zero");
  EXPECT_NEAR(zero->ReadChannel(0).samples[100], 0, 1e-6);
}

TEST_F(SignalCliTest, SpectraAndCycles) {
  const auto psd = Json("signal psd road.rsp --segment 1024");
  EXPECT_EQ(psd["channels"][0]["peak_frequency"], 8);
  EXPECT_NEAR(psd["channels"][0]["rms"].get<double>(), std::sqrt(0.5), 1e-6);
  EXPECT_EQ(psd["channels"][0]["density"].size(), 513u);
  const auto frf = Json("signal frf road.rsp --input 'LF Fz' --segment 1024");
  EXPECT_NEAR(frf["responses"][0]["h1"][32].get<double>(), 2, 1e-6);
  const auto rainflow = Json("signal rainflow road.rsp -c 'LF Z' --residue repeat --slope 3");
  EXPECT_NEAR(rainflow["channels"][0]["cycles"].get<double>(), 64, 1);
  EXPECT_NEAR(rainflow["channels"][0]["largest_range"].get<double>(), 4, 1e-5);
}

TEST_F(SignalCliTest, PagesAndTables) {
  for (const char* line :
       {"signal plot road.rsp -o page.html", "signal psd road.rsp -o page.html",
        "signal frf road.rsp --input 1 -o page.html", "signal rainflow road.rsp -o page.html",
        "compare road.rsp road.rsp -o page.html"}) {
    std::filesystem::remove(Path("page.html"));
    Json(line);
    EXPECT_TRUE(std::filesystem::exists(Path("page.html"))) << line;
  }
  Json("signal psd road.rsp -o psd.csv");
  EXPECT_EQ(ReadTextFile(Path("psd.csv")).find("frequency [Hz],\"LF Fz [lbs^2/Hz]\""), 0u);
  Json("signal rainflow road.rsp -o cycles.csv");
  EXPECT_EQ(ReadTextFile(Path("cycles.csv")).find("channel,unit,range"), 0u);
}

TEST_F(SignalCliTest, CompareWithAResultAndAMap) {
  {
    ResultWriter writer(Path("run.h5"), {{"lf.force", "N", ""}}, 2048, {}, false);
    const Channel exact = Make("", "", -1.1 * 4.4482216152605);
    for (size_t i = 0; i < 2048; ++i) {
      writer.Append(exact.TimeOf(i), std::span(&exact.samples[i], 1));
    }
  }
  WriteTextFile(Path("map.yaml"), "channels:\n  LF Fz: {simulated: lf.force, scale: -1}\n");
  const std::string line = "compare road.rsp run.h5 --map map.yaml ";
  const auto json = Json(line);
  EXPECT_NEAR(json["channels"][0]["max_error_percent"].get<double>(), 10, 0.01);
  EXPECT_NEAR(json["channels"][0]["psd_error_percent"].get<double>(), 21, 0.01);
  EXPECT_NEAR(json["channels"][0]["relative_damage"].get<double>(), std::pow(1.1, 5), 1e-3);
  EXPECT_TRUE(Json(line + "--max-error 11")["accepted"].get<bool>());
  EXPECT_FALSE(Json(line + "--max-error 9", 1)["accepted"].get<bool>());
}

// Proving ground, rig and simulation on one page: each against the first, as far as they have the
// channels; a factor of two is two in every band.
TEST_F(SignalCliTest, SetsAreComparedWithTheFirst) {
  Channel a, b;
  a.name = "LF Fz";
  b.name = "RF Fz";
  a.unit = b.unit = "lb";
  a.sample_rate = b.sample_rate = 200;
  for (int i = 0; i < 4096; ++i) {
    a.samples.push_back(std::sin(0.1 * i) + 0.3 * std::sin(1.3 * i));
    b.samples.push_back(std::cos(0.2 * i));
  }
  WriteSignals(Path("desired.rsp"), MemorySource({a, b}));
  WriteSignals(Path("raw.rsp"), MemorySource({b, a}));
  for (double& x : a.samples) x *= 2;
  WriteSignals(Path("rig.rsp"), MemorySource({a}));
  const auto json =
      Json("compare desired=desired.rsp raw=raw.rsp remote=rig.rsp --bands 1,10,50 -o sets.html");
  ASSERT_EQ(json["channels"].size(), 3u);
  EXPECT_EQ(json["channels"][0]["set"], "raw");
  EXPECT_NEAR(json["channels"][0]["max_error_percent"].get<double>(), 0, 1e-4);
  EXPECT_EQ(json["channels"][1]["set"], "remote");
  EXPECT_EQ(json["channels"][1]["measured"], "LF Fz");
  for (const auto& band : json["channels"][1]["bands"]) {
    EXPECT_NEAR(band["ratio"].get<double>(), 2, 1e-4);
  }
  EXPECT_EQ(json["channels"][2]["measured"], "RF Fz");
  const std::string page = ReadTextFile(Path("sets.html"));
  EXPECT_NE(page.find("Desired, raw and remote"), std::string::npos);
  EXPECT_EQ(Run("compare desired.rsp raw.rsp --bands 10,5").code, 2);
}

TEST_F(SignalCliTest, MistakesHaveTheirExitCodes) {
  EXPECT_EQ(Run("signal info nothing.rsp").code, 3);
  EXPECT_EQ(Run("signal info 'nothing_*.rsp'").code, 2);
  EXPECT_EQ(Run("signal info road.rsp -c 'LF Fy'").code, 2);
  EXPECT_NE(ReadTextFile(Path("stderr.txt")).find("did you mean 'LF F"), std::string::npos);
  EXPECT_EQ(Run("signal convert road.rsp -o road.rsp").code, 2);
  EXPECT_EQ(Run("signal convert road.rsp -o road.xyz").code, 2);
  EXPECT_EQ(Run("signal convert road.rsp -o road.csv --unit N").code, 2) << "inch is no force";
  EXPECT_EQ(Run("signal convert road.rsp road.rsp -o one.csv").code, 2);
  EXPECT_EQ(Run("signal filter road.rsp -o x.rsp --high 500").code, 2);
  EXPECT_EQ(Run("signal").code, 2);
  WriteTextFile(Path("bad.yaml"), "channels:\n  LF Fz: {simulate: x}\n");
  EXPECT_EQ(Run("compare road.rsp road.rsp --map bad.yaml").code, 2);
  EXPECT_NE(ReadTextFile(Path("stderr.txt")).find("simulated"), std::string::npos);
}

}  // namespace
}  // namespace jounce
