#include "io/signal_fields.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "io/field_reader.h"
#include "signals/signal_file.h"
#include "signals/signal_testing.h"

namespace jounce {
namespace {

struct Drive {
  std::optional<SignalSettings> signal;
};

void Describe(Fields& fields, Drive& drive) {
  DescribeOptional(fields, {"signal", "a channel"}, "signal", drive.signal);
}

class SignalFieldsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(testing::TemporaryPath("")).parent_path();
    Channel channel;
    channel.name = std::string("LF Spindle");
    channel.unit = std::string("mm");
    channel.sample_rate = 100;
    for (int i = 0; i < 1000; ++i) channel.samples.push_back(5 + std::sin(0.02 * i));
    WriteSignals((folder_ / "road.rsp").string(), MemorySource({channel}));
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  // Reads, opens, and makes a function; null where something is wrong.
  std::shared_ptr<const TimeFunction> Read(const std::string& text, std::string* errors) const {
    Drive drive;
    Diagnostics diagnostics;
    const Document document =
        Document::Parse(text, (folder_ / "model.yaml").string(), {}, &diagnostics);
    NameBook names;
    ReadFields(document, &names, &diagnostics, &drive);
    errors->clear();
    for (const Diagnostic& found : diagnostics.all()) *errors += found.ToString() + "\n";
    if (!errors->empty()) return nullptr;
    try {
      return OpenSignal(*drive.signal, quantity::kLength.ToDimension())->Make();
    } catch (const InputError& error) {
      for (const Diagnostic& found : error.diagnostics()) *errors += found.ToString() + "\n";
    } catch (const FileError& error) {
      *errors += error.what();
    }
    return nullptr;
  }

  std::filesystem::path folder_;
};

TEST_F(SignalFieldsTest, DrivesInSiBesideTheModelFile) {
  std::string errors;
  const auto plain = Read("signal: {file: road.rsp, channel: LF Spindle}", &errors);
  ASSERT_NE(plain, nullptr) << errors;
  EXPECT_NEAR(plain->At(2.0).value, 1e-3 * (5 + std::sin(4)), 1e-9);
  EXPECT_NEAR(plain->At(2.005).rate, 1e-3 * 2 * std::cos(4.01), 1e-6);
  const auto started = Read(
      "signal: {file: road.rsp, channel: 1, unit: inch, scale: 2, delay: 1, subtract_start: true}",
      &errors);
  ASSERT_NE(started, nullptr) << errors;
  EXPECT_NEAR(started->At(3.0).value, 2 * 0.0254 * std::sin(4), 1e-6);
}

// Two users of one signal read for themselves: blocks of the one are not those of the other.
TEST_F(SignalFieldsTest, EachUserHasAFunctionOfItsOwn) {
  SignalSettings settings;
  settings.file = (folder_ / "road.rsp").string();
  settings.channel = "1";
  const auto source = OpenSignal(settings, quantity::kLength.ToDimension());
  const auto first = source->Make(), second = source->Make();
  EXPECT_NE(first.get(), second.get());
  EXPECT_EQ(first->At(1.234).value, second->At(1.234).value);
  first->At(9.0);
  EXPECT_EQ(first->At(1.234).value, second->At(1.234).value);
}

TEST_F(SignalFieldsTest, MistakesAreNamed) {
  std::string errors;
  EXPECT_EQ(Read("signal: {file: road.rsp, channel: LF Spindel}", &errors), nullptr);
  EXPECT_NE(errors.find("did you mean 'LF Spindle'"), std::string::npos) << errors;
  EXPECT_EQ(Read("signal: {file: no.rsp, channel: x}", &errors), nullptr);
  EXPECT_NE(errors.find("No such file"), std::string::npos) << errors;
  EXPECT_EQ(Read("signal: {file: road.rsp, channel: 1, unit: N}", &errors), nullptr);
  EXPECT_NE(errors.find("convertible to m"), std::string::npos) << errors;
  EXPECT_EQ(Read("signal: {file: road.rsp, channel: 1, unit: furlong}", &errors), nullptr);
  EXPECT_NE(errors.find("furlong"), std::string::npos) << errors;
  EXPECT_EQ(Read("signal: {file: road.rsp}", &errors), nullptr);
  EXPECT_NE(errors.find("channel"), std::string::npos) << errors;
  EXPECT_EQ(Read("signal: {fiel: road.rsp, channel: 1}", &errors), nullptr);
  EXPECT_NE(errors.find("file"), std::string::npos) << errors;
}

}  // namespace
}  // namespace jounce
