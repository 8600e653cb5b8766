#include "io/parsed_files.h"

#include <gtest/gtest.h>

namespace jounce {
namespace {

// The same text gives the same tree with its places, another text of the same name another one, and
// complaints are made each time.
TEST(ParsedFiles, SayWhatTheTextSays) {
  ParsedFiles files;
  Diagnostics diagnostics;
  for (const std::string text : {"a: 1\nb: [2, 3]\n", "a: 1\nb: [2, 3]\n", "a: 4\n", "a: 1\n"}) {
    const YamlNode tree = files.Parse(text, "file.yaml", &diagnostics);
    const YamlNode expected = ParseYaml(text, "file.yaml", &diagnostics);
    EXPECT_TRUE(SameContent(tree, expected)) << text;
    EXPECT_EQ(tree.Find("a")->place.ToString(), expected.Find("a")->place.ToString());
  }
  EXPECT_EQ(files.Parse("a: 1\n", "other.yaml", &diagnostics).place.file, "other.yaml");
  EXPECT_TRUE(diagnostics.all().empty());
  for (size_t complaints : {1u, 2u}) {
    files.Parse("a: 1\na: 2\n", "file.yaml", &diagnostics);
    EXPECT_EQ(diagnostics.all().size(), complaints);
  }
}

}  // namespace
}  // namespace jounce
