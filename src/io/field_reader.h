// Fills settings from a document and reports every mistake: unknown keys with the nearest known
// one, missing keys, wrong types, wrong units, values out of range, unknown references.
#ifndef JOUNCE_IO_FIELD_READER_H_
#define JOUNCE_IO_FIELD_READER_H_

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "io/document.h"
#include "io/fields.h"

namespace jounce {

// What a document defines and refers to by name, checked once everything is read, and the files it
// uses.
class NameBook {
 public:
  // A name that ends with '*' stands for all that begin so: what is known only once another file is
  // read, such as the nodes of a flexible body. Whoever reads it checks the rest.
  void Define(const std::string& kind, const std::string& name);
  void Refer(const std::string& kind, const std::string& name, const Place& place);
  void Check(Diagnostics* diagnostics) const;

  // Files that were read besides those of the document, each once.
  void Use(const std::string& file);
  const std::vector<std::string>& files() const { return files_; }

 private:
  struct Reference {
    std::string kind;
    std::string name;
    Place place;
  };
  std::map<std::string, std::vector<std::string>> names_;
  std::vector<Reference> references_;
  std::vector<std::string> files_;
};

// Reads one mapping. Nested mappings are read by readers of their own.
class FieldReader : public Fields {
 public:
  FieldReader(const Document& document, const YamlNode& map, NameBook* names,
              Diagnostics* diagnostics);

  // Reports keys that nobody asked for. Call once, after Describe.
  void Finish();

  void Number(const Key& key, double& value, const Quantity& quantity, const Range& range) override;
  void Integer(const Key& key, int& value, int least, int most) override;
  void Flag(const Key& key, bool& value) override;
  void Text(const Key& key, std::string& value) override;
  void Texts(const Key& key, std::vector<std::string>& values, const Count& count) override;
  void Reference(const Key& key, std::string& value, const char* kind) override;
  void References(const Key& key, std::vector<std::string>& values, const char* kind,
                  const Count& count) override;
  void Pairs(const Key& key, std::vector<std::pair<std::string, std::string>>& pairs,
             const char* kind) override;
  void Choice(const Key& key, std::span<const char* const> words, int& index) override;
  void Path(const Key& key, std::string& value) override;
  void Numbers(const Key& key, std::vector<double>& values, const Quantity& quantity,
               const Count& count, const Range& range) override;
  void Array(const Key& key, std::span<double> values, std::span<const Quantity> quantities,
             const Range& range) override;
  void Table(const Key& key, std::vector<double>& rows, std::span<const Quantity> columns,
             const Count& count) override;
  bool Row(const Key& key, std::span<const Cell> cells) override;
  bool Group(const Key& key, const std::function<void(Fields&)>& describe) override;
  bool Typed(const Key& key, const char* type, bool write,
             const std::function<void(Fields&)>& describe) override;
  void List(const Key& key, const char* type, const ListAccess& access,
            const Count& count) override;
  void Map(const Key& key, const char* type, const MapAccess& access) override;
  void OneOf(const Key& key, const std::vector<Alternative>& alternatives,
             const std::function<size_t()>& current) override;
  void Where(Place& place) override;
  bool Visit(const Key& key, bool is_set) override;
  void Define(const char* kind, const char* name) override;
  void Uses(const std::string& file) override;
  void Problem(const char* key, const std::string& message, const std::string& remedy) override;
  void Report(const char* key, const Diagnostic& finding) override;

 private:
  // The node of a key, or null; remembers the key as known and reports it if missing.
  const YamlNode* Find(const Key& key);
  const YamlNode* FindScalar(const Key& key, const char* expected);
  // The text of a scalar, with parameters put in.
  std::optional<std::string> FindText(const Key& key, const char* expected);
  // A list, whose entries may share a unit: [1, 2] or {value: [1, 2], unit: mm}.
  std::optional<YamlNode> FindList(const Key& key, const Count& count);
  // The same of numbers, for three of which a vector may stand.
  std::optional<YamlNode> FindNumbers(const Key& key, const Count& count, const Quantity& quantity);
  std::optional<YamlNode> CheckedList(const Key& key, const YamlNode& node, const Count& count);
  std::optional<double> ReadNumber(const YamlNode& node, const std::string& what,
                                   const Quantity& quantity, const Range& range);
  void CheckCount(const YamlNode& node, const char* what, size_t size, const Count& count);
  void ReadMap(const YamlNode& node, const std::function<void(Fields&)>& describe);

  const Document& document_;
  const YamlNode& map_;
  NameBook* names_;
  Diagnostics* diagnostics_;
  std::vector<std::string> known_;
  // After a wrong kind in OneOf the keys beside it cannot be judged.
  bool kind_unknown_ = false;
};

// Reads the whole document as one settings struct with a Describe function.
template <class S>
void ReadFields(const Document& document, NameBook* names, Diagnostics* diagnostics, S* settings) {
  FieldReader reader(document, document.root(), names, diagnostics);
  Describe(static_cast<Fields&>(reader), *settings);
  reader.Finish();
  names->Check(diagnostics);
}

}  // namespace jounce

#endif  // JOUNCE_IO_FIELD_READER_H_
