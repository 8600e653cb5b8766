#include "report/vtk_file.h"

#include <fmt/format.h>

#include <iterator>

#include "io/text_file.h"
#include "report/escape.h"

namespace jounce::report {
namespace {

constexpr int kTriangle = 5;  // VTK's number for it

class VtuText {
 public:
  template <class... Values>
  void Line(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
    text_ += '\n';
  }

  template <class Row>
  void Array(const char* type, const char* name, int components, int count, const Row& row) {
    Line("<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"ascii\">", type,
         name, components);
    for (int i = 0; i < count; ++i) {
      const auto values = row(i);
      for (int k = 0; k < components; ++k) {
        fmt::format_to(std::back_inserter(text_), "{:.9g} ", static_cast<double>(values[k]));
      }
      text_ += '\n';
    }
    Line("</DataArray>");
  }

  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

using One = Eigen::Matrix<double, 1, 1>;

// From the head to the data: time, corners where `place` says, triangles.
template <class Place>
void BeginSurface(const FlexibleSurface& surface, double time, const Place& place, VtuText* out) {
  const int points = static_cast<int>(surface.position.size());
  const int cells = static_cast<int>(surface.triangles.size());
  out->Line("<?xml version=\"1.0\"?>");
  out->Line("<VTKFile type=\"UnstructuredGrid\" version=\"0.1\" byte_order=\"LittleEndian\">");
  out->Line("<UnstructuredGrid>");
  out->Line("<FieldData>");
  out->Line(
      "<DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">");
  out->Line("{:.12g}", time);
  out->Line("</DataArray>\n</FieldData>");
  out->Line("<Piece NumberOfPoints=\"{}\" NumberOfCells=\"{}\">", points, cells);
  out->Line("<Points>");
  out->Array("Float64", "position", 3, points, place);
  out->Line("</Points>\n<Cells>");
  out->Array("Int32", "connectivity", 3, cells, [&](int i) { return surface.triangles[i]; });
  out->Array("Int32", "offsets", 1, cells, [](int i) { return One(3.0 * (i + 1)); });
  out->Array("UInt8", "types", 1, cells, [](int) { return One(static_cast<double>(kTriangle)); });
  out->Line("</Cells>");
}

void EndSurface(VtuText* out) { out->Line("</Piece>\n</UnstructuredGrid>\n</VTKFile>"); }

}  // namespace

void WriteVtu(const std::string& path, const FlexibleView& view, const SystemState& state) {
  const FlexibleSurface& surface = view.part().surface;
  const int points = view.corners(), cells = static_cast<int>(surface.triangles.size());
  const jounce::Pose& pose = state.pose[view.body()];
  VtuText out;
  BeginSurface(
      surface, state.time,
      [&](int i) -> Eigen::Vector3d {
        return pose * (surface.position[i] + view.Displacement(i, state));
      },
      &out);
  out.Line("<PointData Scalars=\"von_mises\" Vectors=\"displacement\">");
  out.Array("Float64", "displacement", 3, points,
            [&](int i) -> Eigen::Vector3d { return pose.R * view.Displacement(i, state); });
  out.Array("Float64", "von_mises", 1, points,
            [&](int i) { return One(VonMises(view.Stress(i, state))); });
  out.Array("Float64", "stress", 6, points, [&](int i) { return view.Stress(i, state); });
  out.Line("</PointData>");
  if (view.HasElementStress()) {
    out.Line("<CellData Scalars=\"element_von_mises\">");
    out.Array("Float64", "element_von_mises", 1, cells,
              [&](int i) { return One(VonMises(view.ElementStress(i, state))); });
    out.Array("Float64", "element_stress", 6, cells,
              [&](int i) { return view.ElementStress(i, state); });
    out.Line("</CellData>");
  }
  EndSurface(&out);
  WriteTextFile(path, out.text());
}

void WriteCornerFieldsVtu(const std::string& path, const FlexibleView& view,
                          const SystemState& drawn, const std::vector<CornerField>& fields) {
  const FlexibleSurface& surface = view.part().surface;
  const jounce::Pose& pose = drawn.pose[view.body()];
  VtuText out;
  BeginSurface(
      surface, 0, [&](int i) -> Eigen::Vector3d { return pose * surface.position[i]; }, &out);
  out.Line("<PointData Scalars=\"{}\">", fields.front().name);
  for (const CornerField& field : fields) {
    out.Array("Float64", field.name.c_str(), 1, view.corners(),
              [&](int i) { return One(field.values[static_cast<size_t>(i)]); });
  }
  out.Line("</PointData>");
  EndSurface(&out);
  WriteTextFile(path, out.text());
}

void WriteEnvelopeVtu(const std::string& path, const FlexibleView& view, const SystemState& drawn,
                      const EnvelopeField& field) {
  WriteCornerFieldsVtu(path, view, drawn,
                       {{"largest_von_mises", field.von_mises}, {"time_of_largest", field.time}});
}

void WritePvd(const std::string& path, const std::vector<VtkEntry>& entries) {
  VtuText out;
  out.Line("<?xml version=\"1.0\"?>");
  out.Line("<VTKFile type=\"Collection\" version=\"0.1\">\n<Collection>");
  for (const VtkEntry& entry : entries) {
    out.Line("<DataSet timestep=\"{:.12g}\" part=\"{}\" file=\"{}\"/>", entry.time, entry.part,
             EscapeHtml(entry.file));
  }
  out.Line("</Collection>\n</VTKFile>");
  WriteTextFile(path, out.text());
}

}  // namespace jounce::report
