#include "math/expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <numbers>
#include <optional>

#include "base/error.h"
#include "base/names.h"

namespace jounce {
namespace {

using Code = Expression::Code;

struct Function {
  Code code;
  int arguments;
};

const std::map<std::string, Function, std::less<>>& Functions() {
  static const std::map<std::string, Function, std::less<>> functions = {
      {"sin", {Code::kSin, 1}},       {"cos", {Code::kCos, 1}},
      {"tan", {Code::kTan, 1}},       {"asin", {Code::kAsin, 1}},
      {"acos", {Code::kAcos, 1}},     {"atan", {Code::kAtan, 1}},
      {"atan2", {Code::kAtan2, 2}},   {"sinh", {Code::kSinh, 1}},
      {"cosh", {Code::kCosh, 1}},     {"tanh", {Code::kTanh, 1}},
      {"exp", {Code::kExp, 1}},       {"log", {Code::kLog, 1}},
      {"log10", {Code::kLog10, 1}},   {"sqrt", {Code::kSqrt, 1}},
      {"abs", {Code::kAbs, 1}},       {"sign", {Code::kSign, 1}},
      {"min", {Code::kMin, 2}},       {"max", {Code::kMax, 2}},
      {"pow", {Code::kPower, 2}},     {"if", {Code::kIf, 3}},
      {"step", {Code::kStep, 5}},     {"heaviside", {Code::kHeaviside, 1}},
      {"step5", {Code::kStep5, 5}},   {"haversine", {Code::kHaversine, 5}},
      {"impact", {Code::kImpact, 7}}, {"bistop", {Code::kBistop, 8}},
      {"chirp", {Code::kChirp, 4}},   {"sweep", {Code::kSweep, 4}},
  };
  return functions;
}

const std::map<std::string, VectorFunction, std::less<>>& VectorFunctions() {
  static const std::map<std::string, VectorFunction, std::less<>> functions = {
      {"vec", VectorFunction::kVec},          {"dot", VectorFunction::kDot},
      {"cross", VectorFunction::kCross},      {"norm", VectorFunction::kNorm},
      {"unit", VectorFunction::kUnit},        {"mirror_x", VectorFunction::kMirrorX},
      {"mirror_y", VectorFunction::kMirrorY}, {"mirror_z", VectorFunction::kMirrorZ},
  };
  return functions;
}

// The component that ".x", ".y" or ".z" names.
std::optional<VectorFunction> ComponentOf(char letter) {
  if (letter < 'x' || letter > 'z') return std::nullopt;
  return static_cast<VectorFunction>(static_cast<int>(VectorFunction::kX) + (letter - 'x'));
}

// A list of names of plain numbers.
class PlainNames : public QuantityNames {
 public:
  explicit PlainNames(const std::vector<std::string>& names) : names_(names) {}

  int IndexOf(const std::string& name) override {
    const auto found = std::find(names_.begin(), names_.end(), name);
    return found == names_.end() ? -1 : static_cast<int>(found - names_.begin());
  }
  int IndexOfUnit(const std::string&, double*) override { return -1; }
  std::vector<std::string> All() const override { return names_; }

 private:
  const std::vector<std::string>& names_;
};

}  // namespace

int ArgumentCount(VectorFunction function) {
  switch (function) {
    case VectorFunction::kVec:
      return 3;
    case VectorFunction::kDot:
    case VectorFunction::kCross:
      return 2;
    default:
      return 1;
  }
}

// Recursive descent; each level emits its program after those of its operands.
class ExpressionParser {
 public:
  // `quantities`: the formula may use units and vectors.
  ExpressionParser(std::string_view text, QuantityNames* names, bool quantities)
      : text_(text), names_(names), quantities_(quantities) {}

  Expression Parse() {
    result_.text_ = std::string(text_);
    ParseOr();
    SkipSpace();
    if (!AtEnd()) Fail(fmt::format("'{}' is not expected here", Peek()));
    return std::move(result_);
  }

