#include "signals/byte_source.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/error.h"
#include "signals/byte_order.h"
#include "signals/signal_testing.h"

namespace jounce {
namespace {

TEST(ByteSourceTest, ReadsPiecesOfAFile) {
  const std::string path = testing::TemporaryPath("bytes");
  std::ofstream(path) << "0123456789";
  const auto file = OpenFile(path);
  EXPECT_EQ(file->size(), 10u);
  EXPECT_EQ(file->ReadText(), "0123456789");
  std::string piece(3, ' ');
  file->ReadAt(7, std::as_writable_bytes(std::span(piece)));
  EXPECT_EQ(piece, "789");
  EXPECT_THROW(file->ReadAt(8, std::as_writable_bytes(std::span(piece))), FileError);
}

TEST(ByteSourceTest, MemoryEndsWhereItEnds) {
  const auto memory = TextInMemory("memory", "abc");
  std::string piece(2, ' ');
  memory->ReadAt(1, std::as_writable_bytes(std::span(piece)));
  EXPECT_EQ(piece, "bc");
  EXPECT_THROW(memory->ReadAt(2, std::as_writable_bytes(std::span(piece))), FileError);
  EXPECT_THROW(memory->ReadAt(~0ull, std::as_writable_bytes(std::span(piece))), FileError);
}

TEST(ByteSourceTest, SaysWhyAFileCannotBeOpened) {
  try {
    OpenFile("/no/such/file.rsp");
    FAIL() << "opened";
  } catch (const FileError& error) {
    EXPECT_EQ(std::string(error.what()), "/no/such/file.rsp: No such file or directory");
  }
  EXPECT_THROW(OpenFile(::testing::TempDir()), FileError);
}

TEST(ByteOrderTest, BothOrdersRoundTrip) {
  std::byte bytes[4];
  StoreNumber<int32_t>(0x01020304, ByteOrder::kBig, bytes);
  EXPECT_EQ(std::to_integer<int>(bytes[0]), 1);
  EXPECT_EQ(LoadNumber<int32_t>(bytes, ByteOrder::kBig), 0x01020304);
  EXPECT_EQ(LoadNumber<int32_t>(bytes, ByteOrder::kLittle), 0x04030201);
  double value = 0;
  StoreNumber<int16_t>(-3, ByteOrder::kBig, bytes);
  DecodeScaled<int16_t>(bytes, ByteOrder::kBig, 0.5, std::span(&value, 1));
  EXPECT_EQ(value, -1.5);
}

}  // namespace
}  // namespace jounce
