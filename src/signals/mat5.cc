#include "signals/mat5.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <span>

#include "base/error.h"
#include "signals/byte_order.h"
#include "signals/number_text.h"

namespace jounce {
namespace {

constexpr size_t kHead = 128;
constexpr int kDeepest = 16;  // structures within structures

// Numbers of the format: types of elements, classes of arrays.
enum Type : uint32_t {
  kInt8 = 1,
  kUint8 = 2,
  kInt16 = 3,
  kUint16 = 4,
  kInt32 = 5,
  kUint32 = 6,
  kSingle = 7,
  kDouble = 9,
  kInt64 = 12,
  kUint64 = 13,
  kMatrix = 14,
  kCompressed = 15,
  kUtf8 = 16,
  kUtf16 = 17
};
enum Class : uint32_t {
  kCell = 1,
  kStruct = 2,
  kChar = 4,
  kSparse = 5,
  kFirstNumeric = 6,
  kLastNumeric = 15
};

using Bytes = std::span<const std::byte>;

// What we do not read, in words; empty for what we do.
std::string OtherKind(uint32_t array_class, bool is_complex, std::span<const double> dims) {
  if (array_class == kCell) return "a cell array";
  if (array_class == kSparse) return "sparse";
  const bool is_numeric = array_class >= kFirstNumeric && array_class <= kLastNumeric;
  if (!is_numeric && array_class != kChar && array_class != kStruct) return "an object";
  if (is_complex) return "complex";
  if (dims.size() != 2) return fmt::format("of {} dimensions", dims.size());
  if (array_class == kStruct && (dims[0] != 1 || dims[1] != 1)) return "an array of structures";
  return "";
}

struct DataElement {
  uint32_t type = 0;
  Bytes data;
};

// Takes elements from the front of a piece of memory.
class Parser {
 public:
  Parser(const std::string& path, ByteOrder order, Bytes bytes)
      : path_(path), order_(order), rest_(bytes) {}

  bool AtEnd() const { return rest_.empty(); }

  [[noreturn]] void Fail(const std::string& reason) const { throw FileError(path_, reason); }

  DataElement Next() {
    if (rest_.size() < 8) Fail("the file ends within a variable");
    const auto word = LoadNumber<uint32_t>(rest_.data(), order_);
    DataElement element;
    if (word >> 16) {  // up to four bytes of data in the tag itself
      const size_t size = word >> 16;
      if (size > 4) Fail(fmt::format("a short element claims {} bytes", size));
      element = {word & 0xffff, rest_.subspan(4, size)};
      rest_ = rest_.subspan(8);
      return element;
    }
    const size_t size = LoadNumber<uint32_t>(rest_.data() + 4, order_);
    rest_ = rest_.subspan(8);
    if (size > rest_.size()) {
      Fail(fmt::format("a variable claims {} bytes, {} are left", size, rest_.size()));
    }
    element = {word, rest_.first(size)};
    // Elements are padded to eight bytes, compressed ones are not; the last padding may be missing.
    const size_t padded = word == kCompressed ? size : (size + 7) / 8 * 8;
    rest_ = rest_.subspan(std::min(padded, rest_.size()));
    return element;
  }

  // The contents of a matrix element.
  MatlabVariable Variable(Bytes matrix, int depth) const {
    Parser parts(path_, order_, matrix);
    MatlabVariable variable;
    if (matrix.empty()) return variable;  // an empty field
    const Bytes flags = parts.Next().data;
    if (flags.size() < 4) Fail("a variable without flags");
    const auto flag_word = LoadNumber<uint32_t>(flags.data(), order_);
    const uint32_t array_class = flag_word & 0xff;
    const bool is_complex = flag_word & 0x800;
    const std::vector<double> dims = Numbers(parts.Next());
    const std::string name = Text(parts.Next());
    variable.name = name;
    variable.other = OtherKind(array_class, is_complex, dims);
    if (!variable.other.empty()) return variable;
    const auto is_size = [](double size) { return size >= 0 && size < 1e15; };
    if (!is_size(dims[0]) || !is_size(dims[1])) {
      Fail(fmt::format("variable '{}' has the size {} x {}", name, dims[0], dims[1]));
    }
    variable.rows = static_cast<size_t>(dims[0]);
    variable.columns = static_cast<size_t>(dims[1]);
    if (array_class == kStruct) {
      parts.Fields(&variable, depth);
    } else if (array_class == kChar) {
      variable.kind = MatlabVariable::Kind::kText;
      if (!parts.AtEnd()) variable.text = Text(parts.Next());
    } else {
      variable.kind = MatlabVariable::Kind::kNumbers;
      if (!parts.AtEnd()) variable.numbers = Numbers(parts.Next());
      if (static_cast<double>(variable.numbers.size()) != dims[0] * dims[1]) {
        Fail(fmt::format("variable '{}' claims {} x {} numbers and has {}", name, dims[0], dims[1],
                         variable.numbers.size()));
      }
    }
    return variable;
  }

