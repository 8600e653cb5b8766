// Numbers in sentences: four digits, and a power of ten only where there is no reading without.
#ifndef JOUNCE_REPORT_NUMBER_WORDS_H_
#define JOUNCE_REPORT_NUMBER_WORDS_H_

#include <string>

namespace jounce::report {

// "13330", "0.01234", "12.34 million", "1.234 × 10⁻⁷".
std::string Readable(double value);

// "load at contact point" of "load_at_contact_point": lines break between words.
std::string InWords(std::string name);

// "m/s²" of "m/s^2", "N mm" of "N*mm".
std::string WrittenUnit(const std::string& unit);

// "13330 N", "121.3 m/s²"; the number alone where it has no unit.
std::string WithUnit(double value, const std::string& unit);

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_NUMBER_WORDS_H_