 private:
  bool AtEnd() const { return position_ >= text_.size(); }
  char Peek(size_t ahead = 0) const {
    return position_ + ahead < text_.size() ? text_[position_ + ahead] : '\0';
  }
  void SkipSpace() {
    while (std::isspace(static_cast<unsigned char>(Peek()))) ++position_;
  }

  bool Accept(std::string_view token) {
    SkipSpace();
    if (text_.substr(position_, token.size()) != token) return false;
    position_ += token.size();
    return true;
  }

  [[noreturn]] void Fail(const std::string& why, const std::string& remedy = "") const {
    throw InputError(
        fmt::format("in the expression '{}', column {}: {}", text_, position_ + 1, why), remedy);
  }

  void Emit(Code code, int pops, int index = 0, double value = 0) {
    result_.program_.push_back({code, index, value});
    depth_ += 1 - pops;
    if (depth_ > Expression::kMaxDepth) Fail("the expression is nested too deeply");
  }

  // Parentheses, signs and function calls recurse: a bound keeps hostile input off the call stack.
  struct Nesting {
    explicit Nesting(ExpressionParser* parser) : parser_(parser) {
      if (++parser_->nesting_ > 200) parser_->Fail("the expression is nested too deeply");
    }
    ~Nesting() { --parser_->nesting_; }
    ExpressionParser* parser_;
  };

  void ParseOr() {
    ParseAnd();
    while (Accept("||")) {
      ParseAnd();
      Emit(Code::kOr, 2);
    }
  }

  void ParseAnd() {
    ParseComparison();
    while (Accept("&&")) {
      ParseComparison();
      Emit(Code::kAnd, 2);
    }
  }

  void ParseComparison() {
    ParseSum();
    static constexpr std::pair<const char*, Code> kOperators[] = {
        {"<=", Code::kLessEqual}, {">=", Code::kGreaterEqual}, {"==", Code::kEqual},
        {"!=", Code::kNotEqual},  {"<", Code::kLess},          {">", Code::kGreater}};
    for (const auto& [token, code] : kOperators) {
      if (!Accept(token)) continue;
      ParseSum();
      Emit(code, 2);
      return;
    }
  }

  void ParseSum() {
    ParseProduct();
    while (true) {
      if (Accept("+")) {
        ParseProduct();
        Emit(Code::kAdd, 2);
      } else if (Accept("-")) {
        ParseProduct();
        Emit(Code::kSubtract, 2);
      } else {
        return;
      }
    }
  }

  void ParseProduct() {
    ParseSign();
    while (true) {
      if (Accept("*")) {
        ParseSign();
        Emit(Code::kMultiply, 2);
      } else if (Accept("/")) {
        ParseSign();
        Emit(Code::kDivide, 2);
      } else {
        return;
      }
    }
  }

  void ParseSign() {
    const Nesting nesting(this);
    if (Accept("-")) {
      ParseSign();
      Emit(Code::kNegate, 1);
    } else {
      Accept("+");
      ParsePower();
    }
  }

  void ParsePower() {
    ParseAtom();
    if (!Accept("^")) return;
    const size_t exponent_start = result_.program_.size();
    ParseSign();
    EmitPower(exponent_start);
  }

  // A constant exponent becomes part of the operation, so that derivatives stay right for a base
  // that is zero or negative.
  void EmitPower(size_t exponent_start) {
    const std::optional<double> exponent = ConstantFrom(exponent_start);
    if (!exponent) {
      Emit(Code::kPower, 2);
      return;
    }
    result_.program_.resize(exponent_start);
    --depth_;
    if (*exponent == std::round(*exponent) && std::abs(*exponent) <= 64) {
      Emit(Code::kPowerInteger, 1, static_cast<int>(*exponent));
    } else {
      Emit(Code::kPowerConstant, 1, 0, *exponent);
    }
  }

