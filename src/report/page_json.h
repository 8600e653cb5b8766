// A page as the JSON and the blobs that the scripts in web/ read (their types are in
// web/src/wire.ts).
#ifndef JOUNCE_REPORT_PAGE_JSON_H_
#define JOUNCE_REPORT_PAGE_JSON_H_

#include <nlohmann/json.hpp>
#include <vector>

#include "report/blob.h"
#include "report/page.h"

namespace jounce::report {

// Moving the JSON asserts in debug builds, which clang-tidy takes for an exception.
struct PageData {  // NOLINT(bugprone-exception-escape)
  nlohmann::json json;
  std::vector<Blob> blobs;  // One for each plot and scene, which name theirs by its index.
  bool has_scene = false;
};

// The page must have passed CheckPage.
PageData ToPageData(const Page& page);

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_PAGE_JSON_H_
