#include "io/sheet_file.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <utility>

#include "base/error.h"

namespace jounce {
namespace {

// What spreadsheet programs hold, and what the fields of a plain zip can tell.
constexpr size_t kMostRows = 1048576, kMostColumns = 16384, kMostSheetBytes = 0xFFFFFFFF;

constexpr const char* kXmlHead = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";
constexpr const char* kRelation =
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
constexpr const char* kPackage = "http://schemas.openxmlformats.org/package/2006";
constexpr const char* kMain = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
constexpr const char* kType = "application/vnd.openxmlformats-officedocument.spreadsheetml";

// Control characters have no place in XML.
std::string EscapeXml(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (static_cast<unsigned char>(c) >= 0x20 || c == '\t' || c == '\n') {
      out += c;
    }
  }
  return out;
}

std::string Relation(const char* type, const char* target) {
  return fmt::format(
      "{}<Relationships xmlns=\"{}/relationships\"><Relationship Id=\"rId1\" Type=\"{}/{}\" "
      "Target=\"{}\"/></Relationships>",
      kXmlHead, kPackage, kRelation, type, target);
}

std::string SheetXml(const std::vector<SheetColumn>& columns) {
  size_t heads = 0, rows = 0;
  for (const SheetColumn& column : columns) {
    heads = std::max(heads, column.heads.size());
    rows = std::max(rows, column.numbers.size());
  }
  fmt::memory_buffer xml;
  auto out = std::back_inserter(xml);
  fmt::format_to(out, "{}<worksheet xmlns=\"{}\"><sheetData>", kXmlHead, kMain);
  for (size_t row = 0; row < heads; ++row) {
    fmt::format_to(out, "<row>");
    for (const SheetColumn& column : columns) {
      fmt::format_to(out, "<c t=\"inlineStr\"><is><t xml:space=\"preserve\">{}</t></is></c>",
                     row < column.heads.size() ? EscapeXml(column.heads[row]) : "");
    }
    fmt::format_to(out, "</row>");
  }
  for (size_t row = 0; row < rows; ++row) {
    fmt::format_to(out, "<row>");
    for (const SheetColumn& column : columns) {
      const bool known = row < column.numbers.size() && std::isfinite(column.numbers[row]);
      if (known) {
        fmt::format_to(out, "<c><v>{}</v></c>", column.numbers[row]);
      } else {
        fmt::format_to(out, "<c/>");
      }
    }
    fmt::format_to(out, "</row>");
  }
  fmt::format_to(out, "</sheetData></worksheet>");
  return fmt::to_string(xml);
}

void AppendNumber(std::uint64_t value, int bytes, std::string* out) {
  for (int i = 0; i < bytes; ++i) out->push_back(static_cast<char>(value >> (8 * i) & 255));
}

// A zip file [PKWARE APPNOTE 6.3]: heads and contents, then the directory.
class Zip {
 public:
  void Add(const std::string& name, const std::string& content) {
    std::string shared;  // version 2.0, names in UTF-8, stored, 1980-01-01
    for (const int field : {20, 0x800, 0, 0, 0x21}) AppendNumber(field, 2, &shared);
    AppendNumber(::crc32_z(0, reinterpret_cast<const Bytef*>(content.data()), content.size()), 4,
                 &shared);
    for (int i = 0; i < 2; ++i) AppendNumber(content.size(), 4, &shared);
    AppendNumber(name.size(), 2, &shared);
    AppendNumber(0, 2, &shared);
    AppendNumber(0x02014B50, 4, &directory_);
    AppendNumber(20, 2, &directory_);
    directory_ += shared + std::string(10, '\0');
    AppendNumber(bytes_.size(), 4, &directory_);
    directory_ += name;
    AppendNumber(0x04034B50, 4, &bytes_);
    bytes_ += shared + name;
    bytes_ += content;
    ++count_;
  }

  std::string Finish() {
    const size_t at = bytes_.size();
    bytes_ += directory_;
    AppendNumber(0x06054B50, 4, &bytes_);
    AppendNumber(0, 4, &bytes_);
    for (int i = 0; i < 2; ++i) AppendNumber(count_, 2, &bytes_);
    AppendNumber(directory_.size(), 4, &bytes_);
    AppendNumber(at, 4, &bytes_);
    AppendNumber(0, 2, &bytes_);
    return std::move(bytes_);
  }

 private:
  std::string bytes_, directory_;
  size_t count_ = 0;
};

void CheckSheetSize(const std::vector<SheetColumn>& columns, const std::string& path) {
  if (columns.size() > kMostColumns) {
    throw InputError(fmt::format("'{}' would have {} columns, and a sheet has {} at most", path,
                                 columns.size(), kMostColumns),
                     "choose channels, or write CSV");
  }
  for (const SheetColumn& column : columns) {
    const size_t rows = column.heads.size() + column.numbers.size();
    if (rows <= kMostRows) continue;
    throw InputError(
        fmt::format("'{}' would have {} rows, and a sheet has {} at most", path, rows, kMostRows),
        "choose a lower rate, or write CSV");
  }
}

}  // namespace

std::string SheetOf(const std::vector<SheetColumn>& columns, const std::string& path) {
  CheckSheetSize(columns, path);
  const std::string sheet = SheetXml(columns);
  if (sheet.size() > kMostSheetBytes - 65536) {
    throw InputError(fmt::format("'{}' would be larger than 4 GB", path),
                     "choose channels or a lower rate, or write CSV");
  }
  const auto part = [](const char* name, const char* type) {
    return fmt::format("<Override PartName=\"{}\" ContentType=\"{}.{}+xml\"/>", name, kType, type);
  };
  Zip zip;
  zip.Add("[Content_Types].xml",
          fmt::format("{}<Types xmlns=\"{}/content-types\"><Default Extension=\"rels\" "
                      "ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>"
                      "{}{}</Types>",
                      kXmlHead, kPackage, part("/xl/workbook.xml", "sheet.main"),
                      part("/xl/worksheets/sheet1.xml", "worksheet")));
  zip.Add("_rels/.rels", Relation("officeDocument", "xl/workbook.xml"));
  zip.Add("xl/workbook.xml",
          fmt::format("{}<workbook xmlns=\"{}\" xmlns:r=\"{}\"><sheets><sheet name=\"Channels\" "
                      "sheetId=\"1\" r:id=\"rId1\"/></sheets></workbook>",
                      kXmlHead, kMain, kRelation));
  zip.Add("xl/_rels/workbook.xml.rels", Relation("worksheet", "worksheets/sheet1.xml"));
  zip.Add("xl/worksheets/sheet1.xml", sheet);
  return zip.Finish();
}

}  // namespace jounce
