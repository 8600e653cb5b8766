#include "report/page.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "report/assets.h"

namespace jounce::report {
namespace {

constexpr char kHostile[] = "</script><script>alert(1)</script>";

Page HostilePage() {
  return {.title = kHostile,
          .facts = {{kHostile, kHostile}},
          .sections = {
              {.title = kHostile,
               .items = {Plot{.title = kHostile,
                              .x = {.title = kHostile, .unit = kHostile},
                              .curves = {{.name = kHostile, .x = {1}, .y = {2}}}},
                         Table{.columns = {{kHostile}}, .rows = {{{kHostile}}}}, Note{kHostile}}}}};
}

std::string Between(const std::string& text, const std::string& from, const std::string& to) {
  const std::size_t begin = text.find(from) + from.size();
  return text.substr(begin, text.find(to, begin) - begin);
}

TEST(Page, NoTextOfTheUserBecomesMarkup) {
  const std::string html = RenderPage(HostilePage());
  EXPECT_EQ(html.find("<script>alert"), std::string::npos);
  EXPECT_NE(html.find("<title>&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;</title>"),
            std::string::npos);
  const auto json = nlohmann::json::parse(
      Between(html, "<script type=\"application/json\" id=\"data\">", "</script>"));
  EXPECT_EQ(json["title"], kHostile);
  EXPECT_EQ(json["sections"][0]["items"][0]["curves"][0]["name"], kHostile);
}

TEST(Page, TextThatIsNotUtf8DoesNotStopAPage) {
  EXPECT_NO_THROW(RenderPage({.title = "caf\xe9", .sections = {{.title = "\xff"}}}));
}

TEST(Page, ScenesBringTheirScriptOnlyWhereTheyAre) {
  if (EmbeddedAssets().scene_script.empty()) GTEST_SKIP() << "built without the scripts of pages";
  const std::string plain = RenderPage({.title = "plain"});
  const std::string scene = RenderPage({.sections = {{.items = {Scene{}}}}});
  EXPECT_LT(plain.size(), 200'000u);
  EXPECT_GT(scene.size(), plain.size() + 300'000);
  EXPECT_NE(scene.find("three.js authors"), std::string::npos) << "its licence must go with it";
  EXPECT_NE(plain.find("Leon Sorokin"), std::string::npos) << "uPlot's licence must go with it";
}

TEST(Page, LoadsNothingFromTheNetwork) {
  const std::string html = RenderPage({.title = "t"});
  EXPECT_NE(html.find("default-src 'none'"), std::string::npos);
  EXPECT_EQ(html.find("<link"), std::string::npos);
  EXPECT_EQ(html.find(" src=\"http"), std::string::npos);
}

TEST(Page, MistakesAreToldTogether) {
  const Plot plot{.curves = {{.name = "a", .x = {1}}, {.name = "b", .y = {1}}}};
  try {
    RenderPage({.sections = {{.items = {plot}}}});
    FAIL() << "must throw";
  } catch (const InputError& error) {
    EXPECT_EQ(error.diagnostics().size(), 2u);
  }
}

TEST(Page, IsWrittenWholeOrNotAtAll) {
  const auto folder = std::filesystem::path(JOUNCE_BINARY_DIR) / "page_test";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  const std::string path = (folder / "page.html").string();
  WritePage({.title = "written"}, path);
  std::ifstream file(path);
  const std::string html((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  EXPECT_EQ(html, RenderPage({.title = "written"}));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 1);
  EXPECT_THROW(WritePage({}, (folder / "missing" / "page.html").string()), FileError);
}

}  // namespace
}  // namespace jounce::report
