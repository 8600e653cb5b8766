// A scene as the JSON and the blob that web/src/scene reads.
#ifndef JOUNCE_REPORT_SCENE_JSON_H_
#define JOUNCE_REPORT_SCENE_JSON_H_

#include <cstddef>
#include <nlohmann/json.hpp>

#include "report/blob.h"
#include "report/scene.h"

namespace jounce::report {

// Positions become floats and quaternions 16-bit integers. A motion that does not fit into
// max_bytes is shipped with every n-th frame; a load then shows the greatest of the frames it
// stands for, so that no peak is lost.
nlohmann::json SceneToJson(const Scene& scene, std::size_t max_bytes, Blob* blob);

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_SCENE_JSON_H_
