// The page of a run as a sink: kept while rows come, written at the end.
#ifndef JOUNCE_REPORT_PAGE_SINK_H_
#define JOUNCE_REPORT_PAGE_SINK_H_

#include <functional>
#include <string>
#include <utility>

#include "math/display_units.h"
#include "report/flexible_view.h"
#include "report/page.h"
#include "report/run_recorder.h"

namespace jounce::report {

class PageSink : public ResultSink {
 public:
  // `source` is the name of the model file, `units` are those of the page. `system` must outlive this.
  PageSink(const std::string& path, const std::string& source, const System& system,
           const DisplayUnits& units = {})
      : path_(path), source_(source), system_(system), units_(units), recorder_(system) {}

  bool needs_energies() const override { return recorder_.needs_energies(); }
  void Begin(const ResultDescription& description) override { recorder_.Begin(description); }
  void Row(const ResultRow& row) override;
  // Where not even the start was reached, there is nothing to show.
  void End(RunSummary* summary) override;

  bool is_written() const { return is_written_; }

  // Frames at the largest stresses, by a watch that is given each row before this; it must outlive this.
  void ShowPeaksOf(const StressWatch* stresses) { stresses_ = stresses; }

  // What is to be done with the page before it is written, once all sinks before this one ended.
  void AmendBy(std::function<void(Page*)> amend) { amend_ = std::move(amend); }

 private:
  std::string path_, source_;
  const System& system_;
  DisplayUnits units_;
  RunRecorder recorder_;
  const StressWatch* stresses_ = nullptr;
  std::function<void(Page*)> amend_;
  bool is_written_ = false;
};

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_PAGE_SINK_H_
