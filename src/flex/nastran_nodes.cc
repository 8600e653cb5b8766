#include "flex/nastran_nodes.h"

#include <fmt/format.h>

namespace jounce::flex {

bool NastranNodes::Take(const CardFields& f) {
  const Card& card = f.card();
  const std::string& name = card.name;
  if (name == "GRID") {
    grids_.push_back(&card);
  } else if (name == "SPOINT") {
    scalar_points_.push_back(&card);
  } else if (name == "GRDSET") {
    grid_defaults_ = &card;
  } else if (name == "CORD2R" || name == "CORD2C" || name == "CORD2S") {
    Eigen::Matrix3d points;
    for (int i = 0; i < 9; ++i) points(i % 3, i / 3) = f.Real(3 + i, 0);
    const auto kind = name == "CORD2R"   ? CoordinateBook::Kind::kRectangular
                      : name == "CORD2C" ? CoordinateBook::Kind::kCylindrical
                                         : CoordinateBook::Kind::kSpherical;
    systems_->AddByPoints(f.NeedInteger(1), kind, f.Integer(2, 0), points, card.place);
  } else if (name == "CORD1R") {
    for (size_t i = 1; i <= 5 && f.Has(i); i += 4) {
      systems_->AddByNodes(f.NeedInteger(i),
                           {f.NeedInteger(i + 1), f.NeedInteger(i + 2), f.NeedInteger(i + 3)},
                           card.place);
    }
  } else {
    return false;
  }
  return true;
}

// Nodes may stand in systems that stand on other nodes.
void NastranNodes::Place() {
  const auto position_of = [&](int id, Eigen::Vector3d* position) {
    const int index = mesh_->FindNode(id);
    if (index >= 0) *position = mesh_->nodes[index].position;
    return index >= 0;
  };
  std::vector<const Card*> waiting = grids_;
  systems_->Resolve(position_of);
  for (bool progress = true; progress && !waiting.empty();) {
    std::vector<const Card*> later;
    for (const Card* card : waiting) {
      if (!PlaceOne(*card)) later.push_back(card);
    }
    progress = later.size() < waiting.size();
    waiting.swap(later);
    systems_->Resolve(position_of);
  }
  for (const Card* card : scalar_points_) {
    const CardFields f(*card, diagnostics_);
    for (const int id : f.Numbers(1)) {
      if (id <= 0) f.Error("a point's number must be above zero");
      if (!mesh_->AddScalarPoint(id, card->place)) {
        f.Error(fmt::format("the number {} is taken", id), "GRIDs and SPOINTs share their numbers");
      }
    }
  }
  for (const Card* card : waiting) {
    CardFields(*card, diagnostics_).Error("its coordinate system is not known");
  }
  systems_->ReportUnresolved(diagnostics_);
  for (const auto& [node, system] : displacement_systems_) {
    if (!systems_->Knows(system)) {
      diagnostics_->Error(mesh_->nodes[node].place,
                          fmt::format("GRID {}: displacement system {} is not known",
                                      mesh_->nodes[node].id, system));
      continue;
    }
    mesh_->nodes[node].axes = systems_->AxesAt(system, mesh_->nodes[node].position);
  }
}

bool NastranNodes::PlaceOne(const Card& card) {
  const CardFields f(card, diagnostics_);
  const CardFields defaults(grid_defaults_ ? *grid_defaults_ : card, diagnostics_);
  const int system = f.Integer(2, grid_defaults_ ? defaults.Integer(2, 0) : 0);
  if (!systems_->Knows(system)) return false;
  Node node;
  node.id = f.NeedInteger(1);
  node.place = card.place;
  node.position = systems_->ToBasic(system, {f.Real(3, 0), f.Real(4, 0), f.Real(5, 0)});
  if (node.id <= 0) f.Error("a node's number must be above zero");
  if (!mesh_->AddNode(node)) {
    f.Error("this node number is taken", "each GRID needs a number of its own");
    return true;
  }
  const int index = static_cast<int>(mesh_->nodes.size()) - 1;
  const int displacement = f.Integer(6, grid_defaults_ ? defaults.Integer(6, 0) : 0);
  if (displacement > 0) displacement_systems_.emplace_back(index, displacement);
  const int held = f.Components(7, grid_defaults_ ? defaults.Components(7, 0) : 0);
  if (held != 0) mesh_->supports.push_back({index, held});
  return true;
}

int NastranNodeAt(const Mesh& mesh, const CardFields& f, int id) {
  const int index = mesh.FindNode(id);
  if (index < 0) {
    f.Error(fmt::format("node {} does not exist", id));
    return 0;
  }
  return index;
}

}  // namespace jounce::flex
