// Whole files in and out, written as base/output_file.h says: nobody ever finds half a file, and a
// failed write leaves the old one as it was.
#ifndef JOUNCE_IO_TEXT_FILE_H_
#define JOUNCE_IO_TEXT_FILE_H_

#include <string>

namespace jounce {

// Throws FileError if the file does not exist, is a folder or cannot be read.
std::string ReadTextFile(const std::string& path);

// Throws FileError if it cannot be written.
void WriteTextFile(const std::string& path, const std::string& text);

}  // namespace jounce

#endif  // JOUNCE_IO_TEXT_FILE_H_
