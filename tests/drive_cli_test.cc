// `jounce drive` and `jounce run --real-time`: what they print, write and refuse. Their numbers are
// tested beside vehicle/manoeuvre.cc.
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>

#include "command_test.h"

namespace jounce {
namespace {

class DriveCli : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    std::filesystem::copy(std::filesystem::path(JOUNCE_SOURCE_DIR) / "examples/drive", folder_,
                          std::filesystem::copy_options::recursive);
  }
};

TEST_F(DriveCli, AStepOfSteering) {
  const Outcome outcome =
      Run("drive car.yaml --speed 72kmh --steer 20deg --duration 3 -o step.csv --page step.html "
          "--step-times times.csv --json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const nlohmann::json json = outcome.Json();
  EXPECT_EQ(json["manoeuvre"], "step_steer");
  EXPECT_NEAR(json["values"]["speed_kmh"].get<double>(), 72, 1e-9);
  EXPECT_NEAR(json["values"]["steer_deg"].get<double>(), 20, 1e-3);
  EXPECT_GT(json["values"]["yaw_rate_ss_deg_s"].get<double>(), 3);
  EXPECT_EQ(json["run"]["steps"], 3000);
  const std::string csv = ReadTextFile(Path("step.csv"));
  EXPECT_EQ(csv.rfind("time [s],steer [rad]", 0), 0u);
  EXPECT_GT(std::filesystem::file_size(Path("step.html")), 10000u);
  EXPECT_NE(ReadTextFile(Path("step.html")).find("road marks"), std::string::npos);
  const std::string times = ReadTextFile(Path("times.csv"));
  EXPECT_EQ(std::count(times.begin(), times.end(), '\n'), 3001) << "a line a step, and the heads";
  EXPECT_EQ(Run("drive car.yaml --steer 20deg --duration 3 -o step.csv").code, 2) << "it is there";
}

TEST_F(DriveCli, MistakesAreNamed) {
  const Outcome brake = Run("drive planar.yaml -m brake");
  EXPECT_EQ(brake.code, 2);
  EXPECT_NE(brake.err.find("'brake'"), std::string::npos) << brake.err;
  const Outcome body = Run("drive car.yaml --body bdy");
  EXPECT_EQ(body.code, 2);
  EXPECT_NE(body.err.find("'body'"), std::string::npos) << body.err;
  const Outcome corner = Run("drive corner.yaml --body wheel");
  EXPECT_EQ(corner.code, 2);
  EXPECT_NE(corner.err.find("corner.yaml: "), std::string::npos) << corner.err;
  EXPECT_NE(corner.err.find("steer"), std::string::npos) << corner.err;
  EXPECT_EQ(Run("drive car.yaml -m loop").code, 2);
  EXPECT_EQ(Run("drive car.yaml --speed -3").code, 2);
  EXPECT_EQ(Run("drive car.yaml --duration 0.5").code, 2) << "it ends before it begins";
}

TEST_F(DriveCli, ATyreFileThatIsNotThereIsNamed) {
  WriteTextFile(Path("wheel.yaml"),
                "bodies:\n  wheel: {mass: 20, inertia: [1, 1, 1], position: [0, 0, 0.3]}\n"
                "elements:\n  tyre: {element: tyre, frames: [wheel], file: none.tir}\n");
  const Outcome outcome = Run("check wheel.yaml");
  EXPECT_NE(outcome.code, 0);
  EXPECT_NE(outcome.err.find("none.tir"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("wheel.yaml:4"), std::string::npos) << outcome.err;
  WriteTextFile(Path("wheel.yaml"),
                "road: {file: none.crg}\n"
                "bodies:\n  wheel: {mass: 20, inertia: [1, 1, 1], position: [0, 0, 0.3]}\n");
  const Outcome road = Run("check wheel.yaml");
  EXPECT_NE(road.code, 0);
  EXPECT_NE(road.err.find("none.crg"), std::string::npos) << road.err;
}

// Signals of a rig have no place in the road under a vehicle.
TEST_F(DriveCli, ARoadOfAModelMakesNoDriveSignals) {
  WriteTextFile(Path("wheel.yaml"),
                "road: {friction: 0.9, drive: {speed: 10 m/s, time: 5}}\n"
                "bodies:\n  wheel: {mass: 20, inertia: [1, 1, 1], position: [0, 0, 0.3]}\n");
  const Outcome outcome = Run("check wheel.yaml");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.err.find("wheel.yaml:1"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("has no `drive`"), std::string::npos) << outcome.err;
}

// Half a second takes half a second.
TEST_F(DriveCli, KeepsPaceWithTheClock) {
  const auto start = std::chrono::steady_clock::now();
  const Outcome outcome = Run("run car.yaml --end-time 0.5 --real-time --page clock.html --json");
  const double took =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_GE(took, 0.5);
  const nlohmann::json real_time = outcome.Json()["real_time"];
  EXPECT_EQ(real_time["rows"], 50);
  int rows = 0;
  for (const auto& entry : real_time["histogram"]) rows += entry["rows"].get<int>();
  EXPECT_EQ(rows, 50);
  EXPECT_NE(ReadTextFile(Path("clock.html")).find("Deadlines"), std::string::npos);
  EXPECT_EQ(Run("run car.yaml --udp 5000").code, 2) << "needs --real-time";
}

// Packets on the loopback interface: what is an input of the model acts, what is none is counted.
TEST_F(DriveCli, TakesInputsFromOutside) {
  WriteTextFile(
      Path("mass.yaml"),
      "gravity: [0, 0, 0]\n"
      "bodies: {mass: {mass: 1, inertia: [1, 1, 1]}}\n"
      "signals: {push: {input: 0, unit: N}}\n"
      "loads: {push: {load: force, \"on\": mass, direction: [1, 0, 0], expression: push}}\n"
      "sensors: {speed: {sensor: velocity, of: mass}}\n"
      "solver: {end_time: 1, step: 1 ms, output_step: 10 ms}\n");
  const int port = 20000 + static_cast<int>(getpid() % 20000);
  std::atomic<bool> done = false;
  std::thread sender([&] {
    const int out = socket(AF_INET, SOCK_DGRAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const std::string packet = "push 10\nno such 3\npush\n\npush nan\n push 1e\n";
    while (!done) {
      sendto(out, packet.data(), packet.size(), 0, reinterpret_cast<const sockaddr*>(&address),
             sizeof address);
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    close(out);
  });
  const Outcome outcome =
      Run("run mass.yaml --real-time --udp " + std::to_string(port) + " -o speed.csv --json");
  done = true;
  sender.join();
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const nlohmann::json real_time = outcome.Json()["real_time"];
  const int packets = real_time["packets"].get<int>();
  EXPECT_GT(packets, 10);
  EXPECT_EQ(real_time["refused_lines"].get<int>(), 4 * packets);
  // 10 N on 1 kg for most of a second.
  const std::string csv = ReadTextFile(Path("speed.csv"));
  const std::string last = csv.substr(csv.rfind('\n', csv.size() - 2) + 1);
  const double speed = std::stod(last.substr(last.find(',') + 1));
  EXPECT_GT(speed, 5);
  EXPECT_LT(speed, 10.01);
}

}  // namespace
}  // namespace jounce
