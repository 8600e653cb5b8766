#include "report/page_sink.h"

#include "report/simulation_page.h"

namespace jounce::report {

void PageSink::Row(const ResultRow& row) {
  recorder_.Row(row);
  if (stresses_) recorder_.KeepPeaks(*stresses_, row);
}

void PageSink::End(RunSummary* summary) {
  if (recorder_.recording().time.empty()) return;
  Page page = MakeRunPage(DescribeRun(source_, system_, recorder_, *summary, units_));
  if (amend_) amend_(&page);
  WritePage(page, path_);
  is_written_ = true;
}

}  // namespace jounce::report
