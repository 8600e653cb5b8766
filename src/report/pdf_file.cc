#include "report/pdf_file.h"

#include <filesystem>

#include "base/error.h"
#include "report/chromium.h"

namespace jounce::report {
namespace {

constexpr int kSecondsToPrint = 180;

}  // namespace

void PrintPage(const std::string& page, const std::string& pdf) {
  RunChromium({"--no-pdf-header-footer", "--virtual-time-budget=20000",
               "--print-to-pdf=" + std::filesystem::absolute(pdf).string()},
              LinkTo(page), "", pdf, kSecondsToPrint);
  if (!std::filesystem::exists(pdf)) throw FileError(pdf, "was not printed");
}

}  // namespace jounce::report