 private:
  template <typename Number>
  std::vector<double> Decode(Bytes data) const {
    std::vector<double> values(data.size() / sizeof(Number));
    DecodeScaled<Number>(data.data(), order_, 1, values);
    return values;
  }

  std::vector<double> Numbers(const DataElement& element) const {
    switch (element.type) {
      case kInt8:
        return Decode<int8_t>(element.data);
      case kUint8:
        return Decode<uint8_t>(element.data);
      case kInt16:
        return Decode<int16_t>(element.data);
      case kUint16:
        return Decode<uint16_t>(element.data);
      case kInt32:
        return Decode<int32_t>(element.data);
      case kUint32:
        return Decode<uint32_t>(element.data);
      case kSingle:
        return Decode<float>(element.data);
      case kDouble:
        return Decode<double>(element.data);
      case kInt64:
        return Decode<int64_t>(element.data);
      case kUint64:
        return Decode<uint64_t>(element.data);
      default:
        Fail(fmt::format("numbers of the unknown type {}", element.type));
    }
  }

  // Names and units; what is not ASCII becomes a question mark unless the file has it as UTF-8.
  std::string Text(const DataElement& element) const {
    std::string text;
    if (element.type == kUint16 || element.type == kUtf16) {
      for (size_t i = 0; i + 1 < element.data.size(); i += 2) {
        const auto letter = LoadNumber<uint16_t>(element.data.data() + i, order_);
        text += letter < 128 ? static_cast<char>(letter) : '?';
      }
      return text;
    }
    for (const std::byte byte : element.data) text += static_cast<char>(byte);
    return text;
  }

  void Fields(MatlabVariable* variable, int depth) {
    if (depth >= kDeepest) Fail("structures are nested too deeply");
    variable->kind = MatlabVariable::Kind::kStructure;
    const std::vector<double> lengths = Numbers(Next());
    const std::string names = Text(Next());
    // The format allows 64 characters; more is damage.
    if (lengths.empty() || !(lengths[0] >= 1 && lengths[0] <= 1024)) {
      Fail("field names of a structure are damaged");
    }
    const auto length = static_cast<size_t>(lengths[0]);
    if (names.size() % length != 0) Fail("field names of a structure are damaged");
    for (size_t f = 0; f < names.size() / length; ++f) {
      const DataElement element = Next();
      if (element.type != kMatrix) Fail("a field of a structure is no variable");
      MatlabVariable field = Variable(element.data, depth + 1);
      const std::string padded = names.substr(f * length, length);
      field.name = padded.substr(0, padded.find('\0'));
      variable->fields.push_back(std::move(field));
    }
  }

