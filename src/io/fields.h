// One description, four uses. Each settings struct has a function
//
//   void Describe(Fields& fields, SpringSettings& spring) {
//     fields.Number({"stiffness", "force per deflection", kRequired}, spring.stiffness,
//                   quantity::kStiffness, kPositive);
//     fields.Number({"free_length", "length without load"}, spring.free_length, quantity::kLength);
//   }
//
// that names its keys once. Run with a reader it fills the struct from YAML and reports every
// mistake with its place (field_reader.h); with a writer it writes YAML (field_writer.h); with a
// schema builder it becomes JSON Schema for editors (field_schema.h). So they cannot disagree.
#ifndef JOUNCE_IO_FIELDS_H_
#define JOUNCE_IO_FIELDS_H_

#include <array>
#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/error.h"
#include "math/units.h"

namespace jounce {

enum Need { kOptional, kRequired };

// A key of a mapping: its name, one line on what it means, whether it must be there.
struct Key {
  const char* name;
  const char* meaning;
  Need need = kOptional;
};

// What values a number may take, in SI.
struct Range {
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
  bool least_excluded = false;
  bool most_excluded = false;

  friend bool operator==(const Range&, const Range&) = default;
  bool Contains(double value) const;
  // "positive", "at least 0", "between 0 and 1".
  std::string ToString() const;
};
inline constexpr Range kAnyNumber{};
inline constexpr Range kPositive{.least = 0, .least_excluded = true};
inline constexpr Range kNotNegative{.least = 0};

// How many entries a list may have.
struct Count {
  size_t least = 0;
  size_t most = std::numeric_limits<size_t>::max();
};

class Fields {
 public:
  virtual ~Fields() = default;

  // ---- Values -------------------------------------------------------------------------------
  // A number with a unit. Where the key is optional and absent, the value is left as it is: its
  // default is what the struct was made with.
  virtual void Number(const Key& key, double& value, const Quantity& quantity,
                      const Range& range = kAnyNumber) = 0;
  virtual void Integer(const Key& key, int& value, int least = std::numeric_limits<int>::min(),
                       int most = std::numeric_limits<int>::max()) = 0;
  virtual void Flag(const Key& key, bool& value) = 0;
  virtual void Text(const Key& key, std::string& value) = 0;
  virtual void Texts(const Key& key, std::vector<std::string>& values, const Count& count = {}) = 0;
  // The name of something defined elsewhere in the model; `kind` says what: "body", "body|frame".
  virtual void Reference(const Key& key, std::string& value, const char* kind) = 0;
  virtual void References(const Key& key, std::vector<std::string>& values, const char* kind,
                          const Count& count = {}) = 0;
  // A mapping of names to what each stands for: `ports: {subframe: body}`. `kind` says what that
  // names; null: it is a value for `--set`, a number with its unit, a vector or a text.
  virtual void Pairs(const Key& key, std::vector<std::pair<std::string, std::string>>& pairs,
                     const char* kind) = 0;
  // One of a few words; `index` is its position.
  virtual void Choice(const Key& key, std::span<const char* const> words, int& index) = 0;
  // A path; read relative to the file that it stands in.
  virtual void Path(const Key& key, std::string& value) = 0;

  // A list of numbers of one quantity.
  virtual void Numbers(const Key& key, std::vector<double>& values, const Quantity& quantity,
                       const Count& count = {}, const Range& range = kAnyNumber) = 0;
  // Exactly values.size() numbers, each with its own quantity (e.g. three N/m and three Nm/rad).
  virtual void Array(const Key& key, std::span<double> values, std::span<const Quantity> quantities,
                     const Range& range = kAnyNumber) = 0;
  // A number of a row of a sheet (`tables`), by the head of its column.
  struct Cell {
    const char* column;
    Quantity quantity;
    double* value;
    Need need = kOptional;
    bool odd = false;  // changes its sign in the mirrored row
  };
  // TABLE.ROW of a sheet, from which cells are taken; TABLE.ROW.mirrored is its image in the plane
  // y = 0. Says whether it is there. Nothing is written: what the cells fill has keys of its own.
  virtual bool Row(const Key& key, std::span<const Cell> cells) = 0;
  // A table: rows of columns.size() numbers; `rows` is flat, row after row.
  virtual void Table(const Key& key, std::vector<double>& rows, std::span<const Quantity> columns,
                     const Count& count = {}) = 0;

  // ---- Structure ----------------------------------------------------------------------------
  // A nested mapping. Returns whether it is there (always true when writing or making a schema).
  virtual bool Group(const Key& key, const std::function<void(Fields&)>& describe) = 0;
  // A nested mapping, or value, of a named type: one that recurs or that a schema should name.
  // `write` tells a writer whether an optional one is to be written.
  virtual bool Typed(const Key& key, const char* type, bool write,
                     const std::function<void(Fields&)>& describe) = 0;

  // A list of mappings.
  struct ListAccess {
    std::function<size_t()> size;
    std::function<void(size_t)> resize;
    std::function<void(Fields&, size_t)> describe;
  };
  virtual void List(const Key& key, const char* type, const ListAccess& access,
                    const Count& count = {}) = 0;

