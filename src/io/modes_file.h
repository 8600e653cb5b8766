// Modes and their shapes in an HDF5 file, for other programs:
//
//   /frequency, /damped_frequency [Hz], /damping [1], /time_constant [s]   one number a mode
//   /names      what moves, one text a mode         /bodies   their names
//   /shape      modes x bodies x 6: the centre of mass along x, y, z of the ground and the turning
//               about them, at one instant; the largest of each mode is 1 in metres and radians
//   /shares     modes x bodies x 6: of the kinetic energy
#ifndef JOUNCE_IO_MODES_FILE_H_
#define JOUNCE_IO_MODES_FILE_H_

#include <string>
#include <vector>

#include "model/model.h"
#include "solve/modes.h"

namespace jounce {

// `names` has one text a mode. Replaces what is there; throws FileError.
void WriteModes(const std::string& path, const std::vector<Mode>& modes,
                const std::vector<std::string>& names, const Model& model);

}  // namespace jounce

#endif  // JOUNCE_IO_MODES_FILE_H_
