#include "model/drawn_shapes.h"

namespace jounce {
namespace {

using Look = std::optional<decltype(DrawnShape::kind)>;

Look LookOfKind(const RodShape& s) { return DrawnRod{s.from, s.to}; }
Look LookOfKind(const TubeShape& s) { return DrawnTube{s.from, s.to, s.diameter}; }
Look LookOfKind(const CylinderShape& s) { return DrawnTube{s.from, s.to, s.diameter}; }
Look LookOfKind(const PlateShape& s) { return DrawnPlate{s.corners, s.thickness}; }
Look LookOfKind(const BoxShape& s) { return DrawnBox{s.centre, s.size, s.orientation}; }
Look LookOfKind(const WheelShape& s) { return DrawnWheel{s.centre, s.axis, s.diameter, s.width}; }
Look LookOfKind(const PointShape&) { return std::nullopt; }
Look LookOfKind(const MeshShape& s) {
  if (!s.surface) return std::nullopt;
  return DrawnMesh{.file = s.file,
                   .units = s.units,
                   .centre = {},
                   .orientation = {},
                   .mirrored = s.mirrored,
                   .surface = s.surface};
}

}  // namespace

std::optional<DrawnShape> LookOf(const MassShape& shape) {
  Look look = std::visit([](const auto& kind) { return LookOfKind(kind); }, shape.kind);
  if (!look) return std::nullopt;
  return DrawnShape{shape.place, std::move(*look)};
}

}  // namespace jounce
