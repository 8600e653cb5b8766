// What elements and blocks from shared libraries have in common (jounce/plugin.h): how a kind is
// found, and how its parameters are described.
#ifndef JOUNCE_BLOCKS_PLUGIN_KINDS_H_
#define JOUNCE_BLOCKS_PLUGIN_KINDS_H_

#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/names.h"
#include "base/shared_library.h"
#include "blocks/kind_field.h"
#include "jounce/plugin.h"

namespace jounce {

// The kind of a library by its name, or the only one. `entry` is the name of the function that
// lists them.
template <class Plugin>
const Plugin& FindPlugin(const std::shared_ptr<void>& opened, const LibraryKind& library,
                         const char* entry) {
  using Entry = const Plugin* (*)(int);
  const auto list = reinterpret_cast<Entry>(FindInLibrary(opened, entry));
  if (!list) {
    throw InputError(fmt::format("library '{}' has no function {}", library.file, entry),
                     "build it against jounce/plugin.h");
  }
  constexpr int kMost = 1000;
  std::vector<std::string> names;
  for (int i = 0; i < kMost; ++i) {
    const Plugin* plugin = list(i);
    if (!plugin) break;
    if (plugin->version != JOUNCE_PLUGIN_VERSION) {
      throw InputError(
          fmt::format("library '{}' is built for version {} of jounce/plugin.h, not {}",
                      library.file, plugin->version, JOUNCE_PLUGIN_VERSION),
          "build it again");
    }
    names.emplace_back(plugin->name ? plugin->name : "");
  }
  for (size_t i = 0; i < names.size(); ++i) {
    if (names[i] == library.name || (library.name.empty() && names.size() == 1)) {
      return *list(static_cast<int>(i));
    }
  }
  throw InputError(library.name.empty()
                       ? fmt::format("library '{}' holds {} kinds", library.file, names.size())
                       : fmt::format("library '{}' holds no '{}'", library.file, library.name),
                   library.name.empty() ? fmt::format("say `kind`: {}", fmt::join(names, ", "))
                                        : SuggestName(library.name, names));
}

// Throws InputError for a unit that is not known.
std::vector<KindField> FieldsOf(const JounceParameter* parameters, int count);
Quantity QuantityOfPlugin(const char* unit);

// Values in the order of the parameters.
std::vector<double> ValuesOf(const JounceParameter* parameters, int count,
                             const FieldValues& values);

// What create() of a plug-in gives, or InputError with its message.
template <class Plugin>
std::shared_ptr<void> CreateFrom(const Plugin& plugin, const std::shared_ptr<void>& opened,
                                 const FieldValues& values) {
  const std::vector<double> numbers = ValuesOf(plugin.parameters, plugin.parameter_count, values);
  char message[256] = "no reason given";
  void* made = plugin.create(numbers.data(), message, sizeof message);
  if (!made) {
    throw InputError(fmt::format("'{}' refuses its parameters: {}", plugin.name, message));
  }
  // The library stays open until it is gone.
  return std::shared_ptr<void>(made, [&plugin, opened](void* object) { plugin.destroy(object); });
}

}  // namespace jounce

#endif  // JOUNCE_BLOCKS_PLUGIN_KINDS_H_
