#include "report/page_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jounce::report {
namespace {

class Checker {
 public:
  explicit Checker(Diagnostics* diagnostics) : diagnostics_(*diagnostics) {}

  void operator()(const Plot& plot) {
    for (const Curve& curve : plot.curves) {
      if (curve.x.size() == curve.y.size()) continue;
      Error("curve '{}' of plot '{}' has {} values of x and {} of y", curve.name, plot.title,
            curve.x.size(), curve.y.size());
    }
  }

  void operator()(const Table& table) {
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
      if (table.rows[i].size() == table.columns.size()) continue;
      Error("row {} of table '{}' has {} cells for {} columns", i + 1, table.title,
            table.rows[i].size(), table.columns.size());
    }
  }

  void operator()(const Heatmap& map) {
    const std::size_t expected = map.x_values.size() * map.y_values.size();
    if (map.values.size() == expected) return;
    Error("heatmap '{}' has {} values for {} x {} cells", map.title, map.values.size(),
          map.x_values.size(), map.y_values.size());
  }

  void operator()(const Scene& scene) {
    if (!std::is_sorted(scene.times.begin(), scene.times.end())) {
      Error("times of scene '{}' do not ascend", scene.title);
    }
    for (const SceneBody& body : scene.bodies) CheckBody(scene, body);
    for (const SceneJoint& joint : scene.joints) CheckAttachment(scene, joint.name, joint.at);
    for (const SceneConnection& connection : scene.connections) {
      CheckAttachment(scene, connection.name, connection.a);
      CheckAttachment(scene, connection.name, connection.b);
      if (!connection.load.empty()) CheckHistory(scene, connection.name, connection.load.size());
    }
    for (const SceneForce& force : scene.forces) {
      CheckAttachment(scene, force.name, force.at);
      CheckHistory(scene, force.name, force.force.size());
    }
    for (const SceneMode& mode : scene.modes) {
      if (mode.motion.size() == scene.bodies.size()) continue;
      Error("mode '{}' of scene '{}' moves {} bodies of {}", mode.name, scene.title,
            mode.motion.size(), scene.bodies.size());
    }
  }

  void operator()(const Note&) {}

  void operator()(const ParallelCoordinates& item) {
    const std::size_t runs = item.names.size();
    for (const ParallelAxis& axis : item.axes) {
      if (axis.values.size() == runs) continue;
      Error("axis '{}' of '{}' has {} values for {} runs", axis.title, item.title,
            axis.values.size(), runs);
    }
    if (!item.links.empty() && item.links.size() != runs) {
      Error("'{}' has {} links for {} runs", item.title, item.links.size(), runs);
    }
  }

  void operator()(const ChannelBrowser& browser) {
    for (const BrowsedChannel& channel : browser.channels) {
      for (const Plot& plot : channel.plots) (*this)(plot);
    }
  }

 private:
  void CheckBody(const Scene& scene, const SceneBody& body) {
    if (body.poses.size() != 1) CheckHistory(scene, body.name, body.poses.size());
    for (const SceneShape& shape : body.shapes) {
      const auto inside = [&](int i) {
        return i >= 0 && static_cast<std::size_t>(i) < shape.points.size();
      };
      if (!shape.field.values.empty() && shape.field.values.size() != shape.points.size()) {
        Error("the field '{}' of body '{}' has {} values for {} points", shape.field.title,
              body.name, shape.field.values.size(), shape.points.size());
      }
      for (const auto& triangle : shape.triangles) {
        if (std::all_of(triangle.begin(), triangle.end(), inside)) continue;
        Error("a triangle of body '{}' names a point that its mesh does not have", body.name);
        break;
      }
    }
  }

  // One value for each time; a still scene counts as one time.
  void CheckHistory(const Scene& scene, const std::string& name, std::size_t size) {
    const std::size_t expected = std::max<std::size_t>(1, scene.times.size());
    if (size == expected) return;
    Error("'{}' of scene '{}' has a history of {} values for {} times", name, scene.title, size,
          expected);
  }

  void CheckAttachment(const Scene& scene, const std::string& name, const SceneAttachment& at) {
    if (at.body == kGround) return;
    if (at.body >= 0 && static_cast<std::size_t>(at.body) < scene.bodies.size()) return;
    Error("'{}' of scene '{}' is attached to body {} of {}", name, scene.title, at.body,
          scene.bodies.size());
  }

  template <class... Args>
  void Error(fmt::format_string<Args...> format, Args&&... args) {
    diagnostics_.Error(Place{}, fmt::format(format, std::forward<Args>(args)...));
  }

  Diagnostics& diagnostics_;
};

}  // namespace

void CheckPage(const Page& page, Diagnostics* diagnostics) {
  Checker checker(diagnostics);
  for (const Section& section : page.sections) {
    for (const Item& item : section.items) std::visit(checker, item);
  }
}

}  // namespace jounce::report
