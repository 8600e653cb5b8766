#include "cli/real_time.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/error.h"
#include "cli/input_packet.h"

namespace jounce {
namespace {

constexpr int kPriority = 50;
constexpr int kMostPackets = 16;  // a row: the rest waits, so that work stays bounded

double Seconds(std::chrono::steady_clock::duration d) {
  return std::chrono::duration<double>(d).count();
}

}  // namespace

void DeadlineCount::Add(double computing, double available) {
  ++rows_;
  worst_ = std::max(worst_, computing);
  if (computing > available) ++missed_;
  const double part = computing / available;
  const auto end = std::find_if(kEnds.begin(), kEnds.end(), [&](double e) { return part <= e; });
  ++classes_[end - kEnds.begin()];
}

RealTimeSink::RealTimeSink(Simulation* simulation, int port)
    : simulation_(simulation), names_(simulation->system().signals().input_names()) {
  if (port > 0) Listen(port);
  Raise();
}

RealTimeSink::~RealTimeSink() {
  if (socket_ >= 0) close(socket_);
}

void RealTimeSink::Listen(int port) {
  const auto fail = [&] {
    throw InputError(fmt::format("cannot listen at port {}: {}", port, std::strerror(errno)),
                     "choose another port");
  };
  socket_ = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (socket_ < 0) fail();
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (bind(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) fail();
}

void RealTimeSink::Raise() {
  if (mlockall(MCL_CURRENT | MCL_FUTURE) != 0) {
    denied_.push_back(fmt::format("memory is not locked: {}", std::strerror(errno)));
  }
  sched_param priority{};
  priority.sched_priority = kPriority;
  if (sched_setscheduler(0, SCHED_FIFO, &priority) != 0) {
    denied_.push_back(fmt::format("the priority is not raised: {}", std::strerror(errno)));
  }
}

void RealTimeSink::TakePackets() {
  std::array<char, 1500> bytes;
  for (int i = 0; socket_ >= 0 && i < kMostPackets; ++i) {
    const ssize_t size = recv(socket_, bytes.data(), bytes.size(), 0);
    if (size < 0) return;
    ++packets_;
    refused_lines_ +=
        ReadInputPacket({bytes.data(), static_cast<size_t>(size)}, names_,
                        [this](int input, double value) { simulation_->SetInput(input, value); });
  }
}

void RealTimeSink::Row(const ResultRow& row) {
  const Clock::time_point now = Clock::now();
  if (!begun_) {
    begun_ = true;
    first_time_ = row.time();
    start_ = now;
  } else {
    deadlines_.Add(Seconds(now - resumed_), row.time() - last_time_);
  }
  last_time_ = row.time();
  const auto due = start_ + std::chrono::duration_cast<Clock::duration>(
                                std::chrono::duration<double>(row.time() - first_time_));
  if (now < due) std::this_thread::sleep_until(due);
  TakePackets();
  resumed_ = Clock::now();
}

void RealTimeSink::Print(const Console& console) const {
  console.Print("  real time: {} of {} deadlines missed, longest computing {:.3g} us",
                deadlines_.missed(), deadlines_.rows(), 1e6 * deadlines_.worst());
  for (size_t i = 0; i < deadlines_.classes().size(); ++i) {
    if (deadlines_.classes()[i] == 0) continue;
    const bool open = i == DeadlineCount::kEnds.size();
    console.Print("    {} {:>4.0f} % of the time there is: {}", open ? "above" : "up to",
                  100 * DeadlineCount::kEnds[open ? i - 1 : i], deadlines_.classes()[i]);
  }
  if (socket_ >= 0) {
    console.Print("  {} packets, {} lines that were no inputs", packets_, refused_lines_);
  }
  for (const std::string& denied : denied_) console.Print("  {}", denied);
}

void RealTimeSink::AddTo(report::Page* page) const {
  report::Table table{.title = "Computing time of rows",
                      .columns = {{.title = "Part of the time there is"},
                                  {.title = "Rows", .align = report::Align::kRight, .digits = 9},
                                  {.title = "Share", .unit = "%", .align = report::Align::kRight}}};
  // The outline of the bars, over the parts of the time.
  report::Curve bars{.name = "rows"};
  double from = 0;
  for (size_t i = 0; i < deadlines_.classes().size(); ++i) {
    const bool open = i == DeadlineCount::kEnds.size();
    const double rows = static_cast<double>(deadlines_.classes()[i]);
    const double end = open ? 1.25 * from / 100 : DeadlineCount::kEnds[i];
    table.rows.push_back(
        {{.value = fmt::format("{} {:.0f} %", open ? "above" : "up to",
                               100 * (open ? DeadlineCount::kEnds.back() : end))},
         {.value = rows},
         {.value = 100 * rows / std::max(1.0, static_cast<double>(deadlines_.rows()))}});
    for (const auto& [x, y] : {std::pair{from, 0.0}, {from, rows}, {100 * end, rows}}) {
      bars.x.push_back(x);
      bars.y.push_back(y);
    }
    from = 100 * end;
  }
  bars.x.push_back(from);
  bars.y.push_back(0);
  report::Plot plot{.title = "Deadlines",
                    .x = {.title = "Computing, of the time there is", .unit = "%"},
                    .y = {.title = "Rows"},
                    .curves = {std::move(bars)},
                    .guides = {{.vertical = true, .value = 100, .label = "deadline"}},
                    .height = 220};
  page->sections.push_back(
      {.title = "Real time",
       .text = fmt::format("{} of {} deadlines missed, longest computing {:.3g} us.",
                           deadlines_.missed(), deadlines_.rows(), 1e6 * deadlines_.worst()),
       .items = {std::move(plot), std::move(table)},
       .columns = 2,
       .anchor = "real-time"});
}

nlohmann::json RealTimeSink::ToJson() const {
  nlohmann::json json = {{"rows", deadlines_.rows()},
                         {"missed", deadlines_.missed()},
                         {"worst_computing_s", deadlines_.worst()},
                         {"packets", packets_},
                         {"refused_lines", refused_lines_},
                         {"denied", denied_}};
  for (size_t i = 0; i < deadlines_.classes().size(); ++i) {
    const bool open = i == DeadlineCount::kEnds.size();
    json["histogram"].push_back(
        {{"up_to", open ? nlohmann::json() : nlohmann::json(DeadlineCount::kEnds[i])},
         {"rows", deadlines_.classes()[i]}});
  }
  return json;
}

}  // namespace jounce
