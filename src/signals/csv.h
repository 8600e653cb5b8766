// Time histories as text in columns: CSV with any separator, with or without a row of units.
//
//   time; LF Spindle Vert. Disp.; RF Shock Force   names, or "name [unit]", or "name (unit)"
//   s;    mm;                     N                units; this row may be left out
//   0;    0.12;                   105              numbers
//
// The separator is found out (tab, ';', ',', '|' or blanks), and so are decimal commas. Lines that
// begin with '#' are comments. A column called time or t gives the rate and the start and must
// advance evenly; without one the rate has to be told.
#ifndef JOUNCE_SIGNALS_CSV_H_
#define JOUNCE_SIGNALS_CSV_H_

#include <string>
#include <vector>

#include "signals/byte_source.h"
#include "signals/channel.h"

namespace jounce {

struct CsvReadSettings {
  char separator = '\0';    // NUL: find out
  double sample_rate = 0;   // Hz, for files without a time column; 0: a time column is needed
  std::string time_column;  // its name, where it is not "time" or "t"
};

// Throws an InputError with the lines that are wrong.
std::vector<Channel> ReadCsv(const ByteSource& file, const CsvReadSettings& settings = {});

struct CsvWriteSettings {
  char separator = ',';
  bool units_row = true;
};

// All channels need the same length, rate and start. Numbers are written so that they read back
// exactly.
void WriteCsv(const std::string& path, const SignalSource& source,
              const CsvWriteSettings& settings = {});

}  // namespace jounce

#endif  // JOUNCE_SIGNALS_CSV_H_
