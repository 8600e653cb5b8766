#include "io/sheet_file.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <vector>

#include "base/error.h"
#include "io/text_file.h"

namespace jounce {
namespace {

// Python's own reader of zip files checks sizes and checksums, its XML parser the rest.
TEST(SheetFile, AnotherProgramReadsIt) {
  const std::string path =
      (std::filesystem::temp_directory_path() / "jounce_sheet_file_test.xlsx").string();
  const std::vector<double> time = {0, 0.1}, force = {-1.5e-7, NAN};
  WriteTextFile(path, SheetOf({{{"time", "s"}, time}, {{"F <&> \x01\"z\"", "N"}, force}}, path));
  const std::string program =
      "python3 -c '\n"
      "import sys, zipfile, xml.etree.ElementTree as tree\n"
      "file = zipfile.ZipFile(sys.argv[1])\n"
      "assert file.testzip() is None\n"
      "for name in file.namelist(): tree.fromstring(file.read(name))\n"
      "sheet = tree.fromstring(file.read(\"xl/worksheets/sheet1.xml\"))\n"
      "rows = [[\"\".join(c.itertext()) for c in row] for row in sheet[0]]\n"
      "want = [[\"time\", \"F <&> \\\"z\\\"\"], [\"s\", \"N\"], [\"0\", \"-1.5e-07\"], [\"0.1\", "
      "\"\"]]\n"
      "assert rows == want, rows\n' '" +
      path + "'";
  EXPECT_EQ(std::system(program.c_str()), 0);
  std::filesystem::remove(path);
}

TEST(SheetFile, MoreThanASheetHoldsIsRefused) {
  const std::vector<double> numbers(1048576);
  EXPECT_THROW(SheetOf({{{"x"}, numbers}}, "x.xlsx"), InputError);
  EXPECT_THROW(SheetOf(std::vector<SheetColumn>(16385), "x.xlsx"), InputError);
}

}  // namespace
}  // namespace jounce
