// The numbers of a Gmsh file one after the other, whether it is text or binary.
//
// A binary file is text but for the content of some sections: 4-byte integers, sizes of 8 bytes and
// 8-byte reals in the byte order of the machine that wrote it, which the integer 1 after the format
// line tells.
#ifndef JOUNCE_FLEX_GMSH_SOURCE_H_
#define JOUNCE_FLEX_GMSH_SOURCE_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace jounce::flex {

// What cannot be read; whoever knows the file makes a diagnostic of it.
struct MalformedGmsh {
  std::string message;
};

class GmshSource {
 public:
  explicit GmshSource(std::string_view text) : text_(text) {}

  bool AtEnd() const { return at_ >= text_.size(); }
  // Of what was read last; 0 in a binary file, which has no lines.
  int line() const { return binary_ ? 0 : line_; }
  size_t byte() const { return at_; }
  bool binary() const { return binary_; }

  // Text, in any file.
  std::string_view Word();
  std::string_view RestOfLine();
  long TextInteger();
  double TextReal();
  // Reads the mark of the byte order; numbers are binary from here on.
  void BeginBinary();
  // Content that is binary begins after the end of the line.
  void SkipLineEnd();

  // Numbers as the file has them. An integer has 4 bytes in a binary file, a size 8.
  int Integer();
  long Size();
  double Real();
  // Sizes and integers that count something.
  int Count();
  int IntegerCount();

 private:
  template <class Value>
  Value Bytes();

  std::string_view text_;
  size_t at_ = 0;
  int line_ = 1;
  bool binary_ = false;
  bool swapped_ = false;
};

}  // namespace jounce::flex

#endif  // JOUNCE_FLEX_GMSH_SOURCE_H_
