#include "flex/gmsh_file.h"

#include <fmt/format.h>

#include "flex/gmsh_source.h"

namespace jounce::flex {
namespace {

int DimensionOf(int type) {
  const GmshType* known = FindGmshType(type);
  if (!known || !known->shape) return type == 15 ? 0 : type == 9 ? 2 : 1;
  return IsShell(*known->shape) ? 2 : 3;
}

// Gmsh's other elements, as its manual counts them.
std::string NameOfUnread(int type) {
  static const std::map<int, const char*> names = {
      {7, "a 5-node pyramid"},    {10, "a 9-node quadrilateral"}, {12, "a 27-node brick"},
      {13, "an 18-node wedge"},   {14, "a 14-node pyramid"},      {16, "an 8-node quadrilateral"},
      {17, "a 20-node brick"},    {18, "a 15-node wedge"},        {19, "a 13-node pyramid"},
      {21, "a 10-node triangle"}, {26, "a 4-node line"},          {29, "a 20-node tetrahedron"}};
  const auto found = names.find(type);
  return found == names.end() ? fmt::format("of Gmsh's type {}", type) : found->second;
}

class GmshReader {
 public:
  GmshReader(const std::string& text, const std::string& path, double length,
             Diagnostics* diagnostics)
      : source_(text), path_(path), length_(length), diagnostics_(diagnostics) {
    file_.mesh.source = path;
  }

  GmshFile Read() {
    try {
      while (!source_.AtEnd()) ReadSection(std::string(source_.Word()));
    } catch (const MalformedGmsh& problem) {
      diagnostics_->Error({path_, source_.line(), 0},
                          source_.binary()
                              ? fmt::format("{} (near byte {})", problem.message, source_.byte())
                              : problem.message);
      return std::move(file_);
    }
    if (version_ == 0) {
      diagnostics_->Error({path_, 1, 0}, "this is no Gmsh mesh", "it begins with $MeshFormat");
    }
    if (version_ > 0 && !has_elements_) {
      diagnostics_->Error({path_, 0, 0}, "the file has no $Elements", "it may have been cut");
    }
    file_.whole = version_ > 0 && has_elements_;
    return std::move(file_);
  }

 private:
  void ReadSection(const std::string& section) {
    if (section == "$MeshFormat") {
      ReadFormat();
    } else if (section == "$PhysicalNames") {
      ReadNames();
    } else if (section == "$Entities") {
      ReadEntities();
    } else if (section == "$Nodes") {
      version_ < 4 ? ReadNodes2() : ReadNodes4();
    } else if (section == "$Elements") {
      version_ < 4 ? ReadElements2() : ReadElements4();
      has_elements_ = true;
    } else {
      return;
    }
    const std::string end = "$End" + section.substr(1);
    if (source_.Word() != end) throw MalformedGmsh{fmt::format("{} is missing", end)};
  }

  void ReadFormat() {
    const double version = source_.TextReal();
    const long kind = source_.TextInteger(), bytes = source_.TextInteger();
    if (version != 2.2 && version != 4.1) {
      throw MalformedGmsh{
          fmt::format("version {} is not read: save the mesh as 2.2 or 4.1", version)};
    }
    if (kind != 0 && kind != 1) throw MalformedGmsh{"it is neither text (0) nor binary (1)"};
    if (kind == 1 && bytes != 8) {
      throw MalformedGmsh{fmt::format("reals of {} bytes are not read: only those of 8", bytes)};
    }
    version_ = version;
    if (kind == 1) source_.BeginBinary();
  }

  // Text in any file.
  void ReadNames() {
    const long count = source_.TextInteger();
    for (long i = 0; i < count; ++i) {
      const long dimension = source_.TextInteger(), tag = source_.TextInteger();
      const std::string name(source_.RestOfLine());
      const size_t first = name.find('"'), last = name.rfind('"');
      if (first == std::string::npos || last == first) {
        throw MalformedGmsh{"a group's name is missing"};
      }
      file_.names[{static_cast<int>(dimension), static_cast<int>(tag)}] =
          name.substr(first + 1, last - first - 1);
    }
  }

  void ReadEntities() {
    if (source_.binary()) source_.SkipLineEnd();
    int counts[4];
    for (int& count : counts) count = source_.Count();
    for (int dimension = 0; dimension < 4; ++dimension) {
      for (int i = 0; i < counts[dimension]; ++i) {
        const int tag = source_.Integer();
        for (int k = 0; k < (dimension == 0 ? 3 : 6); ++k) source_.Real();
        const int groups = source_.Count();
        for (int k = 0; k < groups; ++k) {
          entity_groups_[{dimension, tag}].push_back(source_.Integer());
        }
        if (dimension == 0) continue;
        const int bounds = source_.Count();
        for (int k = 0; k < bounds; ++k) source_.Integer();
      }
    }
  }

  void AddNode(long id) {
    Node node;
    node.id = CheckedId(id);
    node.place = {path_, source_.line(), 0};
    for (int k = 0; k < 3; ++k) node.position(k) = length_ * source_.Real();
    if (!file_.mesh.AddNode(node)) {
      throw MalformedGmsh{fmt::format("node {} is there twice", id)};
    }
  }

  static int CheckedId(long id) {
    if (id < 1 || id > 2'000'000'000) {
      throw MalformedGmsh{fmt::format("{} is no number of a node", id)};
    }
    return static_cast<int>(id);
  }

