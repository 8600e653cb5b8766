// A scene for other programs: a binary glTF 2.0 file (.glb, ISO/IEC 12113), with the motion of a run as
// its animation. Bodies are nodes with their shapes; bushings are balls on their first body; springs,
// dampers and rods are bars that stretch between their points. Deformations are left out.
#ifndef JOUNCE_REPORT_GLTF_FILE_H_
#define JOUNCE_REPORT_GLTF_FILE_H_

#include <string>

#include "report/scene.h"

namespace jounce::report {

// The bytes of the file. y is up there, in m.
std::string GltfOf(const Scene& scene);

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_GLTF_FILE_H_
