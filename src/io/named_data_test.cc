// Hardpoints and tables, as a model uses them.
#include "io/named_data.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "io/document.h"
#include "io/field_reader.h"
#include "io/text_file.h"
#include "io/vector_fields.h"

namespace jounce {
namespace {

// One place of each kind that takes vectors.
struct Places {
  Eigen::Vector3d at = Eigen::Vector3d::Zero();
  Eigen::Vector3d axis = Eigen::Vector3d::Zero();
  Eigen::Vector3d force = Eigen::Vector3d::Zero();
  std::vector<double> along;
  std::vector<double> stiffness;
  double mass = 0;
  std::string file;
  std::string kind;
};

void Describe(Fields& f, Places& s) {
  constexpr Quantity kPoint[] = {quantity::kLength, quantity::kLength, quantity::kLength};
  Vector(f, {"at", "a point"}, s.at, quantity::kLength);
  Vector(f, {"axis", "a direction"}, s.axis, quantity::kNumber);
  Vector(f, {"force", "a force"}, s.force, quantity::kForce);
  f.Table({"along", "points"}, s.along, kPoint);
  f.Numbers({"stiffness", "rates"}, s.stiffness, quantity::kStiffness);
  f.Number({"mass", "a mass"}, s.mass, quantity::kMass);
  f.Path({"file", "a path"}, s.file);
  f.Text({"kind", "a text"}, s.kind);
}

class NamedDataTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() /
              ("jounce_named_data_" + std::to_string(::getpid()) + "_" +
               ::testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  void Write(const std::string& name, const std::string& text) {
    WriteTextFile((folder_ / name).string(), text);
  }
  Document Parse(const std::string& text, const Assignments& assignments = {},
                 const GivenValues& given = {}) {
    return Document::Parse(text, (folder_ / "main.yaml").string(), assignments, &diagnostics_,
                           given);
  }
  Places Read(const std::string& text, const Assignments& assignments = {},
              const GivenValues& given = {}) {
    Places places;
    NameBook names;
    const Document document = Parse(text, assignments, given);
    ReadFields(document, &names, &diagnostics_, &places);
    return places;
  }
  std::string Errors() const {
    std::string text;
    for (const Diagnostic& diagnostic : diagnostics_.all()) {
      if (diagnostic.severity == Severity::kError) text += diagnostic.ToString() + "\n";
    }
    return text;
  }
  bool Says(const std::string& part) const { return Errors().find(part) != std::string::npos; }

  std::filesystem::path folder_;
  Diagnostics diagnostics_;
};

const char* const kPoints =
    "units: {length: mm}\n"
    "points: {a: [100, 300, 200], b: [0.5 m, 300, 400], c: '${(a + b)/2}', d: c}\n";

TEST_F(NamedDataTest, PointsByNameAndInExpressions) {
  const Places places = Read(std::string(kPoints) +
                             "at: d\n"
                             "along: [a, [0, 1, 2], '${b + vec(0, 0, 10 mm)}']\n"
                             "axis: {from: a, to: b}\n"
                             "force: ${(b - a).x/norm(b - a)*vec(0, 0, 4 N)}\n");
  EXPECT_EQ(Errors(), "");
  EXPECT_TRUE(places.at.isApprox(Eigen::Vector3d(0.3, 0.3, 0.3)));
  ASSERT_EQ(places.along.size(), 9u);
  EXPECT_DOUBLE_EQ(places.along[1], 0.3);
  EXPECT_DOUBLE_EQ(places.along[4], 0.001);
  EXPECT_DOUBLE_EQ(places.along[8], 0.41);
  // From (0.1, 0.3, 0.2) to (0.5, 0.3, 0.4): (0.4, 0, 0.2)/sqrt(0.2).
  EXPECT_TRUE(places.axis.isApprox(Eigen::Vector3d(2, 0, 1) / std::sqrt(5.0)));
  EXPECT_NEAR(places.force.z(), 8 / std::sqrt(5.0), 1e-14);
}

TEST_F(NamedDataTest, DirectionsOfVectorsAndOfPointsWrittenOut) {
  const Places written = Read("units: {length: mm}\naxis: {from: [0, 0, 0], to: [0, 0.5 m, 0]}\n");
  EXPECT_EQ(written.axis, Eigen::Vector3d(0, 1, 0));
  const Places plain = Read("parameters: {p: [0, 2, 0]}\naxis: p\n");
  EXPECT_EQ(plain.axis, Eigen::Vector3d(0, 2, 0));
  const Places length = Read(std::string(kPoints) + "axis: ${a - mirror_y(a)}\n");
  EXPECT_TRUE(length.axis.isApprox(Eigen::Vector3d(0, 1, 0)));
  EXPECT_EQ(Errors(), "");
}

TEST_F(NamedDataTest, AVectorParameterWhereAListOfThreeIsRead) {
  const Places places = Read(
      "parameters: {k: [1 N/mm, 2 N/mm, 3 N/mm], f: [1, 2, 3], tyre: winter}\n"
      "units: {force: kN}\nstiffness: ${2*k}\nforce: f\nfile: roads/${tyre}.rsp\n"
      "kind: a ${tyre} tyre\n");
  EXPECT_EQ(Errors(), "");
  EXPECT_EQ(places.stiffness, (std::vector<double>{2000, 4000, 6000}));
  EXPECT_EQ(places.force, Eigen::Vector3d(1000, 2000, 3000));  // plain: in kN here
  EXPECT_EQ(places.file, (folder_ / "roads/winter.rsp").string());
  EXPECT_EQ(places.kind, "a winter tyre");
}

// Every number of a table is in the unit beside it.
TEST_F(NamedDataTest, AUnitBesideATableHoldsForItsRows) {
  const Places places = Read("along: {value: [[100, 0, 0], [0, 200, 0]], unit: mm}\n");
  EXPECT_EQ(places.along, (std::vector<double>{0.1, 0, 0, 0, 0.2, 0}));
  EXPECT_EQ(Errors(), "");
}

TEST_F(NamedDataTest, MisuseIsPlaced) {
  Read(std::string(kPoints) +
       "at: e1\n"
       "axis: {from: a, to: a}\n"
       "force: a\n"
       "along: [a, bb]\n"
       "mass: ${a}\n");
  EXPECT_TRUE(Says("main.yaml:3:5: error: at: there is no point or vector 'e1'")) << Errors();
  EXPECT_TRUE(Says("main.yaml:4:7: error: axis: from and to are the same point"));
  EXPECT_TRUE(Says("main.yaml:5:8: error: force[1]: '0.1 m' is a number of m, expected one of N"));
  EXPECT_TRUE(
      Says("main.yaml:6:12: error: along: there is no point or vector 'bb' (did you mean "
           "'b'?)"));
  EXPECT_TRUE(Says("main.yaml:7:7: error: mass: a number is needed here, not a vector"));
}

TEST_F(NamedDataTest, WrongPointsAreNamed) {
  Parse(
      "points: {a: [1, 2], b: [1 N, 2 N, 3 N], c: 3, 1d: [0, 0, 0], e.f: [0, 0, 0]}\n"
      "parameters: {g: 1}\n");
  EXPECT_TRUE(Says("main.yaml:1:13: error: point 'a': ")) << Errors();
  EXPECT_TRUE(Says("point 'b': a point is in m, not in N"));
  EXPECT_TRUE(Says("point 'c': a point is a list of three lengths, not a number"));
  EXPECT_TRUE(Says("'1d' cannot be the name of a point"));
  EXPECT_TRUE(Says("'e.f' cannot be the name of a point"));
  Parse("points: {g: [1, 2, 3]}\nparameters: {g: 1}\n");
  EXPECT_TRUE(Says("'g' is a point here and a parameter elsewhere")) << Errors();
}

TEST_F(NamedDataTest, PointsFromSheets) {
  Write("left.csv", "name,x,y,z,sides\nlca,100,300,200,both\nrack,50,0,100,centre\n");
  Write("more.csv", "name,y,x,z\nwheel,0.7,0.1,0.3\n");
  const std::string text =
      "units: {length: mm}\n"
      "points: [{file: left.csv}, {file: more.csv, unit: m}, {own: '${lca.mirrored + wheel}'}]\n";
  const Document document = Parse(text);
  EXPECT_EQ(Errors(), "");
  const auto point = [](const Document& one, const char* name) {
    return one.parameters().at(name).Vector().value;
  };
  EXPECT_TRUE(point(document, "lca").isApprox(Eigen::Vector3d(0.1, 0.3, 0.2)));
  EXPECT_TRUE(point(document, "lca.mirrored").isApprox(Eigen::Vector3d(0.1, -0.3, 0.2)));
  EXPECT_TRUE(point(document, "wheel").isApprox(Eigen::Vector3d(0.1, 0.7, 0.3)));
  EXPECT_TRUE(point(document, "own").isApprox(Eigen::Vector3d(0.2, 0.4, 0.5)));
  EXPECT_EQ(document.parameters().count("rack.mirrored"), 0u);
  EXPECT_EQ(document.files().size(), 3u);  // inputs of the result
  // The mirrored point follows; a plain number is in the unit of what it replaces.
  const Document moved =
      Parse(text, {{"lca.y", "350"}, {"lca.z+", "5 mm"}, {"wheel", "[1, 2, 3]"}});
  EXPECT_TRUE(point(moved, "lca.mirrored").isApprox(Eigen::Vector3d(0.1, -0.35, 0.205)));
  EXPECT_TRUE(point(moved, "wheel").isApprox(Eigen::Vector3d(1, 2, 3)));
  EXPECT_EQ(Errors(), "");
}

TEST_F(NamedDataTest, WrongSheetsOfPointsAreNamed) {
  Write("a.csv", "name,x,y,z,sides\np,1,2,3,centre\nq,1,2,c,both\nr,1,2,3,bth\n");
  Write("b.csv", "name,x,y,side\np,1,2,both\n");
  Parse("points: [{file: a.csv, units: mm}, {file: b.csv, unit: N}, {file: none.csv}]\n");
  EXPECT_TRUE(Says("a.csv:2: error: 'p' is in the centre, but its y is 2")) << Errors();
  EXPECT_TRUE(Says("a.csv:3: error: z of the point 'q' is 'c', not a number"));
  EXPECT_TRUE(
      Says("a.csv:4: error: sides of the point 'r': 'bth' is not known (did you mean "
           "'both'?)"));
  EXPECT_TRUE(Says("main.yaml:1:24: error: unknown key 'units' beside file"));
  EXPECT_TRUE(Says("b.csv: error: points need a column 'z'"));
  EXPECT_TRUE(Says("b.csv: error: points have no column 'side' (did you mean 'sides'?)"));
  EXPECT_TRUE(Says("'N' is not a unit of length"));
  EXPECT_TRUE(Says("none.csv: cannot be read"));
}

TEST_F(NamedDataTest, TablesAreParameters) {
  Write("bodies.csv", "name,mass [kg],k,axis\nf-lca,12.5,3,line a to b\nr,2,,x\n");
  const std::string text =
      "tables: {sheet: bodies.csv}\nmass: ${2*sheet.f-lca.mass}\nkind: ${sheet.f-lca.axis}\n"
      "stiffness: ['${sheet.f-lca.k}']\n";
  const Places places = Read(text);
  EXPECT_EQ(Errors(), "");
  EXPECT_EQ(places.mass, 25);
  EXPECT_EQ(places.kind, "line a to b");
  EXPECT_EQ(places.stiffness, std::vector<double>{3});
  EXPECT_EQ(Read(text, {{"sheet.f-lca.mass", "12"}}).mass, 24);  // in kg, as its column
  EXPECT_EQ(Read(text, {{"sheet.f-lca.mass", "900 gram"}}).mass, 1.8);
  EXPECT_EQ(Read(text, {{"sheet.f-lca.axis", "y"}}).kind, "y");
  EXPECT_EQ(Errors(), "");
  Read("tables: {sheet: bodies.csv}\nmass: ${sheet.r.k}\n", {{"sheet.f-lca.mas", "1"}});
  EXPECT_TRUE(Says("the name 'sheet.r.k' is not known")) << Errors();  // the cell is empty
  EXPECT_TRUE(Says("no parameter or variant 'sheet.f-lca.mas' (did you mean 'sheet.f-lca.mass'?)"));
}

TEST_F(NamedDataTest, WrongTablesAreNamed) {
  Write("bad.csv", "name,mass [kg]\na,heavy\nb,1,2\n");
  Parse("tables: {sheet: bad.csv, other: [1], none: none.csv, 1st: bad.csv}\n");
  EXPECT_TRUE(Says("bad.csv:2: error: mass of 'a' is 'heavy', not a number in kg")) << Errors();
  EXPECT_TRUE(Says("bad.csv:3: error: this row has 3 cells"));
  EXPECT_TRUE(Says("main.yaml:1:33: error: the name of a CSV file is expected, not a list"));
  EXPECT_TRUE(Says("none.csv: cannot be read"));
  EXPECT_TRUE(Says("'1st' cannot be the name of a table"));
}

// Another document gives a point in its own unit.
TEST_F(NamedDataTest, GivenPoints) {
  const ParameterValue plain = DimensionedVector{{10, 20, 30}, {}};
  const Place place = {"car.yaml", 7, 3};
  const GivenValue in_mm = {plain, place, UnitSystem{.length = "mm"}};
  const Places places = Read("points: {a: [1, 2, 3]}\nat: a\n", {}, {{"a", in_mm}});
  EXPECT_TRUE(places.at.isApprox(Eigen::Vector3d(0.01, 0.02, 0.03)));
  EXPECT_EQ(Errors(), "");
  Read("points: {a: [1, 2, 3]}\n", {}, {{"a", {DimensionedVector{{1, 2, 3}, {.mass = 1}}, place}}});
  EXPECT_TRUE(Says("car.yaml:7:3: error: point 'a': a point is in m, not in kg")) << Errors();
}

// A curve or a law has a key `points` of its own.
TEST_F(NamedDataTest, RowsOfPointsAreNoHardpoints) {
  EXPECT_NE(Parse("points: [[0, 0], [1, 2]]\n").root().Find("points"), nullptr);
  EXPECT_NE(Parse("law: table\npoints: {value: [[0, 0], [1, 2]], unit: m}\n").root().Find("points"),
            nullptr);
  Write("track.yaml", "points: [[0, 0, 0], [1, 0, 0]]\n");
  const Document document = Parse("joints: {track: {include: track.yaml}}\n");
  EXPECT_NE(document.root().Find("joints")->Find("track")->Find("points"), nullptr);
  EXPECT_EQ(Errors(), "");
}

}  // namespace
}  // namespace jounce
