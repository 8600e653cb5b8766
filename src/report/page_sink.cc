#include "report/page_sink.h"

#include "report/simulation_page.h"

namespace jounce::report {

void PageSink::End(RunSummary* summary) {
  if (recorder_.recording().time.empty()) return;
  WritePage(MakeRunPage(DescribeRun(source_, system_, recorder_, *summary)), path_);
  is_written_ = true;
}

}  // namespace jounce::report
