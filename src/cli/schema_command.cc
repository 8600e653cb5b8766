// `jounce schema`: the JSON Schema of model files, law files, studies and plans, for editors.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/outputs.h"
#include "correlate/plan.h"
#include "io/field_schema.h"
#include "io/law_fields.h"
#include "io/model_fields.h"
#include "io/text_file.h"
#include "replicate/plan_file.h"
#include "study/study_file.h"

namespace jounce {
namespace {

struct SchemaArguments {
  std::string kind = "model";
  std::string output;
  Outputs outputs;
};

nlohmann::json SchemaOf(const std::string& kind) {
  if (kind == "law") {
    LawSettings blank;
    return MakeSchema("Jounce law file", [&](Fields& fields) { Describe(fields, blank); });
  }
  if (kind == "study") {
    study::Study blank;
    return MakeSchema("Jounce study", [&](Fields& fields) { Describe(fields, blank); });
  }
  if (kind == "correlation") {
    correlate::Plan blank;
    return MakeSchema("Jounce plan of a correlation",
                      [&](Fields& fields) { Describe(fields, blank); });
  }
  if (kind == "plan") {
    ReplicatePlan blank;
    return MakeSchema("Jounce plan of a replication",
                      [&](Fields& fields) { Describe(fields, blank); });
  }
  Model blank;
  return MakeSchema("Jounce model file", [&](Fields& fields) { Describe(fields, blank); });
}

ExitCode PrintSchema(const SchemaArguments& options, const Console& console) {
  options.outputs.Check({});
  const std::string text = SchemaOf(options.kind).dump(2) + "\n";
  if (!options.output.empty()) {
    WriteTextFile(options.output, text);
    console.Print("{}: schema of {} files", options.output, options.kind);
    console.PrintJson({{"output", options.output}, {"kind", options.kind}});
  } else {
    // A schema is JSON by itself, with and without --json.
    fmt::print("{}", text);
  }
  return ExitCode::kDone;
}

std::function<ExitCode(const Console&)> DeclareSchema(CLI::App& app) {
  auto options = std::make_shared<SchemaArguments>();
  app.add_option("kind", options->kind,
                 "model, law, study, correlation (plan) or plan (of a replication)")
      ->check(CLI::IsMember({"model", "law", "study", "correlation", "plan"}))
      ->capture_default_str();
  options->outputs.AddFile(app, "-o,--output", &options->output, {".json"},
                           "File to write; stdout without it");
  options->outputs.Declare(app);
  return [options](const Console& console) { return PrintSchema(*options, console); };
}

}  // namespace

extern const Command kSchemaCommand;
const Command kSchemaCommand = {
    "schema", "Print the JSON Schema of models, laws, studies or plans, for editors",
    "  jounce schema -o model.schema.json\n"
    "  jounce schema law -o law.schema.json\n"
    "  jounce schema study -o study.schema.json\n"
    "An editor with a YAML language server completes and checks a file that starts with\n"
    "  # yaml-language-server: $schema=model.schema.json\n",
    &DeclareSchema};

}  // namespace jounce
