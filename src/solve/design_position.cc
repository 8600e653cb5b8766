#include "solve/design_position.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "mechanics/system.h"
#include "solve/freedom.h"
#include "solve/initial_conditions.h"
#include "solve/matrix_assembly.h"
#include "solve/redundant_rows.h"

namespace jounce {
namespace {

constexpr int kMostRepetitions = 50;
// Beside the stiffness 1 of what is marked: of beams, which count as rigid, and of what holds those
// that may move.
constexpr double kStiffBeam = 1e4;
constexpr double kHeldLoosely = 1e-6;
// Parts of the forces at work: solved, and what may be left over.
constexpr double kSolved = 1e-14;
constexpr double kBalanced = 1e-9;
// Of the body that is farthest out of balance: others that are named; of a sum, what is none.
constexpr double kNamed = 1e-3;
constexpr size_t kMostNamed = 5;
constexpr double kNoForce = 1e-6;

bool IsMoment(ConnectionKind kind, int component) {
  return kind == ConnectionKind::kAngularSpring || component >= 3;
}

// What one component of one connection adds to the rows of the bodies.
struct Column {
  size_t connection = 0;
  double weight = 0;  // w
  std::vector<std::pair<int, double>> entries;
};

class PreloadSearch {
 public:
  explicit PreloadSearch(const System& system)
      : system_(system),
        freedom_(CountFreedom(system, system.StartState())),
        redundant_(system, freedom_),
        state_(system.StartState()),
        history_(system.history_size() + 1),
        next_(history_),
        rows_(system.row_count()),
        gaps_(system.multiplier_count()) {}

  // As drawn, with its joints closed, at rest.
  bool Assemble() {
    system_.StartHistory(state_, history_.data());
    InitialConditions conditions(system_, freedom_.active, redundant_);
    if (!conditions.MakePositions(&state_, history_).ok) return false;
    for (Vector6& v : state_.velocity) v.setZero();
    system_.StartHistory(state_, history_.data());
    return true;
  }

  void Solve() {
    MakeColumns();
    preloads_.assign(columns_.size(), 0);
    MatrixAssembly matrix(system_, freedom_.active);
    SparseLu lu(matrix.pattern());
    FillMatrix(&matrix);
    if (!lu.Factor(matrix.values())) {
      throw InputError("no preloads for the design position can be found: its joints are singular");
    }
    std::vector<double> solution(system_.unknown_count());
    double left = Residual();
    for (int i = 0; i < kMostRepetitions && left > kSolved; ++i) {
      std::fill(solution.begin(), solution.end(), 0.0);
      for (int row = 0; row < body_rows(); ++row) solution[row] = -rows_[row];
      lu.Solve(solution.data());
      Improve(solution);
      const double last = left;
      left = Residual();
      if (left > 0.5 * last) break;
    }
    if (!(left <= kBalanced)) throw NotHeld();
  }

  // One entry for each component of a connection.
  std::vector<double> PreloadOf(size_t connection) const {
    std::vector<double> preload;
    for (size_t k = 0; k < columns_.size(); ++k) {
      if (columns_[k].connection == connection) preload.push_back(preloads_[k]);
    }
    return preload;
  }

 private:
  int body_rows() const { return 6 * system_.body_count(); }
  Evaluation At() {
    return {state_, std::numeric_limits<double>::infinity(), history_.data(), next_.data()};
  }

  void MakeColumns() {
    const std::vector<Connection>& connections = system_.model().connections;
    const double length2 = system_.length_scale() * system_.length_scale();
    for (size_t i = 0; i < connections.size(); ++i) {
      const bool is_beam = connections[i].kind == ConnectionKind::kBeam;
      if (!connections[i].design_position && !is_beam) continue;
      const ConnectionElement& element = *system_.connections()[i];
      for (int k = 0; k < element.dimension(); ++k) {
        Column column;
        column.connection = i;
        column.weight =
            (IsMoment(connections[i].kind, k) ? length2 : 1) * (is_beam ? kStiffBeam : 1);
        std::fill(rows_.begin(), rows_.end(), 0.0);
        element.AddUnitForce(System::Slice(At(), element), k, rows_.data());
        system_.CarryNodeWrenches(state_, rows_.data());
        for (int row = 0; row < body_rows(); ++row) {
          if (rows_[row] != 0) column.entries.emplace_back(row, rows_[row]);
        }
        columns_.push_back(std::move(column));
      }
    }
  }

  void FillMatrix(MatrixAssembly* matrix) {
    matrix->Assemble(At(), {.stiffness = 0, .damping = 0, .mass = 0, .constraint = 1});
    for (const Column& column : columns_) {
      for (const auto& [i, a] : column.entries) {
        for (const auto& [j, b] : column.entries) matrix->AddTo(i, j, column.weight * a * b);
      }
    }
    const double length2 = system_.length_scale() * system_.length_scale();
    for (int i = 0; i < system_.motion_count(); ++i) {
      const bool modal = i >= body_rows();
      matrix->AddToDiagonal(i, modal                   ? kStiffBeam
                               : system_.IsRotation(i) ? kHeldLoosely * length2
                                                       : kHeldLoosely);
    }
  }