  // Value of the program from `start` on, if it uses no variable.
  std::optional<double> ConstantFrom(size_t start) const {
    Expression part;
    part.program_.assign(result_.program_.begin() + static_cast<std::ptrdiff_t>(start),
                         result_.program_.end());
    for (const auto& op : part.program_) {
      if (op.code == Code::kVariable || op.code == Code::kVector) return std::nullopt;
    }
    return part.Evaluate<double>({});
  }

  void ParseAtom() {
    SkipSpace();
    if (AtEnd()) Fail("a value is missing");
    const char c = Peek();
    if (c == '(') {
      const Nesting nesting(this);
      ++position_;
      ParseOr();
      if (!Accept(")")) Fail("a closing parenthesis is missing");
      ParseComponent();
    } else if (std::isdigit(static_cast<unsigned char>(c)) || c == '.') {
      ParseNumber();
    } else if (std::isalpha(static_cast<unsigned char>(c)) || c == '_') {
      ParseName();
    } else {
      Fail(fmt::format("'{}' is not expected here", c));
    }
  }

  void ParseNumber() {
    double value = 0;
    const auto [end, error] =
        std::from_chars(text_.data() + position_, text_.data() + text_.size(), value);
    if (error != std::errc()) Fail("not a number");
    position_ = static_cast<size_t>(end - text_.data());
    if (quantities_ && ParseUnitAfter(value)) return;
    Emit(Code::kConstant, 0, 0, value);
  }

  // The unit in "10 mm": the number in SI times one of that dimension.
  bool ParseUnitAfter(double value) {
    SkipSpace();
    const size_t start = position_;
    while (std::isalpha(static_cast<unsigned char>(Peek())) || Peek() == '%') ++position_;
    if (position_ == start) return false;
    const int one =
        names_->IndexOfUnit(std::string(text_.substr(start, position_ - start)), &value);
    Emit(Code::kConstant, 0, 0, value);
    Emit(Code::kVariable, 0, one);
    Emit(Code::kMultiply, 2);
    return true;
  }

  // ".x" after a vector.
  void ParseComponent() {
    if (!quantities_ || Peek() != '.' || IsNameLetter(Peek(2))) return;
    const std::optional<VectorFunction> component = ComponentOf(Peek(1));
    if (!component) return;
    position_ += 2;
    EmitVector(*component);
  }

  void EmitVector(VectorFunction function) {
    Emit(Code::kVector, ArgumentCount(function), static_cast<int>(function));
  }

  static bool IsNameLetter(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.';
  }

  void ParseName() {
    const size_t start = position_;
    while (IsNameLetter(Peek())) ++position_;
    const std::string name(text_.substr(start, position_ - start));
    SkipSpace();
    if (Peek() == '(') {
      ParseCall(name, start);
      ParseComponent();
      return;
    }
    position_ = start + name.size();
    if (quantities_ && EmitLongestName(start)) return;
    if (EmitVariable(name)) return;
    if (name == "pi") {
      Emit(Code::kConstant, 0, 0, std::numbers::pi);
    } else if (name == "e") {
      Emit(Code::kConstant, 0, 0, std::numbers::e);
    } else {
      position_ = start;
      std::vector<std::string> known = names_->All();
      known.push_back("pi");
      Fail(fmt::format("the name '{}' is not known", name), SuggestName(name, known));
    }
  }

  bool EmitVariable(const std::string& name) {
    const int index = names_->IndexOf(name);
    if (index >= 0) Emit(Code::kVariable, 0, index);
    return index >= 0;
  }

