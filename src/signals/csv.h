// Time histories as text in columns, in any dialect that signals/text_sheet.h reads. A column called
// time, t or Zeit gives the rate and the start and must advance evenly; without one the rate has to
// be told.
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
