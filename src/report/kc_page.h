// The page of kinematics and compliance: travel upwards, what it does to the wheel sideways, as the
// field draws it; compliance over the load; a table of gradients.
#ifndef JOUNCE_REPORT_KC_PAGE_H_
#define JOUNCE_REPORT_KC_PAGE_H_

#include <string>

#include "report/page.h"
#include "vehicle/kc.h"

namespace jounce::report {

Page MakeKcPage(const std::string& source, const KcResult& result);

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_KC_PAGE_H_
