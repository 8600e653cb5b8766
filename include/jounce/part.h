// Flexible parts: what `jounce reduce` makes of a mesh and `flexible: part.h5` in a model uses.
#ifndef JOUNCE_PART_H_
#define JOUNCE_PART_H_

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "jounce/error.h"
#include "jounce/export.h"

namespace jounce::api {

// A node that joints, bushings and loads can be attached to, as "body.name".
struct PartNode {
  std::string name;
  int mesh_number = 0;
  std::array<double, 3> position{};  // in the axes of the mesh, m
};

// A mode of the part. Modes have a modal mass of 1.
struct PartMode {
  double frequency = 0;  // Hz
  double damping = 0;    // ratio to critical
  std::string origin;    // "normal", "constraint" or "residual"
};

// A part as a file holds it. A value; cheap to copy, and never changed.
class JOUNCE_EXPORT Part {
 public:
  // Throws FileError where it is no file of a part, or a damaged one.
  static Part Load(const std::string& path);
  Part(const Part& other);
  Part& operator=(const Part& other);
  ~Part();

  // Writes the part as such a file. Throws FileError; what stood there before is then untouched.
  void Save(const std::string& path) const;

  const std::string& name() const;
  double mass() const;                   // kg
  std::array<double, 3> centre() const;  // of mass, in the axes of the mesh, m
  std::vector<PartNode> nodes() const;
  std::vector<PartMode> modes() const;

 private:
  struct Impl;
  explicit Part(std::shared_ptr<const Impl> impl);

  std::shared_ptr<const Impl> impl_;
};

}  // namespace jounce::api

#endif  // JOUNCE_PART_H_
