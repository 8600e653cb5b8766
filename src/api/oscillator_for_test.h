// A mass that hangs on a spring and begins to fall where the spring is not stretched:
//   z(t) = -1 - m g/k (1 - cos(sqrt(k/m) t)),   m = 2 kg, k = 100 N/m, g = 9.81 m/s^2.
#ifndef JOUNCE_API_OSCILLATOR_FOR_TEST_H_
#define JOUNCE_API_OSCILLATOR_FOR_TEST_H_

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>

namespace jounce::api::testing {

inline constexpr char kOscillator[] = R"(name: oscillator
parameters: {stiffness: 100 N/m}
bodies:
  mass: {mass: 2, inertia: [1, 1, 1], position: [0, 0, -1]}
joints:
  guide: {joint: translational, between: [ground, mass], at: [0, 0, -1], axis: [0, 0, 1]}
connections:
  spring: {connection: rod, between: [ground, mass], at: [0, 0, 0], at_second: [0, 0, -1], law: {law: linear, stiffness: "${stiffness}"}}
signals:
  push: {input: 0, unit: N}
loads:
  push: {load: force, on: mass, direction: [0, 0, 1], expression: push}
sensors:
  mass: {sensor: position, of: mass}
solver: {end_time: 1, step: 1e-3, output_step: 0.1}
)";

inline double ExactHeight(double time, double stiffness = 100) {
  return -1 - 2 * 9.81 / stiffness * (1 - std::cos(std::sqrt(stiffness / 2) * time));
}

// A folder that goes when the test ends.
class Folder {
 public:
  Folder()
      : path_(std::filesystem::temp_directory_path() /
              ("jounce_api_test_" + std::to_string(getpid()))) {
    std::filesystem::create_directories(path_);
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string Path(const std::string& name) const { return (path_ / name).string(); }
  // Writes a file and returns its path.
  std::string Write(const std::string& name, const std::string& text) const {
    std::ofstream(Path(name)) << text;
    return Path(name);
  }

 private:
  std::filesystem::path path_;
};

}  // namespace jounce::api::testing

#endif  // JOUNCE_API_OSCILLATOR_FOR_TEST_H_
