// Writes universal files, dataset 58: see uff58.h.
#include <fmt/format.h>

#include "base/error.h"
#include "base/output_file.h"
#include "signals/number_text.h"
#include "signals/uff58.h"

namespace jounce {
namespace {

// A line of text for a head: one line of at most `width` characters, never empty.
std::string TextField(const std::string& text, size_t width) {
  std::string field = text.substr(0, width);
  for (char& c : field) {
    if (c == '\n' || c == '\r') c = ' ';
  }
  return Trimmed(field).empty() ? "NONE" : field;
}

std::string AxisRecord(int type, const std::string& label, const std::string& unit) {
  return fmt::format("{:10d}{:5d}{:5d}{:5d} {:<20} {:<20}\n", type, 0, 0, 0, label,
                     TextField(unit, 20));
}

std::string HeadText(const ChannelHead& head, size_t count, const Uff58WriteSettings& settings) {
  std::string text = "    -1\n";
  if (settings.binary) {
    text += fmt::format("    58b{:6d}{:6d}{:12d}{:12d}{:6d}{:6d}{:12d}{:12d}\n",
                        settings.order == ByteOrder::kLittle ? 1 : 2, 2, 11, 8 * count, 0, 0, 0, 0);
  } else {
    text += "    58\n";
  }
  text += TextField(head.name, 80) + '\n';
  text += TextField(head.description, 80) + '\n';
  text += "NONE\nNONE\nNONE\n";
  constexpr int kTimeResponse = 1;
  text += fmt::format("{:5d}{:10d}{:5d}{:10d} {:<10}{:10d}{:4d} {:<10}{:10d}{:4d}\n", kTimeResponse,
                      0, 0, 0, "NONE", 0, 0, "NONE", 0, 0);
  constexpr int kRealDouble = 4, kEven = 1;
  text += fmt::format("{:10d}{:10d}{:10d}{:>13}{:>13}{:>13}\n", kRealDouble, count, kEven,
                      FormatWithin(head.start, 12), FormatWithin(1 / head.sample_rate, 12), "0.0");
  text += AxisRecord(17, "Time", "s");
  text += AxisRecord(0, "NONE", head.unit);
  text += AxisRecord(0, "NONE", "NONE");
  text += AxisRecord(0, "NONE", "NONE");
  return text;
}

}  // namespace

void WriteUff58(const std::string& path, const SignalSource& source,
                const Uff58WriteSettings& settings) {
  if (source.NumChannels() == 0) {
    throw InputError({{Severity::kError, Place{path}, "no channels to write", ""}});
  }
  OutputFile file(path);
  constexpr size_t kPiece = 4096;
  std::vector<double> samples(kPiece);
  std::vector<std::byte> bytes(8 * kPiece);
  for (size_t c = 0; c < source.NumChannels(); ++c) {
    const size_t length = source.Length(c);
    file.Write(HeadText(source.Head(c), length, settings));
    for (size_t first = 0; first < length; first += kPiece) {
      const size_t count = std::min(kPiece, length - first);
      source.Read(c, first, std::span(samples).first(count));
      if (settings.binary) {
        for (size_t i = 0; i < count; ++i) {
          StoreNumber(samples[i], settings.order, bytes.data() + 8 * i);
        }
        file.Write(std::span<const std::byte>(bytes).first(8 * count));
        continue;
      }
      std::string text;
      for (size_t i = 0; i < count; ++i) {
        text += fmt::format("{:20.12e}", samples[i]);
        if (i % 4 == 3 || first + i + 1 == length) text += '\n';
      }
      file.Write(text);
    }
    file.Write(settings.binary ? "\n    -1\n" : "    -1\n");
  }
  file.Commit();
}

}  // namespace jounce
