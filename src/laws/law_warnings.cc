#include "laws/law_warnings.h"

#include <fmt/format.h>

#include "laws/make_law.h"
#include "math/dense.h"

namespace jounce {
namespace {

// One law or part of it: how it is called and where it stands.
class LawCritic {
 public:
  // With `only_falling` nothing is said but of forces that fall.
  LawCritic(std::string law, const Place& place, Diagnostics* diagnostics,
            bool only_falling = false)
      : law_(std::move(law)),
        place_(place),
        diagnostics_(diagnostics),
        only_falling_(only_falling) {}

  void Judge(const LawSettings& settings) const {
    std::visit([this](const auto& kind) { Look(kind); }, settings.kind);
  }

 private:
  void Warn(const std::string& message, const std::string& remedy) const {
    diagnostics_->Warning(place_, law_ + ": " + message, remedy);
  }

  void NotNegative(const char* name, double value, const char* what) const {
    if (value < 0) Warn(fmt::format("{} is {}: {}", name, value, what), "is the sign meant?");
  }

  static constexpr const char* kPushesAway = "it pushes away from where it is";
  static constexpr const char* kFeeds = "it feeds energy into what moves";

  void Look(const LinearSettings& s) const {
    LookAtMatrix("stiffness", s.stiffness, s.dimension, kPushesAway);
    LookAtMatrix("damping", s.damping, s.dimension, kFeeds);
  }

  // One number, one a direction, or a matrix, whose symmetric part counts.
  void LookAtMatrix(const char* name, const std::vector<double>& numbers, int n,
                    const char* what) const {
    if (n == 1 || numbers.size() != static_cast<size_t>(n) * n) {
      for (double number : numbers) NotNegative(name, number, what);
      return;
    }
    const Eigen::Map<const Eigen::MatrixXd> m(numbers.data(), n, n);
    const Eigen::MatrixXd symmetric = 0.5 * (m + m.transpose());
    const Eigen::VectorXd values = SymmetricEigen(symmetric).values;
    const double rounding = 1e-9 * values.cwiseAbs().maxCoeff();
    if (values[0] < -rounding) {
      Warn(fmt::format("{} is negative in some direction (eigenvalue {:.4g})", name, values[0]),
           fmt::format("{} there: are its entries meant?", what));
    }
  }

  void Look(const DamperSettings& s) const {
    if (s.damping_table) LookAtTable("damping_table", *s.damping_table);
  }
  void Look(const PolynomialSettings& s) const {
    if (!s.coefficients.empty()) NotNegative("k1", s.coefficients[0], kPushesAway);
    Look(s.damper);
  }
  void Look(const YeohSettings& s) const {
    NotNegative("d10", s.d10, kPushesAway);
    Look(s.damper);
  }
  void Look(const TableSpringSettings& s) const {
    LookAtTable("table", s.table);
    Look(s.damper);
  }
  void Look(const BumperSettings& s) const {
    // Its force rises all the same.
    if (s.gap < 0 && !only_falling_) {
      NotNegative("gap", s.gap, "the stop is in contact where it is drawn");
    }
    if (!s.coefficients.empty()) NotNegative("k1", s.coefficients[0], "the stop pulls");
    if (s.table) LookAtTable("table", *s.table);
  }
  void Look(const HydromountSettings& s) const {
    NotNegative("stiffness", s.stiffness, kPushesAway);
  }
  void Look(const HydrobushingSettings& s) const { NotNegative("D10", s.d10, kPushesAway); }

  // Force that falls: once is enough to say.
  void LookAtTable(const char* name, const TableSettings& table) const {
    for (size_t i = 1; i < table.y.size(); ++i) {
      if (table.y[i] >= table.y[i - 1]) continue;
      Warn(fmt::format("{}: the force falls from {} to {} at point {}", name, table.y[i - 1],
                       table.y[i], i + 1),
           "forces rise where it is stretched or moves faster: is a sign or an order wrong?");
      return;
    }
  }

  void Look(const AxesSettings& s) const { LookAtParts(s.axes, "axis"); }
  void Look(const ParallelSettings& s) const { LookAtParts(s.parts, "part"); }
  void Look(const SeriesSettings& s) const { LookAtParts(s.parts, "part"); }
  void LookAtParts(const std::vector<LawSettings>& parts, const char* what) const {
    for (size_t i = 0; i < parts.size(); ++i) {
      LawCritic(fmt::format("{}: {} {} ({})", law_, what, i + 1, KindName(parts[i])),
                parts[i].place.line > 0 ? parts[i].place : place_, diagnostics_, only_falling_)
          .Judge(parts[i]);
    }
  }

  // The rest refuses what it cannot mean.
  template <class Settings>
  void Look(const Settings&) const {}

  std::string law_;
  Place place_;
  Diagnostics* diagnostics_;
  bool only_falling_;
};

}  // namespace

void WarnOfLaw(const LawSettings& settings, const std::string& name, Diagnostics* diagnostics) {
  const std::string& kind = KindName(settings);
  LawCritic(name.empty() ? kind : name + ": " + kind, settings.place, diagnostics).Judge(settings);
}

bool Falls(const LawSettings& settings) {
  Diagnostics findings;
  LawCritic("", {}, &findings, /*only_falling=*/true).Judge(settings);
  return !findings.all().empty();
}

}  // namespace jounce