  // A name that is known, or a component of one, with as many minus signs in it as possible.
  bool EmitLongestName(size_t start) {
    constexpr size_t kLongestName = 200;
    size_t end = position_;
    std::vector<size_t> ends = {end};
    while (end < text_.size() && text_[end] == '-' && end - start < kLongestName) {
      ++end;
      while (end < text_.size() && IsNameLetter(text_[end])) ++end;
      ends.push_back(end);
    }
    for (auto last = ends.rbegin(); last != ends.rend(); ++last) {
      const std::string name(text_.substr(start, *last - start));
      position_ = *last;
      if (EmitVariable(name)) return true;
      const size_t dot = name.size() - 2;
      if (name.size() < 3 || name[dot] != '.' || !ComponentOf(name.back())) continue;
      if (!EmitVariable(name.substr(0, dot))) continue;
      EmitVector(*ComponentOf(name.back()));
      return true;
    }
    position_ = ends.front();
    return false;
  }

  void ParseCall(const std::string& name, size_t start) {
    const Nesting nesting(this);
    const auto of_vectors = VectorFunctions().find(name);
    if (quantities_ && of_vectors != VectorFunctions().end()) {
      ParseArguments(name, ArgumentCount(of_vectors->second));
      EmitVector(of_vectors->second);
      return;
    }
    const auto found = Functions().find(name);
    if (found == Functions().end()) FailOnFunction(name, start);
    const auto [code, arguments] = found->second;
    const size_t last_start = ParseArguments(name, arguments);
    if (code == Code::kPower) {
      EmitPower(last_start);
    } else {
      Emit(code, arguments);
    }
  }

  [[noreturn]] void FailOnFunction(const std::string& name, size_t start) {
    position_ = start;
    std::vector<std::string> known;
    for (const auto& entry : Functions()) known.push_back(entry.first);
    if (quantities_) {
      for (const auto& entry : VectorFunctions()) known.push_back(entry.first);
    }
    Fail(fmt::format("the function '{}' is not known", name), SuggestName(name, known));
  }

  // From the opening to the closing parenthesis; says where the last argument begins.
  size_t ParseArguments(const std::string& name, int count) {
    ++position_;
    size_t last_start = 0;
    for (int i = 0; i < count; ++i) {
      if (i > 0 && !Accept(",")) Fail(fmt::format("'{}' takes {} values", name, count));
      last_start = result_.program_.size();
      ParseOr();
    }
    if (!Accept(")")) Fail(fmt::format("'{}' takes {} value(s), then ')'", name, count));
    return last_start;
  }

  std::string_view text_;
  QuantityNames* names_;
  bool quantities_;
  Expression result_;
  size_t position_ = 0;
  int depth_ = 0;
  int nesting_ = 0;
};

Expression Expression::Parse(std::string_view text, const std::vector<std::string>& variables) {
  PlainNames names(variables);
  return ExpressionParser(text, &names, false).Parse();
}

Expression Expression::Parse(std::string_view text, QuantityNames* names) {
  return ExpressionParser(text, names, true).Parse();
}

std::vector<std::string> Expression::NamesIn(std::string_view text) {
  const auto is_letter = [](char c) {
    return std::isalpha(static_cast<unsigned char>(c)) || c == '_';
  };
  const auto is_digit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
  std::vector<std::string> names;
  size_t i = 0;
  while (i < text.size()) {
    const size_t start = i;
    if (is_digit(text[i]) || text[i] == '.') {
      double value = 0;
      const auto [end, error] = std::from_chars(text.data() + i, text.data() + text.size(), value);
      i = error == std::errc() ? static_cast<size_t>(end - text.data()) : i + 1;
      continue;
    }
    if (!is_letter(text[i])) {
      ++i;
      continue;
    }
    while (i < text.size() && (is_letter(text[i]) || is_digit(text[i]) || text[i] == '.')) ++i;
    std::string name(text.substr(start, i - start));
    size_t after = i;
    while (after < text.size() && std::isspace(static_cast<unsigned char>(text[after]))) ++after;
    const bool is_call = after < text.size() && text[after] == '(';
    if (is_call || name == "pi" || name == "e") continue;
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

bool Expression::Uses(int variable) const {
  return std::any_of(program_.begin(), program_.end(), [variable](const Op& op) {
    return op.code == Code::kVariable && op.index == variable;
  });
}

}  // namespace jounce
