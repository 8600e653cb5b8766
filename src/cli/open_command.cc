// jounce open: shows a page in the browser, or says where it is.
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "report/browser.h"

namespace jounce {
namespace {

std::function<ExitCode(const Console&)> DeclareOpen(CLI::App& app) {
  auto path = std::make_shared<std::string>();
  app.add_option("file", *path, "A page that jounce has written")->required();
  return [path](const Console& console) {
    if (!std::filesystem::is_regular_file(*path)) throw FileError(*path, "there is no such file");
    const std::string absolute = std::filesystem::absolute(*path).lexically_normal().string();
    std::string reason;
    const bool opened = report::OpenInBrowser(absolute, &reason);
    console.PrintJson({{"file", absolute}, {"opened", opened}, {"reason", reason}});
    if (!opened) console.Note(1, "not opened: {}", reason);
    console.Print("{}", opened ? "Opened " + absolute : absolute);
    return ExitCode::kDone;
  };
}

}  // namespace

extern const Command kOpenCommand;
const Command kOpenCommand = {
    "open", "Show a page in the browser, or print its path where there is none",
    "  jounce open run.html                  look at the page of a run\n", &DeclareOpen};

}  // namespace jounce
