#include "report/escape.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace jounce::report {
namespace {

TEST(Escape, HtmlCharactersBecomeEntities) {
  EXPECT_EQ(EscapeHtml("<b a=\"1\" c='2'>&amp;</b>"),
            "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;amp;&lt;/b&gt;");
}

TEST(Escape, ControlCharactersAreReplacedAndUtf8IsKept) {
  EXPECT_EQ(EscapeHtml(std::string("a\x01z\n\xC3\xA9")), "a\xEF\xBF\xBDz\n\xC3\xA9");
}

TEST(Escape, JsonCannotEndItsScriptAndKeepsItsValue) {
  const nlohmann::json value = {{"name", "</script><!--<script>&"}, {"number", 3}};
  const std::string safe = EscapeJsonForScript(value.dump());
  EXPECT_EQ(safe.find('<'), std::string::npos);
  EXPECT_EQ(safe.find('>'), std::string::npos);
  EXPECT_EQ(safe.find('&'), std::string::npos);
  EXPECT_EQ(nlohmann::json::parse(safe), value);
}

}  // namespace
}  // namespace jounce::report
