// The drawing of a flexible body: its surface as a mesh that bends by its modes.
#ifndef JOUNCE_REPORT_FLEXIBLE_MESH_H_
#define JOUNCE_REPORT_FLEXIBLE_MESH_H_

#include <vector>

#include "mechanics/system.h"
#include "report/scene.h"

namespace jounce::report {

// A mesh in the axes of the body, without modes.
SceneShape MakeSurfaceShape(const FlexiblePart& part);

// What the modes of a mesh may take of a page.
inline constexpr size_t kMeshModesBytes = 6 << 20;

// Whether a body is drawn as a mesh.
bool IsDrawnAsMesh(const Flexibility& flexible);

// How it bends in a run. `amplitudes` has one row a frame and one entry a mode in use, as in
// SystemState::modal. Where all modes would need more than `max_bytes`, those that move the surface
// most are kept.
MeshModes MakeMeshModes(const System& system, int body, const std::vector<double>& amplitudes,
                        size_t max_bytes);

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_FLEXIBLE_MESH_H_
