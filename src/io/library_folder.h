// The sub-assemblies that come with the product: `file: library/front_wishbone.yaml` is looked for
// beside the file that says so, then in the folder `library` that belongs to the running program:
// share/jounce/library where it is installed, that of the sources where it was built.
#ifndef JOUNCE_IO_LIBRARY_FOLDER_H_
#define JOUNCE_IO_LIBRARY_FOLDER_H_

#include <string>

namespace jounce {

// The file that `path`, named in the file `from`, stands for; `path` itself where there is no other.
std::string FindInLibrary(const std::string& path, const std::string& from);

}  // namespace jounce

#endif  // JOUNCE_IO_LIBRARY_FOLDER_H_
