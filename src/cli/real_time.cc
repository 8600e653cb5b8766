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
#include <charconv>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/error.h"
#include "signals/number_text.h"

namespace jounce {
namespace {

constexpr int kPriority = 50;
constexpr int kMostPackets = 16;  // a row: the rest waits, so that work stays bounded

double Seconds(std::chrono::steady_clock::duration d) {
  return std::chrono::duration<double>(d).count();
}

}  // namespace

bool ParseInputLine(std::string_view line, InputLine* input) {
  line = Trimmed(line);
  const size_t gap = line.find_last_of(" \t");  // names may have blanks
  if (gap == std::string_view::npos) return false;
  input->name = Trimmed(line.substr(0, gap));
  const std::string_view number = line.substr(gap + 1);
  const auto [end, error] =
      std::from_chars(number.data(), number.data() + number.size(), input->value);
  return error == std::errc() && end == number.data() + number.size() && !input->name.empty() &&
         std::isfinite(input->value);
}

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

void RealTimeSink::Take(std::string_view packet) {
  while (!packet.empty()) {
    const size_t end = std::min(packet.find('\n'), packet.size());
    const std::string_view line = packet.substr(0, end);
    packet.remove_prefix(std::min(end + 1, packet.size()));
    if (Trimmed(line).empty()) continue;
    InputLine input;
    const auto found = ParseInputLine(line, &input)
                           ? std::find(names_.begin(), names_.end(), input.name)
                           : names_.end();
    if (found == names_.end()) {
      ++refused_lines_;
    } else {
      simulation_->SetInput(static_cast<int>(found - names_.begin()), input.value);
    }
  }
}

void RealTimeSink::TakePackets() {
  std::array<char, 1500> bytes;
  for (int i = 0; socket_ >= 0 && i < kMostPackets; ++i) {
    const ssize_t size = recv(socket_, bytes.data(), bytes.size(), 0);
    if (size < 0) return;
    ++packets_;
    Take({bytes.data(), static_cast<size_t>(size)});
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