  // A mapping of names to mappings: `bodies: {arm: {...}, knuckle: {...}}`.
  struct MapAccess {
    std::function<size_t()> size;
    // Appends an entry with this name.
    std::function<void(const std::string&)> append;
    std::function<const std::string&(size_t)> name;
    std::function<void(Fields&, size_t)> describe;
  };
  virtual void Map(const Key& key, const char* type, const MapAccess& access) = 0;

  // One of several kinds of a thing, told by the word at `key`, whose further keys stand beside it:
  // `{law: maxwell, branches: ...}`. `select` makes the struct be of that kind. `current` is the
  // number of the kind that the struct is of; as many as there are where it is of none, in which
  // case the key must not be absent (see Visit).
  struct Alternative {
    const char* word;
    const char* meaning;
    std::function<void()> select;
    std::function<void(Fields&)> describe;
  };
  virtual void OneOf(const Key& key, const std::vector<Alternative>& alternatives,
                     const std::function<size_t()>& current) = 0;

  // ---- For the reader; others ignore them -----------------------------------------------------
  // Where the mapping at hand stands, for messages of later checks.
  virtual void Where(Place&) {}
  // Should an optional value be visited? A reader says whether the key is present, a writer repeats
  // `is_set`, a schema says yes.
  virtual bool Visit(const Key& key, bool is_set) = 0;
  // A schema is being made: where the size of something depends on another key, show its widest
  // form.
  virtual bool ForSchema() const { return false; }
  // Makes a name known that no mapping defines, such as the body "ground".
  virtual void Define(const char* /*kind*/, const char* /*name*/) {}
  // Remembers a file that was read on the way, as an input of the result.
  virtual void Uses(const std::string& /*file*/) {}
  // Reports a mistake at a key of the mapping at hand (or at the mapping itself for "").
  virtual void Problem(const char* /*key*/, const std::string& /*message*/,
                       const std::string& /*remedy*/ = "") {}
  // Reports a finding, a mistake or a warning, where it stands; at a key of the mapping at hand
  // where it does not know its place.
  virtual void Report(const char* /*key*/, const Diagnostic& /*finding*/) {}
};

// ---- Conveniences over the virtual functions ----------------------------------------------------

// A list of structs that have a Describe function.
template <class S>
void DescribeList(Fields& fields, const Key& key, const char* type, std::vector<S>& items,
                  const Count& count = {}) {
  S blank{};  // what a schema describes
  fields.List(key, type,
              {[&items] { return items.size(); }, [&items](size_t n) { items.resize(n); },
               [&items, &blank](Fields& inner, size_t i) {
                 Describe(inner, i < items.size() ? items[i] : blank);
               }},
              count);
}

// A mapping of names to structs that have a member `name` and a Describe function.
template <class S>
void DescribeMap(Fields& fields, const Key& key, const char* type, std::vector<S>& items) {
  S blank{};
  fields.Map(key, type,
             {[&items] { return items.size(); },
              [&items](const std::string& name) { items.emplace_back().name = name; },
              [&items](size_t i) -> const std::string& { return items[i].name; },
              [&items, &blank](Fields& inner, size_t i) {
                Describe(inner, i < items.size() ? items[i] : blank);
              }});
}

// A nested struct.
template <class S>
bool DescribeGroup(Fields& fields, const Key& key, S& value) {
  return fields.Group(key, [&value](Fields& inner) { Describe(inner, value); });
}

// A nested struct that may be left out.
template <class S>
void DescribeOptional(Fields& fields, const Key& key, const char* type, std::optional<S>& value) {
  const bool was_there = value.has_value();
  S inner_value = value.value_or(S{});
  const bool there =
      fields.Typed(key, type, was_there, [&](Fields& inner) { Describe(inner, inner_value); });
  if (there) value = std::move(inner_value);
}

struct AlternativeName {
  const char* word;
  const char* meaning;
};

// A std::variant of structs that have Describe functions; names in the order of its types.
template <class... Ts>
void DescribeVariant(Fields& fields, const Key& key, std::variant<Ts...>& value,
                     const std::array<AlternativeName, sizeof...(Ts)>& names) {
  std::vector<Fields::Alternative> alternatives;
  size_t next = 0;
  const auto add = [&]<class T>(std::in_place_type_t<T>) {
    alternatives.push_back({names[next].word, names[next].meaning,
                            [&value] {
                              if (!std::holds_alternative<T>(value)) value.template emplace<T>();
                            },
                            [&value](Fields& inner) {
                              T blank{};
                              T* held = std::get_if<T>(&value);
                              Describe(inner, held ? *held : blank);
                            }});
    ++next;
  };
  (add(std::in_place_type<Ts>), ...);
  fields.OneOf(key, alternatives, [&value] { return value.index(); });
}

// An enum whose values count from 0 in the order of `words`.
template <class E>
void DescribeChoice(Fields& fields, const Key& key, std::span<const char* const> words, E& value) {
  int index = static_cast<int>(value);
  fields.Choice(key, words, index);
  value = static_cast<E>(index);
}

}  // namespace jounce

#endif  // JOUNCE_IO_FIELDS_H_
