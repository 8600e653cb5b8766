// nCode DAC time histories (.dac): one channel a file, a header of 512 bytes and 32-bit floats.
//
// Either byte order; version 5 keeps the number of samples as an integer, older files as a float.
// The header carries statistics of the samples, which info commands can hold against what was read.
#ifndef JOUNCE_SIGNALS_DAC_H_
#define JOUNCE_SIGNALS_DAC_H_

#include <memory>
#include <optional>
#include <string>

#include "signals/byte_order.h"
#include "signals/byte_source.h"
#include "signals/channel.h"
#include "signals/statistics.h"

namespace jounce {

class DacSource : public SignalSource {
 public:
  // Throws a FileError that says what is wrong with the file.
  explicit DacSource(std::shared_ptr<const ByteSource> file);

  size_t NumChannels() const override { return 1; }
  const ChannelHead& Head(size_t) const override { return head_; }
  size_t Length(size_t) const override { return length_; }
  void Read(size_t channel, size_t first, std::span<double> samples) const override;

  ByteOrder order() const { return order_; }
  int version() const { return version_; }
  // As the writing program left them: count, min, max, mean, deviation and rms, in single
  // precision. Absent where the header says they are not valid.
  const std::optional<Statistics>& stored_statistics() const { return stored_statistics_; }

 private:
  std::shared_ptr<const ByteSource> file_;
  ByteOrder order_ = kNativeOrder;
  int version_ = 0;
  ChannelHead head_;
  size_t length_ = 0;
  std::optional<Statistics> stored_statistics_;
};

struct DacWriteSettings {
  ByteOrder order = ByteOrder::kLittle;
};

// Writes channel `channel` of `source`, in the form of version 5 with statistics.
void WriteDac(const std::string& path, const SignalSource& source, size_t channel = 0,
              const DacWriteSettings& settings = {});

}  // namespace jounce

#endif  // JOUNCE_SIGNALS_DAC_H_
