// Text of users made safe for the places of an HTML file where a page puts it.
#ifndef JOUNCE_REPORT_ESCAPE_H_
#define JOUNCE_REPORT_ESCAPE_H_

#include <string>
#include <string_view>

namespace jounce::report {

// For the text of an element or a quoted attribute: & < > " ' become entities, control characters
// that HTML forbids become U+FFFD.
std::string EscapeHtml(std::string_view text);

// JSON text for a script element: no byte of it can end the element ("</script>") or open a comment
// ("<!--"), because <, > and & become \u003c, \u003e and \u0026. These stand only inside strings in
// JSON, so the value is unchanged.
std::string EscapeJsonForScript(std::string_view json);

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_ESCAPE_H_
