// A run that keeps pace with the clock (`jounce run --real-time`): each row of the result waits for
// its time, and inputs of the model come in over UDP on the loopback interface alone.
// A packet (input_packet.h) holds from the next step on.
#ifndef JOUNCE_CLI_REAL_TIME_H_
#define JOUNCE_CLI_REAL_TIME_H_

#include <array>
#include <chrono>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "cli/console.h"
#include "report/page.h"
#include "solve/result_sink.h"
#include "solve/simulation.h"

namespace jounce {

// How much earlier than its time each row was ready, or how much too late.
class DeadlineCount {
 public:
  // Upper ends of the classes of computing time, as parts of the time there is; the last is open.
  static constexpr std::array<double, 10> kEnds = {0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 0.9, 1, 2};

  void Add(double computing, double available);

  std::int64_t rows() const { return rows_; }
  std::int64_t missed() const { return missed_; }
  double worst() const { return worst_; }  // s, of computing
  const std::array<std::int64_t, kEnds.size() + 1>& classes() const { return classes_; }

 private:
  std::int64_t rows_ = 0, missed_ = 0;
  double worst_ = 0;
  std::array<std::int64_t, kEnds.size() + 1> classes_{};
};

class RealTimeSink : public ResultSink {
 public:
  // Listens on 127.0.0.1 at this port, where it is above zero; throws InputError where it cannot.
  // Locks the memory and raises the priority of the process as far as it may; `simulation` must
  // outlive this.
  RealTimeSink(Simulation* simulation, int port);
  ~RealTimeSink() override;
  RealTimeSink(const RealTimeSink&) = delete;
  RealTimeSink& operator=(const RealTimeSink&) = delete;

  // Takes what came in, and waits until the clock shows the time of the row.
  void Row(const ResultRow& row) override;

  void Print(const Console& console) const;
  // How much of the time there is computing took, as a section of the page of the run.
  void AddTo(report::Page* page) const;
  nlohmann::json ToJson() const;
  // What the system did not allow.
  const std::vector<std::string>& denied() const { return denied_; }

 private:
  using Clock = std::chrono::steady_clock;

  void Listen(int port);
  void Raise();
  void TakePackets();

  Simulation* simulation_;
  const std::vector<std::string>& names_;
  int socket_ = -1;
  bool begun_ = false;
  double first_time_ = 0, last_time_ = 0;
  Clock::time_point start_, resumed_;
  DeadlineCount deadlines_;
  std::int64_t packets_ = 0, refused_lines_ = 0;
  std::vector<std::string> denied_;
};

}  // namespace jounce

#endif  // JOUNCE_CLI_REAL_TIME_H_
