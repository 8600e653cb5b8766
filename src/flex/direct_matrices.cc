#include "flex/direct_matrices.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <string_view>

namespace jounce::flex {
namespace {

constexpr int kLargest = 50'000'000;

// Calls `take(fields, line number)` for each line that has something, cut at blanks and commas.
template <class Take>
void ForEachLine(const std::string& text, const Take& take) {
  size_t begin = 0;
  int number = 0;
  std::vector<std::string_view> fields;
  while (begin < text.size()) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = std::string_view(text).substr(begin, end - begin);
    begin = end + 1;
    ++number;
    fields.clear();
    for (size_t at = 0; at < line.size();) {
      at = line.find_first_not_of(" \t\r,", at);
      if (at == std::string_view::npos) break;
      const size_t stop = std::min(line.find_first_of(" \t\r,", at), line.size());
      fields.push_back(line.substr(at, stop - at));
      at = stop;
    }
    if (!fields.empty() && !take(fields, number)) return;
  }
}

// Names of the matrix of all freedoms, of those of an analysis and of a superelement. Others begin
// with the same letter: K4XX is structural damping, KLL has lost rows.
std::vector<std::string> NamesOf(MatrixRole role) {
  const std::string letter = role == MatrixRole::kStiffness ? "K" : "M";
  return {letter, letter + "GG", letter + "JJ", letter + "AA", letter + "XX", letter + "AAX"};
}

bool IsNameOf(const std::string& name, MatrixRole role) {
  const std::vector<std::string> names = NamesOf(role);
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string JoinNames(const std::vector<const NamedMatrix*>& matrices) {
  std::string text;
  for (const NamedMatrix* m : matrices) text += (text.empty() ? "" : ", ") + m->name;
  return text;
}

// The one of a file that has this role; one that is alone may have a name of the user's own.
const NamedMatrix* ChooseMatrix(const std::vector<NamedMatrix>& matrices, MatrixRole role,
                                const std::string& path, Diagnostics* diagnostics) {
  const char* const what = role == MatrixRole::kStiffness ? "stiffness" : "mass";
  std::vector<const NamedMatrix*> all, fitting;
  for (const NamedMatrix& m : matrices) {
    all.push_back(&m);
    if (IsNameOf(m.name, role)) fitting.push_back(&m);
  }
  if (fitting.size() == 1) return fitting[0];
  if (fitting.size() > 1) {
    diagnostics->Error({path, 0, 0},
                       fmt::format("several matrices may be the {}: {}", what, JoinNames(fitting)),
                       "write a file with one of them");
    return nullptr;
  }
  const auto other = role == MatrixRole::kStiffness ? MatrixRole::kMass : MatrixRole::kStiffness;
  const bool own_name = all.size() == 1 && !IsNameOf(all[0]->name, other) &&
                        !all[0]->name.starts_with("K4") && !all[0]->name.starts_with("B");
  if (own_name) return all[0];
  diagnostics->Error({path, 0, 0},
                     fmt::format("no matrix here is the {}: {}", what, JoinNames(all)),
                     fmt::format("its name is one of {}", fmt::join(NamesOf(role), ", ")));
  return nullptr;
}

template <class T>
bool Parse(std::string_view text, T* value) {
  if (!text.empty() && text[0] == '+') text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *value);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

std::vector<MatrixFreedom> GridOrder(const Mesh& mesh) {
  std::vector<int> order(mesh.nodes.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
  std::sort(order.begin(), order.end(),
            [&](int a, int b) { return mesh.NodeId(a) < mesh.NodeId(b); });
  std::vector<MatrixFreedom> rows;
  for (const int node : order) {
    for (int c = 0; c < (mesh.nodes[node].scalar ? 1 : 6); ++c) rows.push_back({node, c});
  }
  return rows;
}

std::vector<MatrixFreedom> ReadCalculixRows(const std::string& text, const std::string& path,
                                            const Mesh& mesh, Diagnostics* diagnostics) {
  std::vector<MatrixFreedom> rows;
  ForEachLine(text, [&](const std::vector<std::string_view>& fields, int line) {
    const size_t point = fields[0].find('.');
    int node = 0, direction = 0;
    if (point == std::string_view::npos || !Parse(fields[0].substr(0, point), &node) ||
        !Parse(fields[0].substr(point + 1), &direction) || direction < 1 || direction > 6) {
      diagnostics->Error({path, line, 0}, fmt::format("'{}' is not node.direction", fields[0]));
      return false;
    }
    const int index = mesh.FindNode(node);
    if (index < 0) {
      diagnostics->Error({path, line, 0}, fmt::format("node {} does not exist", node),
                         "the nodes' file and the matrices do not belong together");
      return false;
    }
    rows.push_back({index, direction - 1});
    return true;
  });
  return rows;
}

NamedMatrix ReadCalculixMatrix(const std::string& text, const std::string& path,
                               Diagnostics* diagnostics) {
  NamedMatrix matrix;
  matrix.name = path;
  ForEachLine(text, [&](const std::vector<std::string_view>& fields, int line) {
    MatrixEntry e;
    if (fields.size() < 3 || !Parse(fields[0], &e.row) || !Parse(fields[1], &e.column) ||
        !Parse(fields[2], &e.value) || e.row < 1 || e.column < 1 || e.row > kLargest ||
        e.column > kLargest || !std::isfinite(e.value)) {
      diagnostics->Error({path, line, 0}, "this line is not `row column value`");
      return false;
    }
    matrix.rows = matrix.columns = std::max({matrix.rows, e.row, e.column});
    --e.row;
    --e.column;
    matrix.entries.push_back(e);
    return true;
  });
  return matrix;
}

Mesh ReadCalculixNodes(const std::string& text, const std::string& path, Diagnostics* diagnostics) {
  Mesh mesh;
  mesh.source = path;
  bool in_nodes = false;
  ForEachLine(text, [&](const std::vector<std::string_view>& fields, int line) {
    if (fields[0].starts_with("*")) {
      std::string key(fields[0]);
      for (char& c : key) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
      if (!key.starts_with("**")) in_nodes = key == "*NODE";
      return true;
    }
    if (!in_nodes) return true;
    Node node;
    node.place = {path, line, 0};
    bool good = fields.size() >= 4 && Parse(fields[0], &node.id) && node.id > 0;
    for (int k = 0; k < 3 && good; ++k) good = Parse(fields[1 + k], &node.position(k));
    if (!good || !node.position.allFinite()) {
      diagnostics->Error({path, line, 0}, "this line is not `node, x, y, z`");
      return false;
    }
    if (!mesh.AddNode(node)) {
      diagnostics->Error({path, line, 0}, fmt::format("node {} is there twice", node.id));
    }
    return true;
  });
  return mesh;
}

std::vector<DirectEntry> PlaceMatrix(const NamedMatrix& matrix,
                                     const std::vector<MatrixFreedom>& rows,
                                     const std::string& path, Diagnostics* diagnostics) {
  std::vector<DirectEntry> entries;
  if (matrix.rows > static_cast<int>(rows.size()) ||
      matrix.columns > static_cast<int>(rows.size())) {
    diagnostics->Error({path, 0, 0},
                       fmt::format("matrix {} is {} x {}, the nodes give {} rows", matrix.name,
                                   matrix.rows, matrix.columns, rows.size()),
                       "the nodes' file and the matrix do not belong together");
    return entries;
  }
  bool lower = false, upper = false;
  for (const MatrixEntry& e : matrix.entries) {
    lower |= e.row > e.column;
    upper |= e.row < e.column;
  }
  for (const MatrixEntry& e : matrix.entries) {
    const MatrixFreedom &a = rows[e.row], &b = rows[e.column];
    entries.push_back({a.node, a.component, b.node, b.component, e.value});
    if (e.row != e.column && lower != upper) {  // one triangle alone
      entries.push_back({b.node, b.component, a.node, a.component, e.value});
    }
  }
  return entries;
}

std::vector<DirectEntry> PlaceOp4(const std::vector<NamedMatrix>& matrices, MatrixRole role,
                                  const Mesh& mesh, const std::string& path,
                                  Diagnostics* diagnostics) {
  if (matrices.empty()) return {};
  const NamedMatrix* chosen = ChooseMatrix(matrices, role, path, diagnostics);
  if (!chosen) return {};
  const std::vector<MatrixFreedom> rows = GridOrder(mesh);
  if (chosen->rows < static_cast<int>(rows.size())) {
    diagnostics->Error({path, 0, 0},
                       fmt::format("matrix {} has {} rows, the nodes give {}", chosen->name,
                                   chosen->rows, rows.size()),
                       "the deck of the nodes has those of the matrix alone: six rows for a GRID, "
                       "one for an SPOINT");
    return {};
  }
  return PlaceMatrix(*chosen, rows, path, diagnostics);
}

}  // namespace jounce::flex
