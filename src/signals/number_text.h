// Numbers and words as they stand in measurement files: padded, with Fortran exponents, rounded to
// a few digits.
#ifndef JOUNCE_SIGNALS_NUMBER_TEXT_H_
#define JOUNCE_SIGNALS_NUMBER_TEXT_H_

#include <optional>
#include <string>
#include <string_view>

namespace jounce {

std::string_view Trimmed(std::string_view text);
std::string LowerCase(std::string_view text);

// The whole of `text`, blanks around it aside, as a number. Accepts a leading '+', exponents with D
// and exponents without a letter ("1.5-103", as Fortran prints three digits).
std::optional<double> ParseNumber(std::string_view text);

// As above, for a whole number; "12.0" counts as one.
std::optional<long long> ParseWholeNumber(std::string_view text);

// The shortest text of at most `width` characters that says `value` as exactly as fits.
std::string FormatWithin(double value, int width);

// The sample rate with the fewest digits whose interval is `interval` to within `tolerance`;
// 1 / interval where nine digits are not enough, 0 where the interval is not a positive number.
double RoundestRate(double interval, double tolerance);

// The sample rate that a file means by an interval printed with few digits: "2.441406E-003" gives
// 409.6 and not 409.60004.
double RateOfInterval(std::string_view printed_interval);

// The roundest decimal number that is `value` in single precision: 409.6f gives 409.6.
double RoundestDecimal(float value);

}  // namespace jounce

#endif  // JOUNCE_SIGNALS_NUMBER_TEXT_H_
