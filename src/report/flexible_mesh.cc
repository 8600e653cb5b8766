#include "report/flexible_mesh.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "mechanics/flexible_body.h"
#include "mechanics/stress.h"

namespace jounce::report {
namespace {

// What a mode adds to the displacement of the surface, at most.
double LargestMotion(const FlexibleSurface& surface, int mode) {
  double largest = 0;
  for (const Eigen::MatrixXd& shapes : surface.translation) {
    largest = std::max(largest, shapes.col(mode).norm());
  }
  return largest;
}

// The `count` of `active` that move the surface most; places in `active`.
std::vector<size_t> ChooseModes(const FlexiblePart& part, const std::vector<int>& active,
                                const std::vector<double>& amplitudes, size_t count) {
  std::vector<double> motion(active.size(), 0);
  for (size_t i = 0; i < amplitudes.size(); ++i) {
    const size_t mode = i % active.size();
    motion[mode] = std::max(motion[mode], std::abs(amplitudes[i]));
  }
  for (size_t i = 0; i < active.size(); ++i) motion[i] *= LargestMotion(part.surface, active[i]);
  std::vector<size_t> order(active.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return motion[a] > motion[b]; });
  order.resize(std::min(order.size(), count));
  std::sort(order.begin(), order.end());
  return order;
}

void AddMode(const FlexiblePart& part, int mode, double scale, MeshModes* out) {
  const FlexibleSurface& surface = part.surface;
  for (const Eigen::MatrixXd& shapes : surface.translation) {
    for (int k = 0; k < 3; ++k) out->shapes.push_back(static_cast<float>(scale * shapes(k, mode)));
  }
  for (const int point : surface.stress_point) {
    for (int k = 0; k < 6; ++k) {
      const double stress = point < 0 ? 0 : part.stress_points[point].stress(k, mode);
      out->stresses.push_back(static_cast<float>(scale * stress));
    }
  }
}

// The largest von Mises stress of any corner in any frame.
double LargestStress(const MeshModes& modes, size_t corners) {
  const size_t n = static_cast<size_t>(modes.count);
  double largest = 0;
  for (size_t frame = 0; n > 0 && frame < modes.amplitudes.size() / n; ++frame) {
    for (size_t corner = 0; corner < corners; ++corner) {
      Vector6 stress = Vector6::Zero();
      for (size_t i = 0; i < n; ++i) {
        const float* modal = modes.stresses.data() + 6 * (i * corners + corner);
        stress += modes.amplitudes[frame * n + i] *
                  Eigen::Map<const Eigen::Matrix<float, 6, 1>>(modal).cast<double>();
      }
      largest = std::max(largest, VonMises(stress));
    }
  }
  return largest;
}

}  // namespace

bool IsDrawnAsMesh(const Flexibility& flexible) {
  return flexible.part && !flexible.part->surface.triangles.empty();
}

SceneShape MakeSurfaceShape(const FlexiblePart& part) {
  SceneShape shape;
  shape.kind = ShapeKind::kMesh;
  for (const Eigen::Vector3d& p : part.surface.position) {
    shape.points.push_back({p.x(), p.y(), p.z()});
  }
  shape.triangles = part.surface.triangles;
  return shape;
}

MeshModes MakeMeshModes(const System& system, int body, const std::vector<double>& amplitudes,
                        size_t max_bytes) {
  const Flexibility& flexible = system.model().bodies[body].flexible;
  const FlexiblePart& part = *flexible.part;
  const std::vector<int> active = flexible.ActiveModes();
  const size_t corners = part.surface.position.size();
  MeshModes out;
  if (active.empty() || corners == 0 || amplitudes.empty()) return out;
  const size_t affordable = max_bytes / (9 * sizeof(float) * corners);
  const std::vector<size_t> chosen = ChooseModes(part, active, amplitudes, affordable);
  out.count = static_cast<int>(chosen.size());
  for (const size_t i : chosen) AddMode(part, active[i], ModalScale(part), &out);
  for (size_t frame = 0; frame < amplitudes.size() / active.size(); ++frame) {
    for (const size_t i : chosen) out.amplitudes.push_back(amplitudes[frame * active.size() + i]);
  }
  out.largest = LargestStress(out, corners);
  return out;
}

}  // namespace jounce::report