  const std::string& path_;
  ByteOrder order_;
  Bytes rest_;
};

// Unpacks as much as comes; memory grows with what is there, not with what is claimed.
std::vector<std::byte> Inflate(const std::string& path, Bytes packed) {
  z_stream stream = {};
  if (inflateInit(&stream) != Z_OK) throw FileError(path, "cannot unpack a variable");
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  std::vector<std::byte> unpacked;
  std::vector<std::byte> piece(1 << 16);
  int status = Z_OK;
  while (status == Z_OK) {
    stream.next_out = reinterpret_cast<Bytef*>(piece.data());
    stream.avail_out = static_cast<uInt>(piece.size());
    status = inflate(&stream, Z_NO_FLUSH);
    const auto got = static_cast<std::ptrdiff_t>(piece.size() - stream.avail_out);
    unpacked.insert(unpacked.end(), piece.begin(), piece.begin() + got);
    if (status == Z_OK && got == 0) break;
  }
  inflateEnd(&stream);
  if (status != Z_STREAM_END) throw FileError(path, "a packed variable is damaged");
  return unpacked;
}

ByteOrder CheckHead(const ByteSource& file, Bytes head) {
  const bool little = head[126] == std::byte{'I'} && head[127] == std::byte{'M'};
  const bool big = head[126] == std::byte{'M'} && head[127] == std::byte{'I'};
  if (!little && !big) throw FileError(file.name(), "not a MATLAB file of version 5");
  const ByteOrder order = little ? ByteOrder::kLittle : ByteOrder::kBig;
  const auto version = LoadNumber<uint16_t>(head.data() + 124, order);
  if (version == 0x0200)
    throw FileError(file.name(), "a MATLAB file of version 7.3; save it with -v7");
  if (version != 0x0100) throw FileError(file.name(), "not a MATLAB file of version 5");
  return order;
}

void AppendElement(uint32_t type, std::string_view data, std::string* bytes) {
  std::byte tag[8];
  StoreNumber(type, ByteOrder::kLittle, tag);
  StoreNumber(static_cast<uint32_t>(data.size()), ByteOrder::kLittle, tag + 4);
  bytes->append(reinterpret_cast<const char*>(tag), 8);
  bytes->append(data);
  bytes->resize((bytes->size() + 7) / 8 * 8, '\0');
}

template <typename Number>
std::string Encode(std::span<const Number> numbers) {
  std::string bytes(numbers.size() * sizeof(Number), '\0');
  for (size_t i = 0; i < numbers.size(); ++i) {
    StoreNumber(numbers[i], ByteOrder::kLittle,
                reinterpret_cast<std::byte*>(bytes.data()) + i * sizeof(Number));
  }
  return bytes;
}

std::string EncodeWords(std::initializer_list<int32_t> words) {
  return Encode(std::span<const int32_t>(words.begin(), words.size()));
}

// The parts of a matrix element; `name` is empty for fields.
std::string MatrixParts(const MatlabVariable& variable, const std::string& name) {
  constexpr int kDoubleClass = 6;
  const auto rows = static_cast<int32_t>(variable.rows);
  const auto columns = static_cast<int32_t>(variable.columns);
  std::string parts;
  const auto begin = [&](int array_class, int32_t m, int32_t n) {
    AppendElement(kUint32, EncodeWords({array_class, 0}), &parts);
    AppendElement(kInt32, EncodeWords({m, n}), &parts);
    AppendElement(kInt8, name, &parts);
  };
  if (variable.kind == MatlabVariable::Kind::kText) {
    const auto length = static_cast<int32_t>(variable.text.size());
    begin(kChar, length > 0 ? 1 : 0, length);
    AppendElement(kUtf8, variable.text, &parts);
  } else if (variable.kind == MatlabVariable::Kind::kStructure) {
    constexpr size_t kNameLength = 32;
    begin(kStruct, 1, 1);
    // The length of the names is the one element that must be short.
    parts += Encode(std::span<const uint32_t>(
        std::initializer_list<uint32_t>{kInt32 | 4u << 16, static_cast<uint32_t>(kNameLength)}));
    std::string names;
    for (const MatlabVariable& field : variable.fields) {
      names += field.name.substr(0, kNameLength - 1);
      names.resize((names.size() / kNameLength + 1) * kNameLength, '\0');
    }
    AppendElement(kInt8, names, &parts);
    for (const MatlabVariable& field : variable.fields) {
      AppendElement(kMatrix, MatrixParts(field, ""), &parts);
    }
  } else {
    begin(kDoubleClass, rows, columns);
    AppendElement(kDouble, Encode(std::span<const double>(variable.numbers)), &parts);
  }
  return parts;
}

}  // namespace

std::vector<MatlabVariable> ReadMat5(const ByteSource& file) {
  if (file.size() < kHead) throw FileError(file.name(), "too short for a MATLAB file");
  std::vector<std::byte> bytes(file.size());
  file.ReadAt(0, bytes);
  const ByteOrder order = CheckHead(file, bytes);
  std::vector<MatlabVariable> variables;
  Parser parser(file.name(), order, Bytes(bytes).subspan(kHead));
  while (!parser.AtEnd()) {
    const DataElement element = parser.Next();
    if (element.type == kMatrix) {
      variables.push_back(parser.Variable(element.data, 0));
    } else if (element.type == kCompressed) {
      const std::vector<std::byte> unpacked = Inflate(file.name(), element.data);
      Parser inner(file.name(), order, unpacked);
      const DataElement matrix = inner.Next();
      if (matrix.type == kMatrix) variables.push_back(inner.Variable(matrix.data, 0));
    } else {
      parser.Fail(fmt::format("an element of type {} where a variable begins", element.type));
    }
  }
  return variables;
}

std::string Mat5Head() {
  std::string head = "MATLAB 5.0 MAT-file, written by Jounce";
  head.resize(kHead - 4, ' ');
  // No subsystem data, version 1, byte order.
  std::fill_n(head.begin() + 116, 8, '\0');
  head += std::string("\0\1IM", 4);
  return head;
}

std::string Mat5Bytes(const MatlabVariable& variable) {
  std::string bytes;
  AppendElement(kMatrix, MatrixParts(variable, variable.name), &bytes);
  return bytes;
}

}  // namespace jounce