  // The number of nodes or elements of version 2.2 is text in any file.
  int TextCount() {
    const long count = source_.TextInteger();
    if (count < 0 || count > 100'000'000) throw MalformedGmsh{"a count cannot be this"};
    if (source_.binary()) source_.SkipLineEnd();
    return static_cast<int>(count);
  }

  void ReadNodes2() {
    const int count = TextCount();
    for (int i = 0; i < count; ++i) AddNode(source_.Integer());
  }

  // Blocks, all nodes or elements, smallest and largest number: only the first matters.
  int BlocksOf4() {
    if (source_.binary()) source_.SkipLineEnd();
    const int blocks = source_.Count();
    for (int i = 0; i < 3; ++i) source_.Size();
    return blocks;
  }

  void ReadNodes4() {
    const int blocks = BlocksOf4();
    for (int b = 0; b < blocks; ++b) {
      source_.Integer();
      source_.Integer();
      if (source_.Integer() != 0) throw MalformedGmsh{"parametric nodes are not read"};
      std::vector<long> ids;
      const int count = source_.Count();
      for (int i = 0; i < count; ++i) ids.push_back(source_.Size());
      for (const long id : ids) AddNode(id);
    }
  }

  // `next` reads a node's number.
  template <class Next>
  void ReadElement(long id, int type, std::pair<int, int> group, const Next& next) {
    const GmshType* known = FindGmshType(type);
    if (!known) {
      throw MalformedGmsh{
          fmt::format("element {} is {}, which is not read (triangles of 3, quadrilaterals of 4, "
                      "tetrahedra of 4 and 10, wedges of 6, bricks of 8 nodes)",
                      id, NameOfUnread(type))};
    }
    GmshElement element{id, type, group, {}, source_.line()};
    for (int i = 0; i < known->nodes; ++i) {
      const int node = CheckedId(next());
      element.nodes.push_back(file_.mesh.FindNode(node));
      if (element.nodes.back() < 0) {
        throw MalformedGmsh{fmt::format("element {}: node {} does not exist", id, node)};
      }
    }
    file_.elements.push_back(std::move(element));
  }

  void ReadTagged(long id, int type, int tags) {
    int group = 0;
    for (int k = 0; k < tags; ++k) {
      const int tag = source_.Integer();
      if (k == 0) group = tag;
    }
    ReadElement(id, type, {DimensionOf(type), group}, [&] { return source_.Integer(); });
  }

  // As text each element says its type and number of tags, in a binary file a block of them.
  void ReadElements2() {
    const int count = TextCount();
    for (int done = 0; done < count;) {
      if (!source_.binary()) {
        const int id = source_.Integer(), type = source_.Integer();
        ReadTagged(id, type, source_.IntegerCount());
        ++done;
        continue;
      }
      const int type = source_.Integer(), size = source_.IntegerCount();
      const int tags = source_.IntegerCount();
      if (size < 1 || size > count - done) throw MalformedGmsh{"a block of elements is too large"};
      for (int i = 0; i < size; ++i) ReadTagged(source_.Integer(), type, tags);
      done += size;
    }
  }

  void ReadElements4() {
    const int blocks = BlocksOf4();
    for (int b = 0; b < blocks; ++b) {
      const int dimension = source_.Integer(), entity = source_.Integer();
      const int type = source_.Integer(), count = source_.Count();
      const auto found = entity_groups_.find({dimension, entity});
      const std::vector<int> groups =
          found == entity_groups_.end() ? std::vector<int>{0} : found->second;
      for (int i = 0; i < count; ++i) {
        const long id = source_.Size();
        ReadElement(id, type, {dimension, groups[0]}, [&] { return source_.Size(); });
        // As in version 2.2, an element of several groups stands there once for each.
        for (size_t k = 1; k < groups.size(); ++k) {
          file_.elements.push_back(file_.elements.back());
          file_.elements.back().group.second = groups[k];
        }
      }
    }
  }

  GmshSource source_;
  const std::string& path_;
  double length_;
  Diagnostics* diagnostics_;
  double version_ = 0;
  bool has_elements_ = false;
  std::map<std::pair<int, int>, std::vector<int>> entity_groups_;
  GmshFile file_;
};

}  // namespace

const GmshType* FindGmshType(int type) {
  static const std::map<int, GmshType> types = {
      {1, {"2-node line", 2, {}}},
      {2, {"3-node triangle", 3, ElementShape::kTriangle}},
      {3, {"4-node quadrilateral", 4, ElementShape::kQuad}},
      {4, {"4-node tetrahedron", 4, ElementShape::kTet4}},
      {5, {"8-node brick", 8, ElementShape::kHex8}},
      {6, {"6-node wedge", 6, ElementShape::kPenta6}},
      {8, {"3-node line", 3, {}}},
      {9, {"6-node triangle", 6, {}}},
      {11, {"10-node tetrahedron", 10, ElementShape::kTet10}},
      {15, {"point", 1, {}}}};
  const auto found = types.find(type);
  return found == types.end() ? nullptr : &found->second;
}

GmshFile ReadGmshFile(const std::string& text, const std::string& path, double length,
                      Diagnostics* diagnostics) {
  return GmshReader(text, path, length, diagnostics).Read();
}

}  // namespace jounce::flex
