#include "io/parameter_value.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "base/error.h"

namespace jounce {
namespace {

const Dimension kLengthDimension = quantity::kLength.ToDimension();
const Dimension kForceDimension = quantity::kForce.ToDimension();

ParameterValue Metres(double x, double y, double z) {
  return DimensionedVector{{x, y, z}, kLengthDimension};
}

ParameterValue Plain(double x, double y, double z) { return DimensionedVector{{x, y, z}, {}}; }

ParameterValue Call(VectorFunction function, const ParameterValue& a, const ParameterValue& b = 0) {
  const ParameterValue arguments[] = {a, b};
  return CallVectorFunction(function, arguments);
}

std::string ErrorOf(const std::function<void()>& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(ParameterValue, VectorsAddAndScaleWithTheirDimension) {
  const ParameterValue a = Metres(1, 2, 3), b = Metres(4, 6, 8);
  EXPECT_EQ(a + b, Metres(5, 8, 11));
  EXPECT_EQ(b - a, Metres(3, 4, 5));
  EXPECT_EQ(-a, Metres(-1, -2, -3));
  EXPECT_EQ(a * ParameterValue(2), Metres(2, 4, 6));
  EXPECT_EQ(ParameterValue(2) * a, Metres(2, 4, 6));
  EXPECT_EQ(b / ParameterValue(2), Metres(2, 3, 4));
  const ParameterValue moment = a * ParameterValue(DimensionedNumber(2, kForceDimension));
  EXPECT_EQ(moment.dimension(), quantity::kTorque.ToDimension());
  EXPECT_EQ(a + Plain(0, 0, 0), a);  // zero goes with any dimension
}

// x cross y = z, |(3, 4, 0)| = 5.
TEST(ParameterValue, FunctionsOfVectors) {
  EXPECT_EQ(Call(VectorFunction::kCross, Metres(1, 0, 0), Plain(0, 1, 0)), Metres(0, 0, 1));
  const ParameterValue work = Call(VectorFunction::kDot, Metres(1, 2, 3), Metres(4, 5, 6));
  EXPECT_EQ(work, ParameterValue(DimensionedNumber(32, quantity::kArea.ToDimension())));
  EXPECT_EQ(Call(VectorFunction::kNorm, Metres(3, 4, 0)),
            ParameterValue(DimensionedNumber(5, kLengthDimension)));
  EXPECT_TRUE(Call(VectorFunction::kUnit, Metres(3, 4, 0))
                  .Vector()
                  .value.isApprox(Eigen::Vector3d(0.6, 0.8, 0)));
  EXPECT_TRUE(Call(VectorFunction::kUnit, Metres(3, 4, 0)).dimension().IsNone());
  EXPECT_EQ(Call(VectorFunction::kMirrorX, Metres(1, 2, 3)), Metres(-1, 2, 3));
  EXPECT_EQ(Call(VectorFunction::kMirrorY, Metres(1, 2, 3)), Metres(1, -2, 3));
  EXPECT_EQ(Call(VectorFunction::kMirrorZ, Metres(1, 2, 3)), Metres(1, 2, -3));
  EXPECT_EQ(Call(VectorFunction::kY, Metres(1, 2, 3)),
            ParameterValue(DimensionedNumber(2, kLengthDimension)));
}

TEST(ParameterValue, AVectorHasOneDimension) {
  const DimensionedNumber metre(1, kLengthDimension), newton(1, kForceDimension);
  EXPECT_EQ(ParameterValue(DimensionedVector::Of({0, metre, 0})), Metres(0, 1, 0));
  EXPECT_EQ(ParameterValue(DimensionedVector::Of({0, 0, 2})), Plain(0, 0, 2));
  EXPECT_NE(ErrorOf([&] { DimensionedVector::Of({metre, 0, newton}); }), "");
  EXPECT_NE(ErrorOf([&] { DimensionedVector::Of({metre, 2, 0}); }), "");
  EXPECT_NE(ErrorOf([&] { DimensionedVector::Of({0, 2, metre}); }), "");
}

TEST(ParameterValue, MisuseIsNamed) {
  const ParameterValue vector = Metres(1, 2, 3), text = std::string("225/55 R17");
  EXPECT_EQ(ErrorOf([&] { vector + ParameterValue(1); }),
            "error: cannot add a vector and a number");
  EXPECT_EQ(ErrorOf([&] { vector + Plain(1, 2, 3); }).find("error: cannot add m and 1"), 0u);
  EXPECT_NE(ErrorOf([&] { vector* vector; }).find("dot(a, b) or cross(a, b)"), std::string::npos);
  EXPECT_EQ(ErrorOf([&] { ParameterValue(1) / vector; }),
            "error: cannot divide a number and a vector");
  EXPECT_EQ(ErrorOf([&] { text* ParameterValue(2); }),
            "error: cannot multiply the text '225/55 R17' and a number");
  EXPECT_EQ(ErrorOf([&] { sin(text); }),
            "error: a number is needed here, not the text '225/55 R17'");
  EXPECT_NE(ErrorOf([&] { (void)(vector < vector); }), "");
  EXPECT_NE(ErrorOf([&] { Call(VectorFunction::kUnit, Plain(0, 0, 0)); }), "");
  EXPECT_NE(ErrorOf([&] { Call(VectorFunction::kNorm, ParameterValue(2)); }), "");
}

TEST(ParameterValue, PlainValuesTakeAUnit) {
  EXPECT_EQ(WithUnit(Plain(100, 0, -50), "mm"), Metres(0.1, 0, -0.05));
  EXPECT_EQ(WithUnit(Metres(1, 2, 3), "mm"), Metres(1, 2, 3));
  EXPECT_EQ(WithUnit(ParameterValue(2), "kN"),
            ParameterValue(DimensionedNumber(2000, kForceDimension)));
}

}  // namespace
}  // namespace jounce
