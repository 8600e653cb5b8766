#include "io/run_summary_json.h"

#include "base/error.h"

namespace jounce {
namespace {

const char* WordOf(const RunStatus& status) {
  if (status.ok) return "done";
  return status.interrupted ? "interrupted" : "failed";
}

RunSummary::Stress ReadStress(const nlohmann::json& json) {
  RunSummary::Stress stress;
  stress.body = json.at("body").get<std::string>();
  stress.von_mises = json.at("von_mises").get<double>();
  stress.time = json.at("time").get<double>();
  stress.element = json.at("element").get<int>();
  stress.node = json.at("node").get<int>();
  stress.surface = json.at("surface").get<std::string>();
  for (int i = 0; i < 3; ++i) stress.position[i] = json.at("position").at(i).get<double>();
  return stress;
}

RunSummary Read(const nlohmann::json& json) {
  RunSummary s;
  const std::string word = json.value("status", "failed");
  s.status.ok = word == "done";
  s.status.interrupted = word == "interrupted";
  s.status.reason = json.value("reason", "");
  s.status.remedy = json.value("remedy", "");
  s.steps = json.value("steps", std::int64_t{0});
  s.iterations = json.value("iterations", std::int64_t{0});
  s.factorizations = json.value("factorizations", std::int64_t{0});
  s.halvings = json.value("halvings", std::int64_t{0});
  s.wall_seconds = json.value("wall_seconds", 0.0);
  s.end_time = json.value("end_time", 0.0);
  s.residual_left = json.value("residual_left", 0.0);
  s.steps_above_tolerance = json.value("steps_above_tolerance", std::int64_t{0});
  s.warnings = json.value("warnings", std::vector<std::string>{});
  s.degrees_of_freedom = json.value("degrees_of_freedom", 0);
  s.redundant = json.value("redundant", std::vector<std::string>{});
  s.turned_too_far = json.value("turned_too_far", std::vector<std::string>{});
  if (json.contains("step_seconds")) {
    const nlohmann::json& times = json["step_seconds"];
    s.step_median = times.value("median", 0.0);
    s.step_p999 = times.value("p99.9", 0.0);
    s.step_worst = times.value("worst", 0.0);
  }
  if (json.contains("stresses")) {
    for (const nlohmann::json& stress : json["stresses"]) s.stresses.push_back(ReadStress(stress));
  }
  return s;
}

}  // namespace

nlohmann::json ToJson(const RunSummary::Stress& stress) {
  return {{"body", stress.body},
          {"von_mises", stress.von_mises},
          {"time", stress.time},
          {"element", stress.element},
          {"node", stress.node},
          {"surface", stress.surface},
          {"position", {stress.position.x(), stress.position.y(), stress.position.z()}}};
}

nlohmann::json ToJson(const RunSummary& s) {
  nlohmann::json json = {
      {"status", WordOf(s.status)},
      {"steps", s.steps},
      {"iterations", s.iterations},
      {"factorizations", s.factorizations},
      {"halvings", s.halvings},
      {"wall_seconds", s.wall_seconds},
      {"real_time_factor", s.wall_seconds > 0 ? s.end_time / s.wall_seconds : 0.0},
      {"end_time", s.end_time},
      {"residual_left", s.residual_left},
      {"steps_above_tolerance", s.steps_above_tolerance},
      {"warnings", s.warnings},
      {"degrees_of_freedom", s.degrees_of_freedom},
      {"step_seconds",
       {{"median", s.step_median}, {"p99.9", s.step_p999}, {"worst", s.step_worst}}}};
  if (!s.redundant.empty()) json["redundant"] = s.redundant;
  if (!s.status.ok) {
    json["reason"] = s.status.reason;
    json["remedy"] = s.status.remedy;
  }
  json["turned_too_far"] = s.turned_too_far;
  if (!s.stresses.empty()) {
    nlohmann::json& stresses = json["stresses"] = nlohmann::json::array();
    for (const RunSummary::Stress& stress : s.stresses) stresses.push_back(ToJson(stress));
  }
  return json;
}

RunSummary ReadRunSummary(const std::string& json, const std::string& path) {
  try {
    return Read(nlohmann::json::parse(json));
  } catch (const nlohmann::json::exception&) {
    throw FileError(path, "has no summary of a run");
  }
}

}  // namespace jounce
