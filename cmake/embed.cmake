# jounce_embed(OUTPUT source.cc FUNCTION name FOLDER folder FILES ...): a C++ source with the bytes of
# these files, as the function declared in cli/demo_files.h. Made anew when one of them changes.
function(jounce_embed)
  cmake_parse_arguments(EMBED "" "OUTPUT;FUNCTION;FOLDER" "FILES" ${ARGN})
  set(arrays "")
  set(entries "")
  set(number 0)
  foreach(file ${EMBED_FILES})
    file(READ ${EMBED_FOLDER}/${file} bytes HEX)
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
    string(APPEND arrays "constexpr char kFile${number}[] = {${bytes}};\n")
    string(APPEND entries "    {\"${file}\", {kFile${number}, sizeof kFile${number}}},\n")
    math(EXPR number "${number} + 1")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${EMBED_FOLDER}/${file})
  endforeach()
  file(CONFIGURE OUTPUT ${EMBED_OUTPUT} CONTENT
"#include \"cli/demo_files.h\"
namespace jounce {
namespace {
${arrays}constexpr EmbeddedFile kFiles[] = {
${entries}};
}  // namespace
std::span<const EmbeddedFile> ${EMBED_FUNCTION}() { return kFiles; }
}  // namespace jounce
")
endfunction()
