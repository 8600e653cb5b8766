#include "io/parameter_scope.h"

#include <gtest/gtest.h>

#include <string>

#include "base/error.h"

namespace jounce {
namespace {

const Dimension kMetre = quantity::kLength.ToDimension();

class ParameterScopeTest : public ::testing::Test {
 protected:
  ParameterScopeTest() {
    scope_.Define("a", DimensionedVector{{0.1, 0.3, 0.2}, kMetre}, true);
    scope_.Define("b", DimensionedVector{{0.5, 0.3, 0.4}, kMetre}, true);
    scope_.Define("lift", DimensionedNumber(0.01, kMetre));
    scope_.Define("n", 3);
    scope_.Define("side", std::string("left"));
    scope_.Define("sheet.f-lca.mass", DimensionedNumber(12, quantity::kMass.ToDimension()));
    scope_.Define("a.mirrored", DimensionedVector{{0.1, -0.3, 0.2}, kMetre}, true);
  }

  static YamlNode Node(const std::string& yaml) {
    Diagnostics diagnostics;
    YamlNode root = ParseYaml("k: " + yaml, "m.yaml", &diagnostics);
    diagnostics.ThrowIfErrors();
    return *root.Find("k");
  }
  ParameterValue Value(const std::string& yaml) const { return scope_.Evaluate(Node(yaml)); }
  Eigen::Vector3d Vector(const std::string& yaml) const {
    const ParameterValue value = Value(yaml);
    EXPECT_EQ(value.dimension(), kMetre) << yaml;
    return value.Vector().value;
  }
  std::string ErrorOf(const std::string& yaml) const {
    try {
      Value(yaml);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }

  ParameterScope scope_;
};

TEST_F(ParameterScopeTest, ExpressionsOfVectors) {
  EXPECT_TRUE(Vector("${(a + b)/2 + vec(0, 0, lift)}").isApprox(Eigen::Vector3d(0.3, 0.3, 0.31)));
  EXPECT_TRUE(Vector("${a + vec(0, 0, 10 mm)}").isApprox(Eigen::Vector3d(0.1, 0.3, 0.21)));
  EXPECT_TRUE(Vector("${mirror_y(a) - a.mirrored + b}").isApprox(Eigen::Vector3d(0.5, 0.3, 0.4)));
  EXPECT_DOUBLE_EQ(Value("${b.x - a.x}").Number().value, 0.4);
  EXPECT_DOUBLE_EQ(Value("${(b - a).z/lift}").Number().value, 20);
  EXPECT_DOUBLE_EQ(Value("${a.mirrored.y + cross(a, b).x/1 m}").Number().value,
                   -0.3 + 0.3 * 0.4 - 0.2 * 0.3);
  EXPECT_DOUBLE_EQ(Value("${norm(vec(3, 4, 0))}").Number().value, 5);
}

// A name may hold a minus sign; with blanks around it is a difference.
TEST_F(ParameterScopeTest, NamesOfTableRows) {
  EXPECT_EQ(Value("${2*sheet.f-lca.mass}").Number().value, 24);
  EXPECT_EQ(Value("${n-n}").Number().value, 0);
  EXPECT_NE(ErrorOf("${sheet.f - lca.mass}").find("'sheet.f' is not known"), std::string::npos);
  EXPECT_NE(ErrorOf("${sheet.f-lca.mas}"), "");
}

TEST_F(ParameterScopeTest, WhatAParameterMayBe) {
  EXPECT_EQ(Value("12").Number(), DimensionedNumber(12));
  EXPECT_EQ(Value("12 mm").Number(), DimensionedNumber(0.012, kMetre));
  EXPECT_EQ(Value("\"12 mm\"").Number(), DimensionedNumber(0.012, kMetre));  // as in JSON
  EXPECT_EQ(Value("\"12\"").Text(), "12");
  EXPECT_EQ(Value("\"225/55 R17\"").Text(), "225/55 R17");
  EXPECT_EQ(Value("winter tyre").Text(), "winter tyre");
  EXPECT_EQ(Value("information").Text(), "information");  // begins like "inf"
  EXPECT_EQ(Value("road_${n}_${side}.rsp").Text(), "road_3_left.rsp");
  EXPECT_EQ(Value("${side}_arm").Text(), "left_arm");
  EXPECT_EQ(Value("${n}_arm").Text(), "3_arm");
  EXPECT_EQ(Value("${n} mm").Number().value, 0.003);
  EXPECT_EQ(Vector("[0, 10 mm, 0]"), Eigen::Vector3d(0, 0.01, 0));
  EXPECT_EQ(Vector("{value: [1, 2, 3], unit: m}"), Eigen::Vector3d(1, 2, 3));
  EXPECT_EQ(Vector("a"), Eigen::Vector3d(0.1, 0.3, 0.2));
  EXPECT_EQ(Value("\"a\"").Text(), "a");
  EXPECT_EQ(Value("side").Text(), "side");  // the name of a point alone stands for its value
}

TEST_F(ParameterScopeTest, WhatItMayNotBe) {
  EXPECT_NE(ErrorOf("225/55 R17"), "");  // begins like a number: to be quoted
  EXPECT_NE(ErrorOf("12 furlong").find("'furlong' is not a known unit"), std::string::npos);
  EXPECT_NE(ErrorOf("${n} furlong").find("'furlong' is not a known unit"), std::string::npos);
  EXPECT_NE(ErrorOf("nan"), "");
  EXPECT_NE(ErrorOf("[1, 2]").find("a list of 2"), std::string::npos);
  EXPECT_NE(ErrorOf("[1, 2, a]"), "");
  EXPECT_NE(ErrorOf("[1 m, 2 N, 3]").find("cannot make a vector of"), std::string::npos);
  EXPECT_NE(ErrorOf("${a + n}").find("cannot add a vector and a number"), std::string::npos);
  EXPECT_NE(ErrorOf("${2*side}").find("cannot multiply a number and the text 'left'"),
            std::string::npos);
  EXPECT_NE(ErrorOf("${n.x}").find("a vector is needed here, not a number"), std::string::npos);
  EXPECT_NE(ErrorOf("${a + vec(0, 0, 0.01)}").find("cannot add m and 1"), std::string::npos);
  EXPECT_NE(ErrorOf("road_${a}"), "");
  EXPECT_NE(ErrorOf("${crosss(a, b)}").find("did you mean 'cross'?"), std::string::npos);
}

TEST_F(ParameterScopeTest, TellsWhatAValueUses) {
  const auto kind_of = [](const std::string& name) {
    if (name == "p" || name == "p-q.r") return NameKind::kPoint;
    return name == "n" ? NameKind::kValue : NameKind::kUnknown;
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(NamesUsedBy(Node("${p.x + n*m}"), kind_of), Names({"n", "p"}));
  EXPECT_EQ(NamesUsedBy(Node("[1, '${n}', '${p-q.r.z}']"), kind_of), Names({"n", "p-q.r"}));
  EXPECT_EQ(NamesUsedBy(Node("p"), kind_of), Names({"p"}));
  EXPECT_EQ(NamesUsedBy(Node("n"), kind_of), Names({}));
}

}  // namespace
}  // namespace jounce
