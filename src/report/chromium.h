// Chromium or Chrome without a window: prints pages and makes films of them.
#ifndef JOUNCE_REPORT_CHROMIUM_H_
#define JOUNCE_REPORT_CHROMIUM_H_

#include <string>
#include <vector>

namespace jounce::report {

// The program, or "" where there is none: what JOUNCE_CHROMIUM names, or one of the path.
std::string FindChromium();

// A program of the path, or "".
std::string FindProgram(const std::string& name);

// The link to a file, with `fragment` behind it where it has one, e.g. "#part".
std::string LinkTo(const std::string& path, const std::string& fragment = "");

// Opens a link with options besides those that let it draw in silence, in a profile of its own, and
// writes what it says into a file, or nowhere for "". Throws FileError, which names `target`, where
// there is none, where it fails, and where it takes longer than `patience` seconds.
void RunChromium(const std::vector<std::string>& options, const std::string& link,
                 const std::string& output, const std::string& target, int patience);

// Starts a program with its words, the first its path, reading from a file ("" for nothing) and
// writing to another; whether it ended well and in time.
bool RunProgram(std::vector<std::string> words, const std::string& input, const std::string& output,
                int patience);

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_CHROMIUM_H_
