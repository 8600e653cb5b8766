// Files of lives: damage at every point of a part, HDF5 that any tool reads, in SI units.
//
//   /          attributes: format, format_version, part, material, method
//   /surface   node [c], position [c, 3] m, triangles [t, 3] (corners of the surface)
//   /points    corner [p], side [p] text, damage [p], life [p], largest_amplitude [p] Pa, bound [p]
//              (1: damage is an upper bound of a point that was left out)
//   /events    name [e] text, repetitions [e], damage [e, p] of one pass
//
// A corner of a shell has a point on each side. Damage is that of one pass of all events with their
// repetitions, a life how often it can be run; an amplitude is half a range. Before the HDF5 content
// stands its checksum (part_hdf5.h).
#ifndef JOUNCE_IO_LIFE_FILE_H_
#define JOUNCE_IO_LIFE_FILE_H_

#include <Eigen/Core>
#include <array>
#include <string>
#include <vector>

namespace jounce {

struct LifeFile {
  std::string part, material, method;
  std::vector<int> node;
  std::vector<Eigen::Vector3d> position;
  std::vector<std::array<int, 3>> triangles;
  std::vector<int> corner;
  std::vector<std::string> side;
  std::vector<double> damage, largest_amplitude;
  std::vector<int> bound;
  std::vector<std::string> event;
  std::vector<double> repetitions;
  std::vector<std::vector<double>> event_damage;
};

// Throws FileError if it cannot be written; what stood there before is then untouched.
void WriteLifeFile(const std::string& path, const LifeFile& life);

}  // namespace jounce

#endif  // JOUNCE_IO_LIFE_FILE_H_
