// Bytes as text of 64 signs (RFC 4648, section 4): four signs for three bytes, '=' where the last ones
// are missing.
#ifndef JOUNCE_IO_BASE64_H_
#define JOUNCE_IO_BASE64_H_

#include <optional>
#include <string>
#include <string_view>

namespace jounce {

std::string EncodeBase64(std::string_view bytes);

// Nothing where the text is none: another sign, or a last group that holds no whole byte. The '=' may
// be left out.
std::optional<std::string> DecodeBase64(std::string_view text);

}  // namespace jounce

#endif  // JOUNCE_IO_BASE64_H_
