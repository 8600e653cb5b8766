// The largest von Mises stress of each corner of the surfaces of flexible bodies over a run, and
// when it was, as VTK files: NAME_1.vtu, ... and a list of them, NAME.pvd.
#ifndef JOUNCE_REPORT_STRESS_ENVELOPE_H_
#define JOUNCE_REPORT_STRESS_ENVELOPE_H_

#include <string>
#include <vector>

#include "report/flexible_view.h"
#include "report/vtk_file.h"

namespace jounce::report {

class StressEnvelope : public ResultSink {
 public:
  // Throws InputError where no body has a surface. `system` must outlive this.
  StressEnvelope(const std::string& name, const System& system);

  void Row(const ResultRow& row) override;
  void End(RunSummary* summary) override;

  // Of the i-th body with a surface.
  const EnvelopeField& field(size_t i) const { return fields_[i]; }

 private:
  std::string name_;
  SystemState drawn_;
  std::vector<FlexibleView> views_;
  std::vector<EnvelopeField> fields_;
};

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_STRESS_ENVELOPE_H_
