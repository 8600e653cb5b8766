#include "signals/dac.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/error.h"
#include "base/output_file.h"
#include "signals/number_text.h"

namespace jounce {
namespace {

constexpr size_t kDacBlock = 512;
constexpr size_t kDacPiece = 1 << 16;

// The header as nCode numbers its fields: 4-byte words from 1, and 16-bit words from byte 128 on.
class Header {
 public:
  explicit Header(ByteOrder order) : order_(order) {}

  std::span<std::byte> bytes() { return bytes_; }
  ByteOrder order() const { return order_; }
  void set_order(ByteOrder order) { order_ = order; }

  template <typename Number>
  Number Word(size_t k) const {
    return LoadNumber<Number>(bytes_.data() + 4 * (k - 1), order_);
  }
  template <typename Number>
  void SetWord(size_t k, Number value) {
    static_assert(sizeof(Number) == 4);
    StoreNumber(value, order_, bytes_.data() + 4 * (k - 1));
  }
  int16_t Short(size_t k) const {
    return LoadNumber<int16_t>(bytes_.data() + 128 + 2 * (k - 1), order_);
  }
  void SetShort(size_t k, int16_t value) {
    StoreNumber(value, order_, bytes_.data() + 128 + 2 * (k - 1));
  }
  std::string Text(size_t first_word, size_t length) const {
    std::string text(length, ' ');
    std::memcpy(text.data(), bytes_.data() + 4 * (first_word - 1), length);
    return std::string(Trimmed(text));
  }
  void SetText(size_t first_word, size_t length, const std::string& value) {
    std::string text(length, ' ');
    value.copy(text.data(), length);
    std::memcpy(bytes_.data() + 4 * (first_word - 1), text.data(), length);
  }

