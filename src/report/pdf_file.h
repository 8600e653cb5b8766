// A page on paper: printed by a browser that needs no screen, as the page prints itself (cover with the
// findings, contents, two plots a sheet).
#ifndef JOUNCE_REPORT_PDF_FILE_H_
#define JOUNCE_REPORT_PDF_FILE_H_

#include <string>

namespace jounce::report {

// Prints the page to `pdf`, which must not be there before. Throws FileError where there is no
// Chromium (chromium.h), or where it fails.
void PrintPage(const std::string& page, const std::string& pdf);

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_PDF_FILE_H_
