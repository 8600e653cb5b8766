// Stress fields of flexible bodies as VTK files (.vtu, XML) for ParaView and others, and a list of
// them over time (.pvd).
#ifndef JOUNCE_REPORT_VTK_FILE_H_
#define JOUNCE_REPORT_VTK_FILE_H_

#include <string>
#include <vector>

#include "report/flexible_view.h"

namespace jounce::report {

// The surface where it is, in ground axes [m], with the elastic displacement [m], von Mises stress
// and stress (xx, yy, zz, xy, yz, zx in the axes of the mesh) [Pa] of its corners, and of the
// elements of its triangles where the part holds them. Throws FileError.
void WriteVtu(const std::string& path, const FlexibleView& view, const SystemState& state);

// Of each corner over a run: its largest von Mises stress [Pa] and when that was [s].
struct EnvelopeField {
  std::vector<double> von_mises;
  std::vector<double> time;
};
// Written as fields of corners.
void WriteEnvelopeVtu(const std::string& path, const FlexibleView& view, const SystemState& drawn,
                      const EnvelopeField& field);

// A number at each corner of a surface, by a name.
struct CornerField {
  std::string name;
  std::vector<double> values;
};
// The surface without load, at the pose of `drawn`, with these; the first is what is shown.
void WriteCornerFieldsVtu(const std::string& path, const FlexibleView& view,
                          const SystemState& drawn, const std::vector<CornerField>& fields);

struct VtkEntry {
  double time = 0;
  std::string file;  // relative to the list
  int part = 0;      // number of the body
};
void WritePvd(const std::string& path, const std::vector<VtkEntry>& entries);

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_VTK_FILE_H_
