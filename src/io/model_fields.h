// The keys of a model file: what model/model.h holds, in an engineer's words. The names are the
// same in the file, the schema and docs/model.md.
#ifndef JOUNCE_IO_MODEL_FIELDS_H_
#define JOUNCE_IO_MODEL_FIELDS_H_

#include "io/fields.h"
#include "model/model.h"

namespace jounce {

void Describe(Fields& fields, Model& model);

// Parts that other descriptions share.
void DescribeLaw(Fields& fields, const Key& key, LawSettings& law);
void DescribeOrientation(Fields& fields, const Key& key, Orientation& orientation);
// Rows of three lengths, or names of points.
void DescribePoints(Fields& fields, const Key& key, std::vector<Eigen::Vector3d>& points,
                    const Count& count);
// A number, a formula or a signal.
void DescribeFunction(Fields& fields, TimeFunctionSettings& settings, const Quantity& quantity);

// What a function of time gives.
Quantity QuantityOf(const Motion& motion);
Quantity FrameQuantity(size_t component);    // of the motion of a frame
Quantity PreloadQuantity(size_t direction);  // of a connection, over time
Quantity QuantityOf(const Load& load);
Quantity QuantityOf(const LineLoad& load);
Quantity QuantityOfInput(const ElementItem& element, const std::string& input);

}  // namespace jounce

#endif  // JOUNCE_IO_MODEL_FIELDS_H_
