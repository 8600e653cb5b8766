// Shows a page to the user.
#ifndef JOUNCE_REPORT_BROWSER_H_
#define JOUNCE_REPORT_BROWSER_H_

#include <string>

namespace jounce::report {

// Hands the file to the program that the desktop opens pages with (xdg-open; open on a Mac; wslview
// under Windows). False, with the reason, where there is no desktop or no such program, or where it
// fails at once; the caller then tells the user the path.
bool OpenInBrowser(const std::string& path, std::string* reason);

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_BROWSER_H_
