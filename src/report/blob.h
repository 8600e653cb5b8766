// Numbers of a page in binary: arrays one after the other, shipped as base64, each described in the
// page's JSON by an object that says where it stands and how to read it:
//
//   {"kind": "grid", "from": a, "step": h}                        a + h i; no bytes
//   {"kind": "steps", "from": a, "step": h, "at": p, "width": w}  a + h k_i, k_i the running sum
//                                                                 of unsigned numbers of w bytes
//   {"kind": "f32", "from": a, "at": p}                           a + float_i
//   {"kind": "pick", "of": array, "count": n, "at": p, "width": w}  of another array of n numbers those
//                                                                 with the indices k_i, as in steps
//
// All little-endian; `at` counts bytes and is a multiple of 8. NaN marks a gap.
#ifndef JOUNCE_REPORT_BLOB_H_
#define JOUNCE_REPORT_BLOB_H_

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace jounce::report {

class Blob {
 public:
  // The samples v[index[0]], v[index[1]], ... in the most compact kind that holds them. A uniform v
  // (as the times of a recording) costs nothing, or one or two bytes a sample if decimated; so does
  // one that ascends in uneven steps from its third time on.
  nlohmann::json Add(std::span<const double> v, std::span<const std::size_t> index);
  nlohmann::json Add(std::span<const double> v);

  // Raw numbers; returns the byte where they start.
  std::size_t AddRaw(std::span<const float> v);
  std::size_t AddRaw(std::span<const std::int16_t> v);
  std::size_t AddRaw(std::span<const std::uint32_t> v);

  const std::vector<std::uint8_t>& bytes() const { return bytes_; }
  std::string ToBase64() const;

 private:
  // One that ascends, and came before.
  struct Known {
    std::vector<double> values;
    nlohmann::json whole;  // once it is here as a whole; null before
  };

  nlohmann::json AddFloats(std::span<const double> v, std::span<const std::size_t> index);
  // Null for the first time, and of what does not ascend.
  nlohmann::json AddKnown(std::span<const double> v, std::span<const std::size_t> index);
  // Where bytes stand; of those that came before, their first place.
  std::size_t Append(const void* data, std::size_t size);
  nlohmann::json AddSteps(std::span<const std::size_t> index, double from, double step);

  std::vector<std::uint8_t> bytes_;
  std::vector<Known> known_;
  std::unordered_multimap<std::size_t, std::size_t> places_;  // of long arrays, by their hashes
};

// Whether v[i] = v[0] + i h to within a rounding that no plot shows (1e-6 h); h in *step.
bool IsUniform(std::span<const double> v, double* step);

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_BLOB_H_
