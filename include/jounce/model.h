// Models: read from YAML files (docs/model.md), written as such, and given to a Simulation.
#ifndef JOUNCE_MODEL_H_
#define JOUNCE_MODEL_H_

#include <memory>
#include <string>
#include <vector>

#include "jounce/error.h"
#include "jounce/export.h"

namespace jounce::api {

// A value for a parameter, point or variant of a file, as `--set name=value` gives it:
// {"spring", "45 N/mm"}, {"front_left/rear", "four_link"}.
struct Setting {
  std::string name;
  std::string value;
};

// A model that was read and checked. A value: copying is cheap, and copies are independent. One
// Model may be used by any number of threads at once, as long as none of them changes it.
class JOUNCE_EXPORT Model {
 public:
  // Reads a model file with all that it includes and names (sub-assemblies, laws, flexible parts,
  // signals), as `jounce run FILE --set ... --case ...` does.
  //   settings   override what the file says, the later one of two equal names wins
  //   case_name  a case of the file, applied before `settings`; empty: none
  // Throws InputError with all mistakes, FileError where the file cannot be read.
  static Model Load(const std::string& path, const std::vector<Setting>& settings = {},
                    const std::string& case_name = "");

  // The same from text. `path` is what messages call it, and what its relative paths start from; no
  // file of this name is needed.
  static Model Parse(const std::string& text, const std::string& path = "model.yaml",
                     const std::vector<Setting>& settings = {}, const std::string& case_name = "");

  Model(const Model& other);
  Model(Model&& other) noexcept;
  Model& operator=(const Model& other);
  Model& operator=(Model&& other) noexcept;
  ~Model();

  // As the file calls it; may be empty.
  const std::string& name() const;
  // Every file that was read, the model's own first.
  const std::vector<std::string>& files() const;
  // The names of the cases of the file.
  const std::vector<std::string>& cases() const;
  // What `jounce check` would warn of.
  std::vector<Finding> warnings() const;
  // Names of all bodies; those of sub-assemblies as "front_left/lower_arm".
  std::vector<std::string> bodies() const;

  // Times of a run [s]: its end, the longest step, and the distance of results (0: every step).
  double end_time() const;
  double step() const;
  double output_step() const;
  // Override them. Throw std::invalid_argument unless the time is positive and finite.
  void SetEndTime(double end_time);
  void SetStep(double step);

  // The model as a file in SI units, without includes and expressions; paths in it as seen from
  // `folder`. Parsed again it gives the same model to the last bit.
  std::string Write(const std::string& folder = ".") const;
  // Writes that to a file. Throws FileError; what stood there before is then untouched.
  void Save(const std::string& path) const;

  // Of the library.
  struct Impl;
  const Impl& impl() const { return *impl_; }

 private:
  explicit Model(std::shared_ptr<const Impl> impl);

  std::shared_ptr<const Impl> impl_;
};

}  // namespace jounce::api

#endif  // JOUNCE_MODEL_H_
