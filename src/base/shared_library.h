// A shared library that is opened at run time: laws, blocks and elements of one's own.
#ifndef JOUNCE_BASE_SHARED_LIBRARY_H_
#define JOUNCE_BASE_SHARED_LIBRARY_H_

#include <memory>
#include <string>

namespace jounce {

// Open as long as a copy of what is returned lives. Throws FileError.
std::shared_ptr<void> OpenSharedLibrary(const std::string& file);

// A function of it; null where it has none of this name.
void* FindInLibrary(const std::shared_ptr<void>& library, const char* name);

}  // namespace jounce

#endif  // JOUNCE_BASE_SHARED_LIBRARY_H_
