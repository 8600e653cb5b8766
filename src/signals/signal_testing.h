// What the tests of this room share: channels to play with and files to damage.
#ifndef JOUNCE_SIGNALS_SIGNAL_TESTING_H_
#define JOUNCE_SIGNALS_SIGNAL_TESTING_H_

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "base/error.h"
#include "signals/byte_source.h"
#include "signals/channel.h"

namespace jounce::testing {

// A path in the test's own temporary folder.
inline std::string TemporaryPath(const std::string& name) {
  const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
  const auto folder = std::filesystem::path(::testing::TempDir()) /
                      (std::string(test->test_suite_name()) + "." + test->name());
  std::filesystem::create_directories(folder);
  return (folder / name).string();
}

inline std::string FileText(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

inline std::vector<double> Sine(double amplitude, double frequency, double rate, size_t count,
                                double phase = 0) {
  std::vector<double> samples(count);
  for (size_t i = 0; i < count; ++i) {
    samples[i] = amplitude *
                 std::sin(2 * std::numbers::pi * frequency * static_cast<double>(i) / rate + phase);
  }
  return samples;
}

// Normally distributed, the same on every machine and run.
inline std::vector<double> WhiteNoise(double deviation, size_t count, unsigned seed = 1) {
  std::mt19937 bits(seed);
  std::vector<double> samples(count);
  for (double& sample : samples) {
    // Box and Muller: std::normal_distribution differs between libraries.
    const double u = (bits() + 1.0) / 4294967297.0, v = bits() / 4294967296.0;
    sample = deviation * std::sqrt(-2 * std::log(u)) * std::cos(2 * std::numbers::pi * v);
  }
  return samples;
}

// Two channels with values that single precision holds exactly.
inline std::vector<Channel> TwoChannels(size_t count, double rate = 409.6) {
  std::vector<Channel> channels(2);
  channels[0].name = std::string("LF Spindle Vert. Disp.");
  channels[0].unit = std::string("mm");
  channels[1].name = std::string("RR Shock Force");
  channels[1].unit = std::string("N");
  for (size_t c = 0; c < 2; ++c) {
    channels[c].sample_rate = rate;
    for (const double value : WhiteNoise(c == 0 ? 10 : 1500, count, static_cast<unsigned>(c + 1))) {
      channels[c].samples.push_back(static_cast<float>(value));
    }
  }
  return channels;
}

// Reads damaged variants of a file: cut anywhere, and with single bytes changed. Each must be read
// or refused with an InputError or FileError; anything else fails the test (or the sanitizer).
inline void ExpectRobust(
    const std::string& intact, size_t interesting,
    const std::function<void(const std::shared_ptr<const ByteSource>&)>& read) {
  const auto attempt = [&](const std::string& bytes) {
    try {
      read(TextInMemory("damaged", bytes));
    } catch (const InputError&) {
    } catch (const FileError&) {
    }
  };
  for (size_t length = 0; length < intact.size(); length += 1 + length / 64) {
    attempt(intact.substr(0, length));
  }
  std::mt19937 bits(7);
  for (int i = 0; i < 2000; ++i) {
    std::string bytes = intact;
    bytes[bits() % std::min(interesting, bytes.size())] = static_cast<char>(bits());
    attempt(bytes);
  }
}

}  // namespace jounce::testing

#endif  // JOUNCE_SIGNALS_SIGNAL_TESTING_H_
