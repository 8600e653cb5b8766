// The sensors' channels of a run as a file of another program: RPC III, DAC, CSV, UFF 58 or MATLAB,
// by the ending of the name. Such files know even time steps only, and are written at the end; at
// the rate that the model's `channels` give, or one sample a row.
#ifndef JOUNCE_IO_SIGNAL_SINK_H_
#define JOUNCE_IO_SIGNAL_SINK_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "math/display_units.h"
#include "signals/channel.h"
#include "solve/channel_selection.h"
#include "solve/result_sink.h"

namespace jounce {

class SignalSink : public ResultSink {
 public:
  // The ending of `path` is that of a signal file (signals/signal_file.h).
  SignalSink(const std::string& path, std::optional<double> rate, const DisplayUnits& units = {})
      : path_(path), rate_(rate), units_(units) {}

  void Begin(const ResultDescription& description) override;
  void Row(const ResultRow& row) override;
  void End(RunSummary* summary) override;

  // What was written.
  const std::vector<std::string>& files() const { return files_; }

 private:
  ChannelSelection::Row Appender();

  std::string path_;
  std::optional<double> rate_;  // Hz
  DisplayUnits units_;
  std::unique_ptr<ChannelSelection> selection_;
  std::vector<ProbeChannel> channels_;
  std::vector<double> time_;
  std::vector<double> values_;  // row by row
  std::vector<std::string> files_;
};

// The even step of these times [s]. The last interval of a run, up to its end time, may be of
// another length: its row is left out of `rows`. Throws InputError, which speaks of `path`, where they are not even.
double EvenStepOf(const std::vector<double>& time, const std::string& path, size_t* rows);

}  // namespace jounce

#endif  // JOUNCE_IO_SIGNAL_SINK_H_