 private:
  ByteOrder order_;
  std::array<std::byte, kDacBlock> bytes_ = {};
};

// The number of samples: an integer since version 5, a float before.
double ClaimedLength(const Header& header) {
  if (header.Short(32) > 1) return header.Word<int32_t>(32);
  return std::round(header.Word<float>(1));
}

std::optional<Statistics> StoredStatistics(const Header& header, size_t length) {
  if (header.Short(27) != 1) return std::nullopt;
  Statistics s;
  s.count = length;
  s.mean = header.Word<float>(5);
  s.deviation = header.Word<float>(6);
  s.max = header.Word<float>(9);
  s.min = header.Word<float>(10);
  s.rms = header.Word<float>(18);
  s.max_index = static_cast<size_t>(std::max(header.Word<int32_t>(29), 1) - 1);
  s.min_index = static_cast<size_t>(std::max(header.Word<int32_t>(30), 1) - 1);
  return s;
}

Header DacHeaderFor(const ChannelHead& head, const Statistics& s, ByteOrder order) {
  Header header(order);
  header.SetWord(1, static_cast<float>(s.count));
  header.SetWord(2, static_cast<float>(head.sample_rate));
  header.SetWord(3, static_cast<float>(head.start));
  header.SetWord(4, static_cast<float>(1 / head.sample_rate));
  header.SetWord(5, static_cast<float>(s.mean));
  header.SetWord(6, static_cast<float>(s.deviation));
  header.SetWord(9, static_cast<float>(s.max));
  header.SetWord(10, static_cast<float>(s.min));
  header.SetWord(18, static_cast<float>(s.rms));
  header.SetWord(29, static_cast<int32_t>(s.max_index + 1));
  header.SetWord(30, static_cast<int32_t>(s.min_index + 1));
  header.SetWord(31, static_cast<int32_t>(s.AbsoluteMaxIndex() + 1));
  header.SetShort(1, 1);
  header.SetShort(2, order == ByteOrder::kLittle ? 3 : 12);
  header.SetShort(4, -2);
  header.SetShort(11, -2);
  header.SetShort(18, -2);
  header.SetShort(27, 1);
  header.SetShort(32, 2);
  // Word 32 is the last before the 16-bit words and holds the length since version 5.
  header.SetWord(32, static_cast<int32_t>(s.count));
  header.SetText(90, 24, head.name);
  header.SetText(96, 24, "Time");
  header.SetText(109, 16, head.unit);
  header.SetText(113, 16, "seconds");
  return header;
}

}  // namespace

DacSource::DacSource(std::shared_ptr<const ByteSource> file) : file_(std::move(file)) {
  if (file_->size() < kDacBlock) throw FileError(file_->name(), "too short for a DAC header");
  Header header(ByteOrder::kLittle);
  file_->ReadAt(0, header.bytes());
  // 3 or 12 in the file's own order; read in the wrong one it is above 255.
  if (header.Short(2) & ~0xff) header.set_order(ByteOrder::kBig);
  order_ = header.order();
  if (header.Short(1) != 1 || (header.Short(2) != 3 && header.Short(2) != 12)) {
    throw FileError(file_->name(),
                    "not a DAC time history: its type and byte order words are wrong");
  }
  version_ = header.Short(32) > 1 ? 5 : 4;

  const double length = ClaimedLength(header);
  const uint64_t stored = (file_->size() - kDacBlock) / 4;
  if (!(length >= 1) || length > static_cast<double>(stored)) {
    throw FileError(file_->name(),
                    fmt::format("the header claims {} samples, the file has {}", length, stored));
  }
  length_ = static_cast<size_t>(length);

  const float rate = header.Word<float>(2);
  const float interval = header.Word<float>(4);
  if (std::isfinite(rate) && rate > 0) {
    head_.sample_rate = RoundestDecimal(rate);
  } else if (std::isfinite(interval) && interval > 0) {
    head_.sample_rate = RateOfInterval(fmt::format("{}", interval));
  } else {
    throw FileError(file_->name(), fmt::format("its sample rate is {} Hz", rate));
  }
  const float start = header.Word<float>(3);
  if (!std::isfinite(start)) throw FileError(file_->name(), "its start time is not a number");
  head_.start = RoundestDecimal(start);
  head_.name = header.Text(90, 24);
  head_.unit = header.Text(109, 16);
  stored_statistics_ = StoredStatistics(header, length_);
}

void DacSource::Read(size_t, size_t first, std::span<double> samples) const {
  std::array<std::byte, kDacPiece> piece;
  for (size_t done = 0; done < samples.size();) {
    const size_t count = std::min(samples.size() - done, kDacPiece / 4);
    file_->ReadAt(kDacBlock + 4 * static_cast<uint64_t>(first + done),
                  std::span(piece).first(4 * count));
    DecodeScaled<float>(piece.data(), order_, 1, samples.subspan(done, count));
    done += count;
  }
}

void WriteDac(const std::string& path, const SignalSource& source, size_t channel,
              const DacWriteSettings& settings) {
  const Channel content = source.ReadChannel(channel);
  const auto fail = [&](const std::string& message) {
    throw InputError({{Severity::kError, Place{path},
                       fmt::format("channel '{}' {}", content.name, message), ""}});
  };
  if (content.samples.empty()) fail("has no samples");
  if (content.samples.size() > std::numeric_limits<int32_t>::max()) {
    fail("has more samples than a DAC file can count");
  }
  for (const double value : content.samples) {
    if (std::abs(value) > std::numeric_limits<float>::max()) fail("exceeds single precision");
  }
  OutputFile file(path);
  file.Write(DacHeaderFor(content, StatisticsOf(content.samples), settings.order).bytes());
  // Whole blocks, the last filled up with zeros.
  const size_t bytes = (content.samples.size() * 4 + kDacBlock - 1) / kDacBlock * kDacBlock;
  std::vector<std::byte> data(bytes, std::byte{0});
  for (size_t i = 0; i < content.samples.size(); ++i) {
    StoreNumber(static_cast<float>(content.samples[i]), settings.order, data.data() + 4 * i);
  }
  file.Write(data);
  file.Commit();
}

}  // namespace jounce
