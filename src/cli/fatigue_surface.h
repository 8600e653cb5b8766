// What is assessed point by point: a surface with the stresses of its loads, and the histories of
// these. Loads are modes of a flexible body in results, or channels whose unit stresses a table has.
#ifndef JOUNCE_CLI_FATIGUE_SURFACE_H_
#define JOUNCE_CLI_FATIGUE_SURFACE_H_

#include <Eigen/Core>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "cli/fatigue_options.h"
#include "fatigue/part_life.h"

namespace jounce {

struct LoadedSurface {
  // Corners and the triangles between them; none where points come from a table.
  std::vector<int> node;
  std::vector<Eigen::Vector3d> position;
  std::vector<std::array<int, 3>> triangles;
  // Points whose stress is known: corners, of shells on both sides.
  std::vector<int> corner;
  std::vector<std::string> side;  // "top" or "bottom" of a shell
  std::vector<SurfacePoint> points;
  std::vector<std::string> loads;
};

class SurfaceLoads {
 public:
  using Histories = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  virtual ~SurfaceLoads() = default;

  const LoadedSurface& surface() const { return surface_; }
  // Loads x samples of an event, checked.
  virtual Histories HistoriesOf(const std::string& file) = 0;
  // Numbers at the corners for ParaView: NAME.pvd, NAME_1.vtu.
  struct Field {
    std::string name;
    std::vector<double> values;
  };
  virtual void WriteFields(const std::string& name, const std::vector<Field>& fields) const = 0;

 protected:
  LoadedSurface surface_;
};

// Of the flexible body --part of the results.
std::unique_ptr<SurfaceLoads> LoadsOfResults(const FatigueArguments& options,
                                             const std::string& first);
// Of the table --unit-stress.
std::unique_ptr<SurfaceLoads> LoadsOfUnitStresses(const FatigueArguments& options,
                                                  const Console& console);

}  // namespace jounce

#endif  // JOUNCE_CLI_FATIGUE_SURFACE_H_
