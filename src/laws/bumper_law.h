// A one-sided stop (jounce bumper, rebound stop): no force until a gap has closed, then a force
// that only pushes,
//
//   f = -+ F(p) max(0, 1 + chi p'),   p = how far the strain is beyond the gap,
//
// where F is a polynomial or a table of force over compression and chi the loss of [Hunt & Crossley
// 1975]: damping that begins with the contact and never makes the stop stick.
//
// Reference: K. H. Hunt, F. R. E. Crossley, Coefficient of restitution interpreted as damping in
// vibroimpact, J. Appl. Mech. 42 (1975).
#ifndef JOUNCE_LAWS_BUMPER_LAW_H_
#define JOUNCE_LAWS_BUMPER_LAW_H_

#include <optional>

#include "laws/elastic_curve.h"
#include "laws/law.h"

namespace jounce {

enum class BumperSide { kCompression, kExtension };

struct BumperSettings {
  double gap = 0;                              // free travel before contact [m]; may be negative
  BumperSide side = BumperSide::kCompression;  // which sign of the strain closes the gap
  std::vector<double> coefficients;            // F = c1 p + c2 p^2 + ... [N/m, N/m^2, ...], or
  std::optional<TableSettings> table;          // F [N] over p [m], from (0, 0)
  double loss = 0;                             // chi [s/m]

  friend bool operator==(const BumperSettings&, const BumperSettings&) = default;
};

void Validate(const BumperSettings& settings, const ParameterCheck& check);

class BumperLaw : public Law {
 public:
  explicit BumperLaw(const BumperSettings& settings);

  int dimension() const override { return 1; }
  int state_size() const override { return 2; }  // strain, energy lost
  bool remembers() const override { return false; }
  void Start(const double* strain, double* state) const override;
  void Update(const LawStep& step, const double* state, double* next,
              LawResponse* response) const override;
  bool differentiates() const override { return true; }
  void Differentiate(const LawStep& step, const double* state,
                     const StepSlopes& slopes) const override;
  SmallMotion Linearize(double omega, const double* strain) const override;

 private:
  // The curve at this strain; zero while the gap is open.
  kernels::SpringPoint<double> Contact(double strain) const;

  ElasticCurve curve_;
  double gap_, sign_, loss_;
};

}  // namespace jounce

#endif  // JOUNCE_LAWS_BUMPER_LAW_H_
