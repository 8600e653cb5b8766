#include "cli/console.h"

#include <unistd.h>

#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <nlohmann/json.hpp>

namespace jounce {
namespace {

volatile std::sig_atomic_t interrupted = 0;

void OnInterrupt(int signal) {
  interrupted = 1;
  std::signal(signal, SIG_DFL);
}

std::string ShowDuration(double seconds) {
  const long whole = std::lround(seconds);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

class SilentProgress : public Progress {
 public:
  void Update(double, double, std::string_view) override {}
  bool StopRequested() const override { return Interrupted(); }
};

class ShownProgress : public Progress {
 public:
  ShownProgress(std::string what, bool terminal) : what_(std::move(what)), terminal_(terminal) {}
  ~ShownProgress() override {
    if (terminal_ && shown_) std::fputs("\r\033[K", stderr);
  }
  ShownProgress(const ShownProgress&) = delete;
  ShownProgress& operator=(const ShownProgress&) = delete;

  void Update(double done, double total, std::string_view note) override {
    const auto now = Clock::now();
    // Often enough to feel alive on a terminal, seldom enough for a log file.
    const double pause = terminal_ ? 0.1 : 5.0;
    if (std::chrono::duration<double>(now - last_).count() < pause) return;
    last_ = now;
    shown_ = true;
    const double elapsed = std::chrono::duration<double>(now - start_).count();
    const double fraction = total > 0 ? done / total : 0;
    const std::string left =
        fraction > 0.005 && elapsed > 0.5
            ? ", " + ShowDuration(elapsed * (1 - fraction) / fraction) + " left"
            : "";
    const std::string rate = elapsed > 0.5 ? fmt::format(", {:.4g}/s", done / elapsed) : "";
    fmt::print(stderr, "{}{}: {:3.0f} % ({:.4g} of {:.4g}{}){}{}{}{}", terminal_ ? "\r\033[K" : "",
               what_, 100 * fraction, done, total, rate, left, note.empty() ? "" : ", ", note,
               terminal_ ? "" : "\n");
    std::fflush(stderr);
  }
  bool StopRequested() const override { return Interrupted(); }

 private:
  using Clock = std::chrono::steady_clock;
  std::string what_;
  bool terminal_;
  bool shown_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = Clock::now();
};

}  // namespace

void Console::PrintLine(const std::string& text) const {
  if (!json && !quiet) fmt::print("{}\n", text);
}

void Console::NoteLine(const std::string& text) const { fmt::print(stderr, "{}\n", text); }

nlohmann::json ToJson(const Diagnostic& diagnostic) {
  return {{"severity", diagnostic.severity == Severity::kError ? "error" : "warning"},
          {"file", diagnostic.place.file},
          {"line", diagnostic.place.line},
          {"column", diagnostic.place.column},
          {"message", diagnostic.message},
          {"remedy", diagnostic.remedy}};
}

void Console::PrintJson(const nlohmann::json& result) const {
  if (!json) return;
  nlohmann::json all = result;
  for (const Diagnostic& warning : warnings_) all["warnings"].push_back(ToJson(warning));
  fmt::print("{}\n", all.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
}

void Console::Warn(const std::string& text) const {
  fmt::print(stderr, "warning: {}\n", text);
  warnings_.push_back({Severity::kWarning, {}, text, ""});
}

void Console::Warn(const std::vector<std::string>& texts) const {
  for (const std::string& text : texts) Warn(text);
}

void Console::Warn(const Diagnostics& diagnostics) const {
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    if (diagnostic.severity != Severity::kWarning) continue;
    fmt::print(stderr, "{}\n", diagnostic.ToString());
    warnings_.push_back(diagnostic);
  }
}

std::unique_ptr<Progress> Console::StartProgress(const std::string& what) const {
  if (quiet) return std::make_unique<SilentProgress>();
  return std::make_unique<ShownProgress>(what, ::isatty(STDERR_FILENO) != 0);
}

void CatchInterrupts() {
  std::signal(SIGINT, OnInterrupt);
  std::signal(SIGTERM, OnInterrupt);
}

bool Interrupted() { return interrupted != 0; }

}  // namespace jounce
