// A law from a shared library at run time (jounce/law_plugin.h says what the library must offer):
// for materials that Jounce does not know, or that must not be published.
#ifndef JOUNCE_LAWS_LIBRARY_LAW_H_
#define JOUNCE_LAWS_LIBRARY_LAW_H_

#include <map>
#include <memory>
#include <string>

#include "jounce/law_plugin.h"
#include "laws/law.h"
#include "laws/parameter_check.h"

namespace jounce {

struct LibrarySettings {
  std::string file;  // path of the shared library
  int dimension = 1;
  std::map<std::string, double> parameters;  // SI values

  friend bool operator==(const LibrarySettings&, const LibrarySettings&) = default;
};

void Validate(const LibrarySettings& settings, const ParameterCheck& check);

class LibraryLaw : public Law {
 public:
  // Throws FileError if the library cannot be loaded, InputError if it is no law or refuses the
  // parameters.
  explicit LibraryLaw(const LibrarySettings& settings);
  ~LibraryLaw() override;
  LibraryLaw(const LibraryLaw&) = delete;
  LibraryLaw& operator=(const LibraryLaw&) = delete;

  int dimension() const override { return dimension_; }
  int state_size() const override { return state_size_; }
  void Start(const double* strain, double* state) const override;
  void Update(const LawStep& step, const double* state, double* next,
              LawResponse* response) const override;
  SmallMotion Linearize(double omega, const double* strain) const override;

 private:
  std::shared_ptr<void> library_;
  const JounceLawPlugin* plugin_ = nullptr;
  void* law_ = nullptr;
  int dimension_, state_size_ = 0;
};

}  // namespace jounce

#endif  // JOUNCE_LAWS_LIBRARY_LAW_H_
