#include "report/page.h"

#include <fmt/format.h>

#include <string_view>

#include "base/error.h"
#include "io/text_file.h"
#include "report/assets.h"
#include "report/escape.h"
#include "report/page_check.h"
#include "report/page_json.h"

namespace jounce::report {
namespace {

// The browser is told to load nothing from anywhere: a page is what is in the file.
constexpr std::string_view kPolicy =
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
    "img-src data: blob:; base-uri 'none'; form-action 'none'";

std::string Head(const Page& page, const Assets& assets) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"generator\" content=\"Jounce\">\n<title>{}</title>\n<style>{}</style>\n"
      "</head>\n",
      kPolicy, EscapeHtml(page.title), assets.style);
}

}  // namespace

std::string RenderPage(const Page& page) {
  Diagnostics diagnostics;
  CheckPage(page, &diagnostics);
  diagnostics.ThrowIfErrors();

  const Assets& assets = EmbeddedAssets();
  PageData data = ToPageData(page);
  // The notices that the libraries' licences ask for go with every page.
  data.json["licences"] = data.has_scene ? assets.scene_licences : assets.page_licences;
  std::string html = Head(page, assets);
  html +=
      "<body>\n<noscript>This page draws its plots with scripts, which are in the page "
      "itself: please allow them.</noscript>\n<div id=\"page\"></div>\n";
  // Strings that are not UTF-8 get replacement characters; nothing in a page is worth refusing it.
  const std::string json = data.json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  html += fmt::format("<script type=\"application/json\" id=\"data\">{}</script>\n",
                      EscapeJsonForScript(json));
  for (std::size_t i = 0; i < data.blobs.size(); ++i) {
    html += fmt::format("<script type=\"text/plain\" id=\"blob{}\">{}</script>\n", i,
                        data.blobs[i].ToBase64());
  }
  html += fmt::format("<script>{}</script>\n</body>\n</html>\n",
                      data.has_scene ? assets.scene_script : assets.page_script);
  return html;
}

void WritePage(const Page& page, const std::string& path) {
  if (EmbeddedAssets().page_script.empty()) {
    throw FileError(path, "this program was built without the scripts of pages (JOUNCE_PAGES=OFF)");
  }
  WriteTextFile(path, RenderPage(page));
}

}  // namespace jounce::report
