// The header of an RPC III file (MTS; .rsp, .drv, .tim, .rpc): 512-byte blocks of four records,
// each a 32-byte key and a 96-byte value, both text and ended by NUL. The data follow the last
// block.
//
// The limits of the specification (256 blocks, 1024 records, 128 channels) are exceeded in practice
// and not enforced; every count is checked against the size of the file before it is believed.
#ifndef JOUNCE_SIGNALS_RPC3_HEADER_H_
#define JOUNCE_SIGNALS_RPC3_HEADER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "signals/byte_order.h"
#include "signals/byte_source.h"
#include "signals/channel.h"

namespace jounce {

// Channels that belong together, e.g. those of one load file. Channels count from 1.
struct Rpc3Partition {
  size_t first_channel = 1;
  size_t num_channels = 0;
};

enum class Rpc3DataType { kInt16, kFloat };

struct Rpc3Header {
  ByteOrder order = ByteOrder::kLittle;
  Rpc3DataType data_type = Rpc3DataType::kInt16;
  double sample_rate = 1;
  size_t frames = 0;
  size_t points_per_frame = 0;
  size_t points_per_group = 0;
  // Half a frame more before the first and after the last frame; time 0 is that of the first frame.
  bool half_frames = false;
  size_t samples = 0;  // of each channel, with the half frames
  double start = 0;
  uint64_t data_offset = 0;
  std::vector<ChannelHead> channels;
  // Value of one count. 1 for float data, whose SCALE records are not applied: programs that write
  // them for float data do not agree on what they mean.
  std::vector<double> scales;
  std::vector<Rpc3Partition> partitions;
  // All records in the order of the file, also those nobody knows.
  std::vector<std::pair<std::string, std::string>> records;

  size_t BytesPerSample() const { return data_type == Rpc3DataType::kInt16 ? 2 : 4; }

  // The value of a record, or nullptr.
  const std::string* Find(const std::string& key) const;
};

// Throws a FileError that says what is wrong.
Rpc3Header ReadRpc3Header(const ByteSource& file);

// The header as bytes, whole blocks. NUM_HEADER_BLOCKS and NUM_PARAMS are set to what `records`
// need; values too long for a record are cut.
std::string Rpc3HeaderBytes(std::vector<std::pair<std::string, std::string>> records);

}  // namespace jounce

#endif  // JOUNCE_SIGNALS_RPC3_HEADER_H_
