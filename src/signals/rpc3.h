// RPC III time histories (MTS; .rsp, .drv, .tim, .rpc), read piece by piece and written.
//
// The data lie group by group, within a group channel by channel, PTS_PER_GROUP samples each; the
// last group is stored full. A 16-bit sample stands for raw * SCALE of its channel: INT_FULL_SCALE
// does not enter.
#ifndef JOUNCE_SIGNALS_RPC3_H_
#define JOUNCE_SIGNALS_RPC3_H_

#include <memory>
#include <string>
#include <vector>

#include "signals/byte_source.h"
#include "signals/channel.h"
#include "signals/rpc3_header.h"

namespace jounce {

class Rpc3Source : public SignalSource {
 public:
  // Throws a FileError that says what is wrong with the file.
  explicit Rpc3Source(std::shared_ptr<const ByteSource> file);

  const Rpc3Header& header() const { return header_; }
  size_t NumChannels() const override { return header_.channels.size(); }
  const ChannelHead& Head(size_t channel) const override { return header_.channels[channel]; }
  size_t Length(size_t) const override { return header_.samples; }
  void Read(size_t channel, size_t first, std::span<double> samples) const override;
  // In the order of the file, which is faster than channel by channel.
  std::vector<Channel> ReadAll() const override;

 private:
  std::shared_ptr<const ByteSource> file_;
  Rpc3Header header_;
};

struct Rpc3WriteSettings {
  Rpc3DataType data_type = Rpc3DataType::kFloat;
  ByteOrder order = ByteOrder::kLittle;
  size_t points_per_frame = 1024;  // a power of 2
  size_t points_per_group = 2048;  // a multiple of it
  std::string time_type = "RESPONSE";
  std::string operation = "Jounce";
  std::string date;                       // empty: now
  std::vector<Rpc3Partition> partitions;  // empty: one that holds all channels
};

// All channels need the same length, rate and start. The last frame is filled up with the last
// value; a record JOUNCE_SAMPLES tells our reader where the samples end, and JOUNCE_START when they
// begin, which RPC III itself cannot say. 16-bit scales are chosen to fit the largest value.
// Throws an InputError for channels that RPC III cannot hold, a FileError if the disk is full.
void WriteRpc3(const std::string& path, const SignalSource& source,
               const Rpc3WriteSettings& settings = {});

}  // namespace jounce

#endif  // JOUNCE_SIGNALS_RPC3_H_
