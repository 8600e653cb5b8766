// Damaged result files: refused, or read with the right numbers; never a crash, never a hang.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <random>

#include "base/error.h"
#include "io/result_file.h"
#include "io/result_seal.h"
#include "io/text_file.h"

namespace jounce {
namespace {

constexpr size_t kRows = 5000;
constexpr size_t kFrameRows = 20;  // from one frame to the next

double Value(size_t row, int channel) { return 0.25 * static_cast<double>(row) + 1e4 * channel; }

class ResultDamageTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() /
              ("jounce_damage_" + std::to_string(::getpid()) + "_" +
               ::testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(folder_);
    WriteTextFile(Path("model.yaml"), "bodies: {}\n");
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string Path(const char* name) const { return (folder_ / name).string(); }

  std::unique_ptr<ResultWriter> WriteRows() const {
    ResultLayout layout;
    layout.columns = {{"channels/b", "N", ""},
                      {"channels/a", "m", "a place"},
                      {"channels/c", "rad", ""},
                      {"modal/coordinates", "m", "", 2, ResultTable::kRows, {"arm:1", "arm:2"}},
                      {"motion/poses", "m", "", 7, ResultTable::kFrames, {"arm"}}};
    layout.rows = {kRows, kRows / kFrameRows, 0};
    layout.state_bytes = 1000;
    auto writer = std::make_unique<ResultWriter>(
        Path("run.h5"), layout, ResultOrigin{"jounce run", "0.1.0", {Path("model.yaml")}, {}},
        true);
    const std::vector<std::byte> state(1000, std::byte{42});
    for (size_t row = 0; row < kRows; ++row) {
      const double values[] = {Value(row, 1), Value(row, 2), Value(row, 3), Value(row, 4),
                               Value(row, 5)};
      writer->Append(1e-3 * static_cast<double>(row), values);
      if (row % kFrameRows == 0) {
        double pose[7];
        for (int i = 0; i < 7; ++i) pose[i] = Value(row, i);
        writer->Append(ResultTable::kFrames, 1e-3 * static_cast<double>(row), pose);
      }
      if (row % 1000 == 0) writer->SaveState(state);
    }
    writer->SetSummary("{\"status\": \"interrupted\"}");
    writer->KeepState(state);
    writer->Flush();
    return writer;
  }

  // Whether the file could be read; then all of it was right.
  static bool IsRead(const std::string& path) {
    try {
      const ResultReader reader(path);
      const std::vector<double> time = reader.ReadTime();
      const std::vector<double> columns[] = {reader.ReadChannel("b"), reader.ReadChannel("a"),
                                             reader.ReadChannel("c")};
      for (size_t row = 0; row < reader.rows(); ++row) {
        EXPECT_EQ(time[row], 1e-3 * static_cast<double>(row));
        for (int c = 0; c < 3; ++c) EXPECT_EQ(columns[c][row], Value(row, c + 1));
      }
      const std::vector<double> modal = reader.ReadColumn("modal/coordinates");
      for (size_t i = 0; i < modal.size(); ++i) {
        EXPECT_EQ(modal[i], Value(i / 2, 4 + static_cast<int>(i % 2)));
      }
      const std::vector<double> poses = reader.ReadColumn("motion/poses");
      for (size_t i = 0; i < poses.size(); ++i) {
        EXPECT_EQ(poses[i], Value(i / 7 * kFrameRows, static_cast<int>(i % 7)));
      }
      if (const auto state = reader.ReadState()) {
        EXPECT_EQ(state->bytes, std::vector<std::byte>(1000, std::byte{42}));
      }
      reader.ReadModel();
      reader.ReadInputs();
      reader.ReadSummary();
      return true;
    } catch (const FileError&) {
      return false;
    }
  }

  std::filesystem::path folder_;
};

// A few bytes changed, a block gone, a block of another place, an end cut off.
std::string Damaged(std::string bytes, std::mt19937* random) {
  const auto below = [&](size_t limit) {
    return std::uniform_int_distribution<size_t>(0, limit - 1)(*random);
  };
  const size_t length = 1 + below(600);
  const size_t at = below(bytes.size() - length);
  switch (below(4)) {
    case 0:
      for (int i = 0; i < 3; ++i) bytes[below(bytes.size())] ^= static_cast<char>(1 + below(255));
      break;
    case 1:
      bytes.replace(at, length, length, '\0');
      break;
    case 2:
      bytes.replace(at, length, bytes.substr(below(bytes.size() - length), length));
      break;
    default:
      bytes.resize(below(bytes.size()));
  }
  return bytes;
}

// Half of the damages to the first bytes, where most of the structure is.
void ExpectFoundOut(const std::string& whole, const std::string& path,
                    const std::function<bool(const std::string&)>& is_read) {
  std::mt19937 random(7);
  int refused = 0;
  for (int i = 0; i < 200; ++i) {
    const size_t front = i % 2 == 0 ? whole.size() : 16384;
    WriteTextFile(path, Damaged(whole.substr(0, front), &random) + whole.substr(front));
    if (!is_read(path)) ++refused;
  }
  EXPECT_GT(refused, 100);
}

TEST_F(ResultDamageTest, FinishedResultsAreRefusedOrRight) {
  const std::unique_ptr<ResultWriter> writer = WriteRows();
  const auto before = std::filesystem::file_size(Path("run.h5"));
  writer->Close();
  EXPECT_LT(std::filesystem::file_size(Path("run.h5")), before / 2) << "it is compressed";
  const std::string whole = ReadTextFile(Path("run.h5"));
  ASSERT_TRUE(whole.find("\nsealed ") < 100) << "the structure is sealed";
  ASSERT_TRUE(IsRead(Path("run.h5")));
  ExpectFoundOut(whole, Path("damaged.h5"), &IsRead);
}

// As a killed run leaves it.
TEST_F(ResultDamageTest, UnfinishedResultsAreRefusedOrRight) {
  const std::unique_ptr<ResultWriter> writer = WriteRows();
  const std::string whole = ReadTextFile(Path("run.h5"));
  ASSERT_TRUE(whole.find("\nsealed ") < 100) << "the structure is sealed";
  ASSERT_TRUE(IsRead(Path("run.h5"))) << "while it is written";
  ExpectFoundOut(whole, Path("damaged.h5"), &IsRead);
}

// Every byte of the numbers counts: the one changed is found out.
TEST_F(ResultDamageTest, NumbersHaveChecksums) {
  const std::unique_ptr<ResultWriter> writer = WriteRows();  // not yet compressed
  std::string bytes = ReadTextFile(Path("run.h5"));
  const double value = Value(4321, 2);
  const size_t at = bytes.find(std::string(reinterpret_cast<const char*>(&value), sizeof value));
  ASSERT_NE(at, std::string::npos);
  bytes[at + 7] ^= 1;
  WriteTextFile(Path("copy.h5"), bytes);
  const ResultReader reader(Path("copy.h5"));
  EXPECT_EQ(reader.ReadChannel("b")[4321], Value(4321, 1)) << "others are not harmed";
  EXPECT_THROW(reader.ReadChannel("a"), FileError);
  double part[2];
  EXPECT_THROW(reader.ReadChannelPart("a", 10, part), FileError) << "also where it is right";
}

// The sums by hand: (s ^ v) * odd, folded.
TEST(ResultSealTest, ChecksumsAreCarriedOn) {
  const double values[] = {1.5, -2, 0};
  uint64_t sum = kChecksumStart;
  for (const uint64_t bits :
       {uint64_t{0x3ff8000000000000}, uint64_t{0xc000000000000000}, uint64_t{0}}) {
    sum = (sum ^ bits) * 0x9e3779b97f4a7c15u;
    sum ^= sum >> 32;
  }
  EXPECT_EQ(CarryChecksum(kChecksumStart, values), sum);
  const std::span<const double> all(values);
  EXPECT_EQ(CarryChecksum(CarryChecksum(kChecksumStart, all.first(1)), all.subspan(1)), sum);
}

}  // namespace
}  // namespace jounce
