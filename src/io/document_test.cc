#include "io/document.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <numbers>
#include <string>

#include "io/text_file.h"

namespace jounce {
namespace {

class DocumentTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() /
              ("jounce_document_" + std::to_string(::getpid()) + "_" +
               ::testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string Write(const std::string& name, const std::string& text) {
    const std::string path = (folder_ / name).string();
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    WriteTextFile(path, text);
    return path;
  }

  Document Parse(const std::string& text, const Assignments& assignments = {}) {
    return Document::Parse(text, (folder_ / "main.yaml").string(), assignments, &diagnostics_);
  }

  double Number(const Document& document, const char* key, const Quantity& quantity) {
    const YamlNode* node = document.root().Find(key);
    if (!node) return -999;
    return document.ReadNumber(*node, quantity, key, &diagnostics_).value_or(-999);
  }

  std::string Errors() const {
    std::string text;
    for (const Diagnostic& diagnostic : diagnostics_.all()) {
      if (diagnostic.severity == Severity::kError) text += diagnostic.ToString() + "\n";
    }
    return text;
  }

  std::filesystem::path folder_;
  Diagnostics diagnostics_;
};

TEST_F(DocumentTest, NumbersTakeTheUnitsOfTheFileOrTheirOwn) {
  const Document document = Parse(
      "units: {length: mm, force: N, angle: deg}\n"
      "a: 12\n"
      "b: 12 kN/m\n"
      "c: {value: 12, unit: N/inch}\n"
      "d: 90\n"
      "e: 5 %\n");
  EXPECT_DOUBLE_EQ(Number(document, "a", quantity::kStiffness), 12000);
  EXPECT_DOUBLE_EQ(Number(document, "b", quantity::kStiffness), 12000);
  EXPECT_DOUBLE_EQ(Number(document, "c", quantity::kStiffness), 12 / 0.0254);
  EXPECT_DOUBLE_EQ(Number(document, "d", quantity::kAngle), std::numbers::pi / 2);
  EXPECT_DOUBLE_EQ(Number(document, "e", quantity::kNumber), 0.05);
  EXPECT_EQ(Errors(), "");
}

TEST_F(DocumentTest, TheWrongDimensionSaysWhatWasExpected) {
  const Document document = Parse("k: 12 N\n");
  Number(document, "k", quantity::kStiffness);
  EXPECT_NE(Errors().find("main.yaml:1:4: error: k: '12 N' is a number of N, expected one of "
                          "N/m"),
            std::string::npos)
      << Errors();
}

TEST_F(DocumentTest, ParametersKeepTheirDimensionThroughExpressions) {
  const Document document = Parse(
      "units: {length: mm}\n"
      "parameters: {twice: '${2*k}', k: 100 N/mm, n: 3, travel: 20 mm}\n"
      "a: ${twice}\n"
      "b: ${n}\n"
      "c: ${k*travel}\n"
      "d: ${n} inch\n"
      "e: ${k + travel}\n");
  EXPECT_DOUBLE_EQ(Number(document, "a", quantity::kStiffness), 200e3);
  EXPECT_DOUBLE_EQ(Number(document, "b", quantity::kLength),
                   0.003);  // a plain number is in mm here
  EXPECT_DOUBLE_EQ(Number(document, "c", quantity::kForce), 2000);
  EXPECT_DOUBLE_EQ(Number(document, "d", quantity::kLength), 3 * 0.0254);
  EXPECT_EQ(Errors(), "");
  Number(document, "e", quantity::kStiffness);
  EXPECT_NE(Errors().find("cannot add N/m and m"), std::string::npos) << Errors();
}

TEST_F(DocumentTest, TextsCanUseParameters) {
  const Document document =
      Parse("parameters: {a: 20 mm, n: 3}\nf: ${a}*sin(2*pi*${n}*t)\ng: road_${n}.rsp\nh: ${q}\n");
  const auto text = [&](const char* key) {
    return document.ReadText(*document.root().Find(key), key, &diagnostics_);
  };
  EXPECT_EQ(text("f"), "0.02*sin(2*pi*3*t)");
  EXPECT_EQ(text("g"), "road_3.rsp");
  EXPECT_EQ(Errors(), "");
  text("h");
  EXPECT_NE(Errors().find("h: in the expression 'q'"), std::string::npos) << Errors();
}

TEST_F(DocumentTest, AssignmentsChangeParametersAndVariants) {
  const std::string text =
      "parameters: {k: 100 N/mm}\n"
      "variants:\n"
      "  rear:\n"
      "    default: soft\n"
      "    soft: {stiffness: 1}\n"
      "    hard: {stiffness: 2}\n"
      "a: ${k}\n";
  const Document plain = Parse(text);
  EXPECT_EQ(Number(plain, "stiffness", quantity::kNumber), 1);
  const Document changed = Parse(text, {{"k", "7 N/m"}, {"rear", "hard"}});
  EXPECT_EQ(Number(changed, "a", quantity::kStiffness), 7);
  EXPECT_EQ(Number(changed, "stiffness", quantity::kNumber), 2);
  EXPECT_EQ(changed.choices().at("rear"), "hard");
  EXPECT_EQ(Errors(), "");
  Parse(text, {{"raer", "hard"}, {"rear", "hrd"}});
  EXPECT_NE(Errors().find("no parameter or variant 'raer' (did you mean 'rear'?)"),
            std::string::npos);
  EXPECT_NE(Errors().find("'rear' has no group 'hrd' (did you mean 'hard'?)"), std::string::npos);
}

TEST_F(DocumentTest, AssignmentsChangeVectorsAndTexts) {
  const auto value = [&](const Assignments& assignments, const char* name) {
    const Document document =
        Parse("parameters: {p: [0, 10 mm, 0], q: '${2*p}', n: 3, tyre: soft}", assignments);
    const auto found = document.parameters().find(name);
    return found == document.parameters().end() ? ParameterValue() : found->second;
  };
  EXPECT_EQ(value({{"p.z", "5 mm"}}, "q").Vector().value, Eigen::Vector3d(0, 0.02, 0.01));
  EXPECT_EQ(value({{"p.y+", "5 mm"}}, "p").Vector().value, Eigen::Vector3d(0, 0.015, 0));
  EXPECT_EQ(value({{"p", "[1 m, 2 m, '${n} m']"}}, "p").Vector().value, Eigen::Vector3d(1, 2, 3));
  EXPECT_EQ(value({{"p+", "[1 m, 0, 0]"}, {"p.x", "4 m"}}, "p").Vector().value,
            Eigen::Vector3d(4, 0.01, 0));
  EXPECT_EQ(value({{"n+", "2"}}, "n").Number().value, 5);
  EXPECT_EQ(value({{"tyre", "225/55 R17"}}, "tyre").Text(), "225/55 R17");
  EXPECT_EQ(Errors(), "");
  value({{"p.w", "1"}, {"r.x", "2"}, {"n.x", "2"}, {"p.x", "3"}, {"tyre.x", "1"}}, "p");
  EXPECT_NE(Errors().find("no parameter or variant 'p.w'"), std::string::npos) << Errors();
  EXPECT_NE(Errors().find("no parameter or variant 'r.x'"), std::string::npos);
  EXPECT_NE(Errors().find("'n': a vector is needed here, not a number"), std::string::npos);
  EXPECT_NE(Errors().find("'p': cannot make a vector of"), std::string::npos);
  value({{"n", "soft"}}, "n");
  EXPECT_NE(Errors().find("'n': it is a number, and cannot become the text 'soft'"),
            std::string::npos);
}

TEST_F(DocumentTest, AnotherDocumentGivesValues) {
  const std::string text =
      "parameters: {k: 100 N/mm, n: 3, p: [1 m, 2 m, 3 m], side: left, twice: '${2*n}'}\n"
      "variants: {rear: {soft: {stiffness: 1}, hard: {stiffness: 2}}}\n";
  const Place place = {"car.yaml", 7, 3};
  const auto parse = [&](const GivenValues& given, const Assignments& assignments = {}) {
    return Document::Parse(text, "axle.yaml", assignments, &diagnostics_, given);
  };
  const ParameterValue force = DimensionedNumber(7, quantity::kStiffness.ToDimension());
  const Document document =
      parse({{"k", {force, place}}, {"n", {5, place}}, {"rear", {std::string("hard"), place}}},
            {{"k", "9 N/m"}});
  EXPECT_EQ(document.parameters().at("twice").Number().value, 10);
  EXPECT_EQ(document.parameters().at("k").Number().value, 9);  // --set has the last word
  EXPECT_EQ(Number(document, "stiffness", quantity::kNumber), 2);
  EXPECT_EQ(Errors(), "");
  parse({{"sid", {std::string("right"), place}},
         {"rear", {std::string("hrd"), place}},
         {"p", {1, place}}});
  EXPECT_NE(Errors().find("car.yaml:7:3: error: there is no parameter or variant 'sid' (did you "
                          "mean 'side'?)"),
            std::string::npos)
      << Errors();
  EXPECT_NE(Errors().find("car.yaml:7:3: error: 'rear' has no group 'hrd'"), std::string::npos);
  EXPECT_NE(Errors().find("car.yaml:7:3: error: parameter 'p': it is a vector, and cannot become"),
            std::string::npos);
}

TEST_F(DocumentTest, EvaluatesWhatAParameterMayBe) {
  const Document document = Parse("parameters: {n: 3}\na: [1 mm, '${n} mm', 0]\nb: {c: 1}\n");
  const auto value = document.Evaluate(*document.root().Find("a"), "a", &diagnostics_);
  ASSERT_TRUE(value);
  EXPECT_EQ(value->Vector().value, Eigen::Vector3d(0.001, 0.003, 0));
  EXPECT_EQ(Errors(), "");
  EXPECT_FALSE(document.Evaluate(*document.root().Find("b"), "b", &diagnostics_));
  EXPECT_NE(Errors().find("main.yaml:3:4: error: b: a number, a text or a list"), std::string::npos)
      << Errors();
}

TEST_F(DocumentTest, ParametersOfTwoIncludedFilesMustAgree) {
  Write("a.yaml", "parameters: {k: 1, m: 5, s: same}\n");
  Write("b.yaml", "parameters: {k: 2, m: 6, s: same}\n");
  const Document document = Parse("include: [a.yaml, b.yaml]\nparameters: {m: 7}\n");
  EXPECT_EQ(document.parameters().at("m").Number().value, 7);
  EXPECT_NE(Errors().find("b.yaml:1:14: error: the parameter 'k' has another value in another "
                          "included file (the other is at "),
            std::string::npos)
      << Errors();
  const std::string errors = Errors();
  EXPECT_EQ(std::count(errors.begin(), errors.end(), '\n'), 1) << errors;
}

// Parameters that no formula mentions are told; points and vectors may be used by their bare names.
TEST_F(DocumentTest, UnusedParametersAreTold) {
  Parse(
      "parameters: {k: 1, offset: [0, 0, 1], spare: 3, nested: \"${deep}\", deep: 2}\n"
      "a: ${k + nested}\nb: offset\n");
  EXPECT_EQ(Errors(), "");
  ASSERT_EQ(diagnostics_.all().size(), 1u);
  EXPECT_EQ(diagnostics_.all()[0].message, "the parameter 'spare' is used nowhere");
}

TEST_F(DocumentTest, IncludesAreRelativeAndWhatStandsHereWins) {
  Write("parts/arm.yaml", "units: {length: mm}\ninclude: deep/mass.yaml\nlength: 300\nname: arm\n");
  Write("parts/deep/mass.yaml", "mass: 5\nparameters: {m: 1, n: 2}\n");
  const Document document =
      Parse("include: parts/arm.yaml\nname: left\nparameters: {m: 9}\na: ${m}\nb: ${n}\n");
  EXPECT_DOUBLE_EQ(Number(document, "length", quantity::kLength), 0.3);  // mm, as its own file says
  EXPECT_EQ(Number(document, "mass", quantity::kMass), 5);
  EXPECT_EQ(document.root().Find("name")->text, "left");
  EXPECT_EQ(Number(document, "a", quantity::kNumber), 9);
  EXPECT_EQ(Number(document, "b", quantity::kNumber), 2);
  EXPECT_EQ(document.files().size(), 3u);
  EXPECT_EQ(Errors(), "");
}

TEST_F(DocumentTest, IncludesInsideAMappingAndInAGroup) {
  Write("law.yaml", "units: {length: mm}\nstiffness: 2\n");
  const Document document = Parse(
      "front: {law: {include: law.yaml}}\n"
      "variants: {rear: {a: {include: law.yaml}, b: {include: missing.yaml}}}\n");
  const YamlNode* law = document.root().Find("front")->Find("law");
  EXPECT_DOUBLE_EQ(
      *document.ReadNumber(*law->Find("stiffness"), quantity::kStiffness, "k", &diagnostics_),
      2000);
  EXPECT_DOUBLE_EQ(Number(document, "stiffness", quantity::kStiffness), 2000);
  EXPECT_EQ(Errors(), "");  // the group that is not chosen is not read
}

TEST_F(DocumentTest, CirclesAndMissingFilesAreNamed) {
  Write("a.yaml", "include: b.yaml\n");
  Write("b.yaml", "include: a.yaml\n");
  Parse("include: [a.yaml, nowhere.yaml]\n");
  EXPECT_NE(Errors().find("'a.yaml' includes itself in a circle"), std::string::npos);
  EXPECT_NE(Errors().find("nowhere.yaml: cannot be read"), std::string::npos);
}

TEST_F(DocumentTest, ParametersThatDependOnThemselvesAreNamed) {
  Parse("parameters: {a: '${b+1}', b: '${a}', c: 12 kilo, d: '${1/0}', f: '${1 furlong}'}\n");
  EXPECT_NE(Errors().find("parameter 'a': it depends on itself"), std::string::npos) << Errors();
  EXPECT_NE(Errors().find("parameter 'c': 'kilo' is not a known unit"), std::string::npos);
  EXPECT_NE(Errors().find("parameter 'f': 'furlong' is not a known unit"), std::string::npos);
  EXPECT_NE(Errors().find("parameter 'd': '${1/0}' is not a finite number"), std::string::npos);
}

TEST_F(DocumentTest, WrongUnitsBlock) {
  Parse("units: {lenght: mm, force: mm, mass: kilo}\n");
  EXPECT_NE(Errors().find("units has no key 'lenght' (did you mean 'length'?)"), std::string::npos);
  EXPECT_NE(Errors().find("'mm' is not a unit of force"), std::string::npos);
  EXPECT_NE(Errors().find("'kilo' is not a known unit"), std::string::npos);
}

TEST_F(DocumentTest, BrokenYamlIsPlaced) {
  Parse("a: [1, 2\nb: }\n");
  EXPECT_NE(Errors().find("main.yaml:2:"), std::string::npos) << Errors();
  EXPECT_NE(Errors().find("not valid YAML"), std::string::npos);
}

// The first bytes of a zip archive, and of a file of floats.
TEST_F(DocumentTest, BinaryFilesAreCalledSo) {
  for (const std::string& bytes :
       {std::string("PK\x03\x04\x14 a: b"), std::string("\0\0\x80?", 4)}) {
    Parse(bytes);
    EXPECT_NE(Errors().find("this is no text but a binary file"), std::string::npos) << Errors();
    EXPECT_EQ(Errors().find("not valid YAML"), std::string::npos) << Errors();
  }
}

TEST_F(DocumentTest, DuplicateKeysAreNamed) {
  Parse("a: 1\nb: 2\na: 3\n");
  EXPECT_NE(Errors().find("main.yaml:3:1: error: the key 'a' stands here a second time"),
            std::string::npos)
      << Errors();
}

// A few lines of aliases of aliases would stand for billions of values.
TEST_F(DocumentTest, AliasBombsAreRefused) {
  std::string text = "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n";
  for (int i = 1; i < 12; ++i) {
    const std::string before = "*a" + std::to_string(i - 1);
    text += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [";
    for (int j = 0; j < 10; ++j) text += (j ? "," : "") + before;
    text += "]\n";
  }
  Parse(text);
  EXPECT_NE(Errors().find("too many values"), std::string::npos);
}

// The same with texts made of texts.
TEST_F(DocumentTest, TextBombsAreRefused) {
  std::string text = "parameters:\n  t0: xxxxxxxxxx\n";
  for (int i = 1; i < 12; ++i) {
    const std::string before = "${t" + std::to_string(i - 1) + "}";
    text += "  t" + std::to_string(i) + ": a";
    for (int j = 0; j < 10; ++j) text += before;
    text += "\n";
  }
  Parse(text);
  EXPECT_NE(Errors().find("the text becomes too long"), std::string::npos) << Errors();
}

TEST(DocumentLoad, AFileThatIsNotThereIsAFileError) {
  Diagnostics diagnostics;
  EXPECT_THROW(Document::Load("/nowhere/model.yaml", {}, &diagnostics), FileError);
}

// Another sheet takes the place of the one that the file names, which then need not exist.
TEST_F(DocumentTest, SheetsAreExchangedByTheCommandLine) {
  const std::string points = Write("other/points.csv", "name,x,y,z\nball,1,2,3\n");
  const std::string parts = Write("other/parts.csv", "name,mass\narm,7\n");
  const Document document = Parse(
      "points: {file: missing.csv}\ntables: {parts: gone.csv}\nm: ${parts.arm.mass}\n"
      "x: ${ball.y}\n",
      {{"points", points}, {"tables.parts", parts}});
  EXPECT_EQ(Errors(), "");
  EXPECT_EQ(Number(document, "m", quantity::kMass), 7);
  EXPECT_EQ(Number(document, "x", quantity::kLength), 2);
}

TEST_F(DocumentTest, ASheetThatTheFileDoesNotReadCannotBeExchanged) {
  Parse("tables: {parts: gone.csv}\n", {{"tables.part", "x.csv"}});
  EXPECT_NE(Errors().find("there is no parameter or variant 'tables.part'"), std::string::npos)
      << Errors();
}

}  // namespace
}  // namespace jounce
