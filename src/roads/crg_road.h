// A road from an OpenCRG file. The reference line is a polygon of equal steps; u runs along it, v
// lies across it on the angle bisectors of its corners. Heights are bilinear between grid points,
// banking and slope are added [ASAM OpenCRG 1.2]. Heights are kept in single precision, as the
// reference library does.
//
// Where the file has no $ROAD_CRG_MODS, the right end of the first cross section is put into the
// origin, heading along x, and gaps get the height beside them; a block of modifiers, even an empty
// one, replaces that.
#ifndef JOUNCE_ROADS_CRG_ROAD_H_
#define JOUNCE_ROADS_CRG_ROAD_H_

#include <vector>

#include "roads/crg_file.h"
#include "roads/road.h"

namespace jounce {

class CrgRoad : public Road {
 public:
  // Throws InputError where options or modifiers make no road; `warnings` gets the rest.
  CrgRoad(CrgData data, double friction, Diagnostics* warnings);

  RoadSurface At(double x, double y, RoadHint* hint) const override;
  RoadPlace FromPath(double u, double v) const override;
  PathPlace ToPath(double x, double y, RoadHint* hint) const override;
  double HeightOnPath(double u, double v) const override { return HeightAt(u, v).z; }
  Extent extent() const override { return {u_first_, u_last_, v_first_, v_last_}; }

 private:
  enum BorderMode { kNone, kZero, kKeep, kRepeat, kReflect };
  struct Border {
    int mode = kKeep;
    double offset = 0;
  };
  // A coordinate brought back to the grid.
  struct OnGrid {
    size_t index = 0;
    double fraction = 0;
    double place = 0;    // the coordinate itself, moved where the road repeats
    bool inside = true;  // whether it counts as on the grid
    bool free = true;    // whether the height follows it
    double side = 1;     // -1 where it is reflected
  };
  struct Height {
    double z, z_u, z_v;
  };
  struct Corner {
    double x, y;
  };

  void ReadLine(const CrgData& data, Diagnostics* warnings);
  void ReadOptions(const CrgData& data);
  void ScaleAndFill(CrgData* data, const std::map<std::string, double>& modifiers);
  void MakeReferenceLine(const CrgData& data, bool ends_hold);
  void MakeElevation(const CrgData& data, bool ends_hold);
  void FindClosure();
  void Move(const std::map<std::string, double>& modifiers);
  void MoveTo(double rotation, Corner center, double dx, double dy, double dz);

  double Wrapped(double u) const;
  OnGrid AlongU(double u) const;
  OnGrid AlongV(double v) const;
  Height HeightAt(double u, double v) const;
  double Smoothed(double z, double u, const OnGrid& along) const;
  size_t IntervalOf(double x, double y, RoadHint* hint) const;
  size_t Nearest(double x, double y) const;
  // Direction across the line through corner i that is one metre wide across interval j.
  Corner Across(size_t corner, size_t interval) const;
  Corner Step(size_t from, size_t to) const { return {x_[to] - x_[from], y_[to] - y_[from]}; }

  double u_first_ = 0, u_last_ = 0, u_step_ = 1;
  double v_first_ = 0, v_last_ = 0, v_step_ = 0;  // no step where sections are by position
  std::vector<double> v_;
  std::vector<float> z_;
  std::vector<double> x_, y_, phi_;  // no phi where the line is straight
  double phi_first_ = 0, phi_last_ = 0;
  std::vector<double> elevation_;  // of the reference line; empty where it is level
  double level_ = 0;
  std::vector<double> banking_;
  double constant_banking_ = 0;
  bool closed_ = false;
  double close_low_ = 0, close_high_ = 0;
  Border border_u_, border_v_;
  double smooth_begin_ = 0, smooth_end_ = 0;
  bool close_track_ = false;
  double friction_ = 1;
  double reach_ = 0;  // how far from a corner of the line a point near it can be
};

}  // namespace jounce

#endif  // JOUNCE_ROADS_CRG_ROAD_H_