  void Improve(const std::vector<double>& solution) {
    for (size_t k = 0; k < columns_.size(); ++k) {
      double along = 0;
      for (const auto& [row, a] : columns_[k].entries) along += a * solution[row];
      preloads_[k] += columns_[k].weight * along;
    }
    const int offset = system_.motion_count();
    for (size_t i = 0; i < freedom_.active.size(); ++i) {
      if (freedom_.active[i]) state_.multiplier[i] += solution[offset + i];
    }
  }

  // What is left, into rows_; returns its size as a part of the forces at work.
  double Residual() {
    system_.Residual(At(), rows_.data(), gaps_.data());
    double size = system_.ForceSize(At());
    for (size_t k = 0; k < columns_.size(); ++k) {
      size = std::max(size, std::abs(preloads_[k]) / std::sqrt(columns_[k].weight));
      for (const auto& [row, a] : columns_[k].entries) rows_[row] += a * preloads_[k];
    }
    double worst = 0;
    for (int i = 0; i < system_.body_count(); ++i) {
      const double left = LeftOver(i);
      if (!(left <= worst)) {
        worst = left;
        worst_body_ = i;
      }
    }
    return worst == 0 ? 0 : worst / size;
  }

  // Out of balance [N], moments as forces at the size of the model.
  double LeftOver(int body) const {
    const Eigen::Map<const Vector6> r(rows_.data() + 6 * body);
    return std::max(r.head<3>().norm(), r.tail<3>().norm() / system_.length_scale());
  }

  // Joints pass on what nobody holds, so it is spread over all that moves together: they are named,
  // the heaviest first, with the sum of it.
  InputError NotHeld() const {
    std::vector<int> loose;
    for (int i = 0; i < system_.body_count(); ++i) {
      if (LeftOver(i) > kNamed * LeftOver(worst_body_)) loose.push_back(i);
    }
    std::stable_sort(loose.begin(), loose.end(), [&](int a, int b) {
      return system_.bodies()[a]->mass() > system_.bodies()[b]->mass();
    });
    const Body& body = system_.model().bodies[loose.front()];
    std::string others;
    for (size_t i = 1; i < std::min(loose.size(), kMostNamed); ++i) {
      others += (i == 1 ? ", and with it " : ", ") + system_.bodies()[loose[i]]->name();
    }
    if (loose.size() > kMostNamed) others += ", ...";
    return InputError(
        {{Severity::kError, body.place,
          fmt::format("body '{}': the connections that say `design_position` cannot "
                      "hold it where it is drawn{}; {} about its origin are left over",
                      body.name, others, SumOf(loose)),
          "let more of the connections that hold it say `design_position: true`, or "
          "give those a preload or free length"}});
  }

  // About the origin of the first; forces count negative in a residual.
  std::string SumOf(const std::vector<int>& bodies) const {
    const Eigen::Vector3d& origin = state_.pose[bodies.front()].p;
    Eigen::Vector3d force = Eigen::Vector3d::Zero(), moment = force;
    for (int i : bodies) {
      const Pose& pose = state_.pose[i];
      const Eigen::Map<const Vector6> r(rows_.data() + 6 * i);
      force -= pose.R * r.head<3>();
      moment -= pose.R * r.tail<3>() + (pose.p - origin).cross(pose.R * r.head<3>());
    }
    const double length = system_.length_scale();
    const double smallest = kNoForce * (force.norm() + moment.norm() / length);
    const auto shown = [&](const Eigen::Vector3d& v, double least) {
      const auto entry = [&](double x) { return std::abs(x) < least ? 0.0 : x; };
      return fmt::format("[{:.4g}, {:.4g}, {:.4g}]", entry(v.x()), entry(v.y()), entry(v.z()));
    };
    return fmt::format("a force of {} N and a moment of {} N m", shown(force, smallest),
                       shown(moment, smallest * length));
  }

  const System& system_;
  Freedom freedom_;
  RedundantRows redundant_;
  SystemState state_;
  std::vector<double> history_, next_, rows_, gaps_;
  std::vector<Column> columns_;
  std::vector<double> preloads_;  // one a column
  int worst_body_ = 0;
};

}  // namespace

DesignedAssembly FindDesignPreloads(Assembly assembly) {
  std::vector<Connection>& connections = assembly.model.connections;
  const auto is_marked = [](const Connection& c) { return c.design_position; };
  if (std::none_of(connections.begin(), connections.end(), is_marked)) {
    return {std::move(assembly), {}};
  }
  std::vector<DesignPreload> found;
  const System system(assembly);
  PreloadSearch search(system);
  if (!search.Assemble()) return {std::move(assembly), {}};
  search.Solve();
  for (size_t i = 0; i < connections.size(); ++i) {
    Connection& connection = connections[i];
    if (!connection.design_position) continue;
    const std::vector<double> preload = search.PreloadOf(i);
    connection.preload.resize(preload.size(), 0);
    for (size_t k = 0; k < preload.size(); ++k) connection.preload[k] += preload[k];
    found.push_back({connection.name, connection.kind, preload});
  }
  return {std::move(assembly), std::move(found)};
}

}  // namespace jounce
