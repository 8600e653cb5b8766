// What files in files become; through Document, which resolves them.
#include "io/yaml_merge.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "io/document.h"
#include "io/text_file.h"

namespace jounce {
namespace {

class YamlMergeTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() /
              ("jounce_yaml_merge_" + std::to_string(::getpid()) + "_" +
               ::testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  void Write(const std::string& name, const std::string& text) {
    WriteTextFile((folder_ / name).string(), text);
  }
  YamlNode Root(const std::string& text) {
    return Document::Parse(text, (folder_ / "main.yaml").string(), {}, &diagnostics_).root();
  }
  static std::string Shown(const YamlNode& node) {
    std::string text = node.text;
    for (const YamlNode& item : node.items) text += "[" + Shown(item) + "]";
    for (const auto& entry : node.entries) text += entry.key + ":" + Shown(entry.value) + " ";
    return text;
  }
  std::string Errors() const {
    std::string text;
    for (const Diagnostic& diagnostic : diagnostics_.all()) text += diagnostic.ToString() + "\n";
    return text;
  }
  bool Says(const std::string& part) const { return Errors().find(part) != std::string::npos; }

  std::filesystem::path folder_;
  Diagnostics diagnostics_;
};

TEST_F(YamlMergeTest, AListReplacesTheIncludedOne) {
  Write("spring.yaml", "law: {points: [1, 2], preload: 3}\n");
  EXPECT_EQ(Shown(Root("include: spring.yaml\nlaw: {points: [7]}\n")),
            "law:points:[7] preload:3  ");
  EXPECT_EQ(Errors(), "");
}

TEST_F(YamlMergeTest, AppendAddsToTheIncludedList) {
  Write("spring.yaml", "law: {points: [1, 2]}\n");
  Write("longer.yaml", "include: spring.yaml\nlaw: {append: {points: [3]}}\n");
  EXPECT_EQ(Shown(Root("include: longer.yaml\nlaw: {append: {points: [4, 5]}}\n")),
            "law:points:[1][2][3][4][5]  ");
  EXPECT_EQ(Shown(Root("include: longer.yaml\nlaw: {points: [9]}\n")), "law:points:[9]  ");
  EXPECT_EQ(Shown(Root("tags: [a]\nvariants: {v: {one: {append: {tags: [b]}}}}\n")),
            "tags:[a][b] ");
  EXPECT_EQ(Errors(), "");
}

TEST_F(YamlMergeTest, AppendNeedsAList) {
  Root("law: {append: {points: [1]}}\nb: {append: 3}\nc: {d: [1], append: {d: 2}}\n");
  EXPECT_TRUE(Says("main.yaml:1:16: error: there is no list 'points' to append to")) << Errors();
  EXPECT_TRUE(Says("main.yaml:2:13: error: append should map keys to lists, not '3'"));
  EXPECT_TRUE(Says("append: a list is expected, not '2'"));
}

TEST_F(YamlMergeTest, NamesOfTwoIncludedFilesMustNotClash) {
  Write("a.yaml", "bodies: {arm: {mass: 1}, hub: {mass: 2}}\nname: a\n");
  Write("b.yaml", "bodies: {arm: {mass: 1, centre: [0, 0, 1]}, wheel: {mass: 3}}\nname: b\n");
  Root("include: [a.yaml, b.yaml]\nname: car\n");
  EXPECT_EQ(diagnostics_.all().size(), 1u) << Errors();
  EXPECT_TRUE(Says("b.yaml:1:10: error: 'arm' is not the same in two files that are included"));
  EXPECT_TRUE(Says("a.yaml:1:15"));  // both places
}

TEST_F(YamlMergeTest, TheIncludingFileDecides) {
  Write("a.yaml", "bodies: {arm: {mass: 1}, hub: {mass: 2}}\n");
  Write("b.yaml", "bodies: {arm: {mass: 5}, wheel: {mass: 3}, hub: {mass: 2}}\n");
  EXPECT_EQ(Shown(Root("include: [a.yaml, b.yaml]\nbodies: {arm: {mass: 9}}\n")),
            "bodies:arm:mass:9  hub:mass:2  wheel:mass:3   ");
  EXPECT_EQ(Errors(), "");
  Root("include: [a.yaml, b.yaml]\nbodies: {arm: {centre: 9}}\n");  // the mass is still open
  EXPECT_TRUE(Says("b.yaml:1:16: error: 'mass' is not the same")) << Errors();
}

// The same words mean something else in another unit.
TEST_F(YamlMergeTest, EqualTextInOtherUnitsIsNotTheSame) {
  Write("a.yaml", "units: {length: mm}\nbodies: {arm: {position: [1, 2, 3]}}\n");
  Write("b.yaml", "bodies: {arm: {position: [1, 2, 3]}}\n");
  Root("include: [a.yaml, b.yaml]\n");
  EXPECT_TRUE(Says("'arm' is not the same")) << Errors();
}

TEST_F(YamlMergeTest, KeysCanBeMadeOfParameters) {
  EXPECT_EQ(Shown(Root("parameters: {side: left, n: 2}\n"
                       "bodies: {'arm_${side}_${n}': {mass: 1}}\n")),
            "bodies:arm_left_2:mass:1   ");
  EXPECT_EQ(Errors(), "");
  Root(
      "parameters: {r: 2.5, '${q}': 1}\npoints: {p: [1, 2, 3]}\n"
      "bodies: {'a${r}': {}, 'b${p}': {}, 'c${s}': {}, 'd${1+1}': {}, d2: {}}\n");
  EXPECT_TRUE(Says("main.yaml:3:10: error: the key 'a${r}': 'r' is neither a text nor a whole"))
      << Errors();
  EXPECT_TRUE(Says("the key 'b${p}': a number is needed here, not a vector"));
  EXPECT_TRUE(Says("the key 'c${s}': in the expression 's'"));
  EXPECT_TRUE(Says("the key 'd${1+1}': there is a key 'd2' already"));
  EXPECT_TRUE(Says("main.yaml:1:22: error: the name '${q}' cannot be a formula"));
}

TEST_F(YamlMergeTest, IncludesCannotUseParameters) {
  Root("parameters: {side: left}\ninclude: arm_${side}.yaml\n");
  EXPECT_TRUE(Says("main.yaml:2:10: error: include cannot use parameters")) << Errors();
}

}  // namespace
}  // namespace jounce
