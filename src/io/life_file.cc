#include "io/life_file.h"

#include "io/part_hdf5.h"
#include "io/text_file.h"

namespace jounce {

void WriteLifeFile(const std::string& path, const LifeFile& life) {
  SilenceHdf5();
  PartWriter writer(path, "life");
  writer.Attribute("format", "jounce-life");
  writer.Attribute("format_version", "1");
  writer.Attribute("part", life.part);
  writer.Attribute("material", life.material);
  writer.Attribute("method", life.method);
  const hsize_t corners = life.node.size(), points = life.damage.size();
  std::vector<double> position;
  for (const Eigen::Vector3d& p : life.position)
    position.insert(position.end(), {p[0], p[1], p[2]});
  std::vector<int> triangles;
  for (const auto& t : life.triangles) triangles.insert(triangles.end(), t.begin(), t.end());
  writer.Integers("surface/node", {corners}, life.node);
  writer.Numbers("surface/position", {corners, 3}, position, "m");
  writer.Integers("surface/triangles", {life.triangles.size(), 3}, triangles);
  writer.Integers("points/corner", {points}, life.corner);
  writer.Texts("points/side", life.side);
  writer.Numbers("points/damage", {points}, life.damage, "");
  std::vector<double> lives, event_damage;
  for (const double damage : life.damage) lives.push_back(1 / damage);
  writer.Numbers("points/life", {points}, lives, "");
  writer.Numbers("points/largest_amplitude", {points}, life.largest_amplitude, "Pa");
  writer.Integers("points/bound", {points}, life.bound);
  for (const auto& event : life.event_damage) {
    event_damage.insert(event_damage.end(), event.begin(), event.end());
  }
  writer.Texts("events/name", life.event);
  writer.Numbers("events/repetitions", {life.event.size()}, life.repetitions, "");
  writer.Numbers("events/damage", {life.event.size(), points}, event_damage, "");
  WriteTextFile(path, writer.Finish());
}

}  // namespace jounce
