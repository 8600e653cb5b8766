// Laws of rubber parts and springs: a strain history turned into a force (docs/laws.md).
//
// A law holds parameters and nothing else; its memory is a block of numbers that the caller owns:
//
//   std::vector<double> state(law.state_size()), next(law.state_size());
//   law.Start(strain, state);                                 at rest, relaxed, at this strain
//   law.Update(strain, rate, h, state, next, &response);      as often as one likes
//   std::swap(state, next);                                   once, to keep the step
#ifndef JOUNCE_LAW_H_
#define JOUNCE_LAW_H_

#include <array>
#include <complex>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "jounce/error.h"
#include "jounce/export.h"
#include "jounce/model.h"

namespace jounce::api {

// The answer of a law of n components; entries beyond n, and n * n, are left as they are.
struct LawResponse {
  std::array<double, 6> force{};      // N, N m
  std::array<double, 36> d_strain{};  // df/de of the step, row by row, N/m, N m/rad ...
  std::array<double, 36> d_rate{};    // df/de' of the step, row by row
  double stored_energy = 0;           // J, that could be had back
  double dissipated_energy = 0;       // J, lost since Start
};

// A value; cheap to copy, never changed, and good for any number of threads at once.
class JOUNCE_EXPORT Law {
 public:
  // Reads a law file. Throws InputError with all mistakes, FileError where it cannot be read.
  static Law Load(const std::string& path, const std::vector<Setting>& settings = {});
  // The same from text; `path` is for messages and relative paths.
  static Law Parse(const std::string& text, const std::string& path = "law.yaml",
                   const std::vector<Setting>& settings = {});
  Law(const Law& other);
  Law& operator=(const Law& other);
  ~Law();

  // Components of strain and force: 1 (m), 3 (m, or rad) or 6 (m, m, m, rad, rad, rad).
  int dimension() const;
  // Numbers of its memory.
  int state_size() const;

  // All spans below must have exactly dimension() or state_size() entries; std::invalid_argument
  // is thrown where one has not.

  // Writes the state of a part that has always been at rest at `strain`.
  void Start(std::span<const double> strain, std::span<double> state) const;

  // The answer at the end of a step of h [s] from `state` to `strain`, where the rate is `rate`;
  // `next` gets the state there and must not overlap `state`. h may be infinite (the relaxed
  // answer) or 0 (the force now, at the strain of `state`). Never allocates.
  void Update(std::span<const double> strain, std::span<const double> rate, double h,
              std::span<const double> state, std::span<double> next, LawResponse* response) const;

  // Complex stiffness, dimension() x dimension() row by row, for small harmonic motion at `omega`
  // [rad/s] about a part at rest at `strain`.
  std::vector<std::complex<double>> ComplexStiffness(double omega,
                                                     std::span<const double> strain) const;

  // The law as a file in SI units.
  std::string Write() const;
  // Writes that to a file. Throws FileError.
  void Save(const std::string& path) const;

 private:
  struct Impl;
  explicit Law(std::shared_ptr<const Impl> impl);

  std::shared_ptr<const Impl> impl_;
};

}  // namespace jounce::api

#endif  // JOUNCE_LAW_H_
