#include "io/text_table.h"

#include <gtest/gtest.h>

#include <string>

namespace jounce {
namespace {

class TextTableTest : public ::testing::Test {
 protected:
  TextTable Parse(const std::string& text) { return ParseTextTable(text, "t.csv", &diagnostics_); }
  std::string Errors() const {
    std::string text;
    for (const Diagnostic& diagnostic : diagnostics_.all()) text += diagnostic.ToString() + "\n";
    return text;
  }
  bool Says(const std::string& part) const { return Errors().find(part) != std::string::npos; }

  Diagnostics diagnostics_;
};

// Quotes, a byte order mark, ends of lines as Windows writes them, comments.
TEST_F(TextTableTest, ReadsWhatSpreadsheetsWrite) {
  const TextTable table = Parse(
      "\xEF\xBB\xBFmass [kg],name,\"note\"\r\n"
      "# a comment\r\n"
      "\r\n"
      "3.5, f-lca ,\"steel, \"\"forged\"\"\"\r\n"
      ",r_lca,\r\n");
  EXPECT_EQ(Errors(), "");
  ASSERT_EQ(table.columns.size(), 2u);
  EXPECT_EQ(table.columns[0].name, "mass");
  EXPECT_EQ(table.columns[0].unit, "kg");
  EXPECT_EQ(table.Find("note"), 1);
  EXPECT_EQ(table.Find("name"), -1);
  ASSERT_EQ(table.rows.size(), 2u);
  EXPECT_EQ(table.rows[0].name, "f-lca");
  EXPECT_EQ(table.rows[0].cells, (std::vector<std::string>{"3.5", "steel, \"forged\""}));
  EXPECT_EQ(table.rows[0].place.line, 4);
  EXPECT_EQ(table.rows[1].cells, (std::vector<std::string>{"", ""}));
}

TEST_F(TextTableTest, AllMistakesAreReportedWithTheirLines) {
  const TextTable table = Parse(
      "name,mass [kg],length\n"
      "a,1,2\n"
      "b,1\n"
      "c,1,2,3\n"
      "a,4,5\n"
      "my arm,1,2\n"
      "d,\"1,2\n"
      "e,\"1\"x,2\n"
      "f,7,8\n");
  EXPECT_EQ(table.rows.size(), 2u);
  EXPECT_TRUE(Says("t.csv:3: error: this row has 2 cells, the heads are 3")) << Errors();
  EXPECT_TRUE(Says("t.csv:4: error: this row has 4 cells"));
  EXPECT_TRUE(
      Says("t.csv:5: error: the row 'a' stands here a second time (the first is in line 2"));
  EXPECT_TRUE(Says("t.csv:6: error: 'my arm' cannot be the name of a row"));
  EXPECT_TRUE(Says("t.csv:7: error: a quoted cell does not end"));
  EXPECT_TRUE(Says("t.csv:8: error: a quoted cell does not end"));
}

TEST_F(TextTableTest, WrongHeads) {
  Parse("part,mass\na,1\n");
  EXPECT_TRUE(Says("t.csv:1: error: the table has no column 'name'")) << Errors();
  Parse("# nothing\n");
  EXPECT_TRUE(Says("no line of heads"));
  Parse("name,mass [kilo],mass,name,my mass\n");
  EXPECT_TRUE(Says("column 'mass': 'kilo' is not a known unit"));
  EXPECT_TRUE(Says("the column 'mass' stands here a second time"));
  EXPECT_TRUE(Says("the column 'name' stands here a second time"));
  EXPECT_TRUE(Says("'my mass' cannot be the name of a column"));
}

TEST_F(TextTableTest, HugeTablesAreRefused) {
  std::string text = "name,a\n";
  for (int i = 0; i < 110'000; ++i) text += "r" + std::to_string(i) + ",1\n";
  Parse(text);
  EXPECT_TRUE(Says("more than 200000 cells")) << Errors();
}

}  // namespace
}  // namespace jounce
