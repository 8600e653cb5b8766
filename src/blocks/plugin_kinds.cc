#include "blocks/plugin_kinds.h"

namespace jounce {

Quantity QuantityOfPlugin(const char* unit) { return SiQuantity(unit ? unit : ""); }

std::vector<KindField> FieldsOf(const JounceParameter* parameters, int count) {
  std::vector<KindField> fields;
  for (int i = 0; i < count; ++i) {
    const JounceParameter& p = parameters[i];
    KindField field{p.name, p.meaning ? p.meaning : "", KindField::kNumber, p.required != 0,
                    QuantityOfPlugin(p.unit)};
    if (p.least != 0 || p.most != 0) {
      field.least = p.least;
      field.most = p.most;
    }
    field.odd = p.odd != 0;
    fields.push_back(field);
  }
  return fields;
}

std::vector<double> ValuesOf(const JounceParameter* parameters, int count,
                             const FieldValues& values) {
  std::vector<double> numbers;
  for (int i = 0; i < count; ++i) {
    numbers.push_back(values.Number(parameters[i].name, parameters[i].value));
  }
  numbers.push_back(0);  // an address also where there are none
  return numbers;
}

}  // namespace jounce
