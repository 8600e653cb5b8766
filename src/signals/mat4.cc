#include "signals/mat4.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/error.h"
#include "signals/byte_order.h"

namespace jounce {
namespace {

constexpr uint64_t kMat4Head = 20;
constexpr int kLongestName = 1024;  // MATLAB itself ends at 63; more than this is damage

// The decimal digits of the type, MOPT: M the machine, O always 0, P the precision, T the kind.
struct Mat4Head {
  ByteOrder order = ByteOrder::kLittle;
  int machine = 0;    // 0: IEEE, low byte first; 1: IEEE, high byte first; others: VAX, Cray
  int zero = 0;       // the digit that is always 0
  int precision = 0;  // 0: double, 1: single, 2: int32, 3: int16, 4: uint16, 5: uint8
  int kind = 0;       // 0: full, 1: text, 2: sparse
  int32_t rows = 0;
  int32_t columns = 0;
  int32_t imaginary = 0;    // 1: imaginary parts follow the real ones
  int32_t name_length = 0;  // with the zero that ends it
};

Mat4Head LoadHead(const ByteSource& file, uint64_t offset) {
  std::byte bytes[kMat4Head];
  file.ReadAt(offset, bytes);
  Mat4Head head;
  const auto word = [&](int i) { return LoadNumber<int32_t>(bytes + 4 * i, head.order); };
  // Four digits in the wrong order of bytes are a number of more.
  if (word(0) < 0 || word(0) > 9999) head.order = ByteOrder::kBig;
  const int32_t type = word(0);
  head.machine = type / 1000;
  head.zero = type / 100 % 10;
  head.precision = type / 10 % 10;
  head.kind = type % 10;
  head.rows = word(1);
  head.columns = word(2);
  head.imaginary = word(3);
  head.name_length = word(4);
  return head;
}

// What is wrong with the head; empty where nothing is.
std::string ProblemOf(const Mat4Head& head) {
  const int machine = head.order == ByteOrder::kLittle ? 0 : 1;
  if (head.machine >= 2 && head.machine <= 4) {
    return "a MATLAB file of version 4 with numbers of a VAX or Cray";
  }
  if (head.machine != machine || head.zero != 0 || head.precision < 0 || head.precision > 5 ||
      head.kind < 0 || head.kind > 2) {
    return "a matrix is of an unknown type";
  }
  if (head.rows < 0 || head.columns < 0) {
    return fmt::format("a matrix has the size {} x {}", head.rows, head.columns);
  }
  if (head.imaginary != 0 && head.imaginary != 1) return "a matrix is neither real nor complex";
  if (head.name_length < 1 || head.name_length > kLongestName) {
    return fmt::format("a name claims {} characters", head.name_length);
  }
  return "";
}

// With its last character, which is zero.
std::string LoadName(const ByteSource& file, uint64_t offset, const Mat4Head& head) {
  std::string name(static_cast<size_t>(head.name_length), '\0');
  file.ReadAt(offset + kMat4Head, std::as_writable_bytes(std::span(name)));
  return name;
}

uint64_t NumberSize(int precision) {
  constexpr uint64_t kSizes[] = {8, 4, 4, 2, 2, 1};
  return kSizes[precision];
}

std::vector<double> LoadNumbers(const ByteSource& file, uint64_t offset, const Mat4Head& head) {
  const auto count = static_cast<size_t>(head.rows) * static_cast<size_t>(head.columns);
  std::vector<std::byte> bytes(count * NumberSize(head.precision));
  file.ReadAt(offset, bytes);
  std::vector<double> numbers(count);
  const auto decode = [&]<typename Number>(Number) {
    DecodeScaled<Number>(bytes.data(), head.order, 1, numbers);
  };
  switch (head.precision) {
    case 0:
      decode(double());
      break;
    case 1:
      decode(float());
      break;
    case 2:
      decode(int32_t());
      break;
    case 3:
      decode(int16_t());
      break;
    case 4:
      decode(uint16_t());
      break;
    default:
      decode(uint8_t());
  }
  return numbers;
}

// The matrix at `*offset`, which moves behind it.
MatlabVariable LoadMatrix(const ByteSource& file, uint64_t* offset) {
  const auto left = [&] { return file.size() - *offset; };
  if (left() < kMat4Head) throw FileError(file.name(), "the file ends within a matrix");
  const Mat4Head head = LoadHead(file, *offset);
  if (const std::string problem = ProblemOf(head); !problem.empty()) {
    throw FileError(file.name(), problem);
  }
  const std::string padded = LoadName(file, *offset, head);
  *offset += kMat4Head + padded.size();
  MatlabVariable variable;
  variable.name = padded.substr(0, padded.find('\0'));
  variable.rows = static_cast<size_t>(head.rows);
  variable.columns = static_cast<size_t>(head.columns);
  const uint64_t count = uint64_t{variable.rows} * variable.columns;
  const uint64_t size = NumberSize(head.precision) * (head.imaginary ? 2 : 1);
  if (count > left() / size) {
    throw FileError(file.name(), fmt::format("variable '{}' claims {} x {} numbers, {} bytes are "
                                             "left",
                                             variable.name, head.rows, head.columns, left()));
  }
  if (head.kind == 1) {
    variable.kind = MatlabVariable::Kind::kText;  // its letters are of no use: no units here
  } else if (head.kind == 2) {
    variable.other = "sparse";
  } else if (head.imaginary) {
    variable.other = "complex";
  } else {
    variable.kind = MatlabVariable::Kind::kNumbers;
    variable.numbers = LoadNumbers(file, *offset, head);
  }
  *offset += count * size;
  return variable;
}

}  // namespace

bool LooksLikeMat4(const ByteSource& file) {
  if (file.size() < kMat4Head) return false;
  const Mat4Head head = LoadHead(file, 0);
  if (!ProblemOf(head).empty()) return false;
  if (static_cast<uint64_t>(head.name_length) > file.size() - kMat4Head) return false;
  const std::string name = LoadName(file, 0, head);
  const auto is_letter = [](unsigned char c) { return std::isalnum(c) || c == '_'; };
  return name.size() > 1 && name.back() == '\0' &&
         std::all_of(name.begin(), name.end() - 1, is_letter);
}

std::vector<MatlabVariable> ReadMat4(const ByteSource& file) {
  std::vector<MatlabVariable> variables;
  for (uint64_t offset = 0; offset < file.size();) {
    variables.push_back(LoadMatrix(file, &offset));
  }
  return variables;
}

}  // namespace jounce
