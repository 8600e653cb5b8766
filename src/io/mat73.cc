#include "io/mat73.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <set>
#include <utility>
#include <vector>

#include "base/error.h"
#include "io/hdf5_handle.h"

namespace jounce {
namespace {

using MatlabKind = MatlabVariable::Kind;

constexpr std::string_view kMat73Start = "MATLAB 7.3 MAT-file";
constexpr const char* kDamagedMat73 = "is a MATLAB file of version 7.3 that is damaged";
constexpr size_t kMostVariables = 100'000;  // of a file or a structure; more is damage
constexpr hsize_t kLongestMatText = 65'536;
constexpr hsize_t kMostPacked = 1032;  // to one: what deflate can do at best [RFC 1951, zlib FAQ]

// The text of an attribute of fixed length, as MATLAB writes them; empty where there is none.
std::string FixedTextAttribute(hid_t object, const char* name) {
  if (H5Aexists(object, name) <= 0) return "";
  const Hdf5Handle attribute(H5Aopen(object, name, H5P_DEFAULT), H5Aclose, name, "cannot be read");
  const Hdf5Handle type(H5Aget_type(attribute.get()), H5Tclose, name, "cannot be read");
  const Hdf5Handle space(H5Aget_space(attribute.get()), H5Sclose, name, "cannot be read");
  const size_t size = H5Tget_size(type.get());
  if (H5Tget_class(type.get()) != H5T_STRING || H5Tis_variable_str(type.get()) != 0 || size == 0 ||
      size > 1024 || H5Sget_simple_extent_npoints(space.get()) != 1) {
    return "";
  }
  std::string text(size, '\0');
  if (H5Aread(attribute.get(), type.get(), text.data()) < 0) return "";
  return text.substr(0, text.find('\0'));
}

// The hard links of a group; soft and external ones lead to other places.
std::vector<std::string> MembersOf(hid_t group, const std::string& path) {
  const auto visit = [](hid_t, const char* name, const H5L_info_t* info, void* data) -> herr_t {
    auto* members = static_cast<std::vector<std::string>*>(data);
    if (info->type == H5L_TYPE_HARD) members->emplace_back(name);
    return members->size() > kMostVariables ? -1 : 0;
  };
  std::vector<std::string> members;
  CheckHdf5(H5Literate(group, H5_INDEX_NAME, H5_ITER_INC, nullptr, visit, &members), path,
            kDamagedMat73);
  return members;
}

// Whether the numbers lie in this file, and are no more than the bytes stored for them can hold.
bool IsStoredHere(hid_t dataset, hsize_t count, size_t number_size, hsize_t file_size,
                  const std::string& path) {
  const Hdf5Handle how(H5Dget_create_plist(dataset), H5Pclose, path, kDamagedMat73);
  const H5D_layout_t layout = H5Pget_layout(how.get());
  if (layout != H5D_COMPACT && layout != H5D_CONTIGUOUS && layout != H5D_CHUNKED) return false;
  if (H5Pget_external_count(how.get()) != 0) return false;
  const hsize_t stored = H5Dget_storage_size(dataset);
  if (stored > file_size) return false;
  if (layout != H5D_CHUNKED) return count <= stored / number_size;
  hsize_t chunk[2] = {1, 1};
  const int rank = H5Pget_chunk(how.get(), 2, chunk);
  if (rank < 0 || rank > 2 || chunk[0] == 0 || chunk[1] == 0) return false;
  const hsize_t most = kMostPacked * stored / number_size;  // also of the one chunk there must be
  return count <= most && chunk[0] <= most / chunk[1];
}

// Reads the variables of one file.
class Mat73Reader {
 public:
  explicit Mat73Reader(const std::string& path) : path_(path) {
    SilenceHdf5();
    std::error_code unknown;
    file_size_ = std::filesystem::file_size(path, unknown);
    if (unknown) throw FileError(path, "cannot be read: " + unknown.message());
    const Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, path, kDamagedMat73);
    H5Pset_file_locking(access.get(), false, true);
    file_ = Hdf5Handle(H5Fopen(path.c_str(), H5F_ACC_RDONLY, access.get()), H5Fclose, path,
                       kDamagedMat73);
  }

  std::vector<MatlabVariable> Variables() const {
    std::vector<MatlabVariable> variables;
    for (const std::string& name : MembersOf(file_.get(), path_)) {
      // What cells and objects refer to.
      if (name == "#refs#" || name == "#subsystem#") continue;
      variables.push_back(Variable(file_.get(), name, /*in_structure=*/false));
    }
    return variables;
  }

 private:
  [[noreturn]] void Fail(const MatlabVariable& variable) const {
    throw FileError(path_, fmt::format("{}: variable '{}'", kDamagedMat73, variable.name));
  }

  MatlabVariable Variable(hid_t group, const std::string& name, bool in_structure) const {
    const Hdf5Handle object(H5Oopen(group, name.c_str(), H5P_DEFAULT), H5Oclose, path_,
                            kDamagedMat73);
    MatlabVariable variable;
    variable.name = name;
    const std::string matlab_class = FixedTextAttribute(object.get(), "MATLAB_class");
    const H5I_type_t kind = H5Iget_type(object.get());
    if (H5Aexists(object.get(), "MATLAB_sparse") > 0) {
      variable.other = "sparse";
    } else if (kind == H5I_DATASET) {
      ReadDataset(object.get(), matlab_class, &variable);
    } else if (kind != H5I_GROUP || (!matlab_class.empty() && matlab_class != "struct")) {
      variable.other = "an object";
    } else if (in_structure) {
      variable.other = "a structure within a structure";
    } else {
      variable.kind = MatlabKind::kStructure;
      for (const std::string& field : MembersOf(object.get(), path_)) {
        variable.fields.push_back(Variable(object.get(), field, /*in_structure=*/true));
      }
    }
    return variable;
  }

  // What a dataset is that we do not read, in words; empty for what we do.
  static std::string OtherDataset(const std::string& matlab_class, H5T_class_t type, int rank) {
    static const std::set<std::string> kRead = {"",      "char",   "double", "single",
                                                "int8",  "int16",  "int32",  "int64",
                                                "uint8", "uint16", "uint32", "uint64"};
    if (matlab_class == "cell") return "a cell array";
    if (matlab_class == "logical") return "logical";
    if (matlab_class.empty() && type == H5T_REFERENCE) return "an array of structures";
    if (!kRead.contains(matlab_class)) return fmt::format("of the class {}", matlab_class);
    if (type == H5T_COMPOUND) return "complex";
    if (type != H5T_INTEGER && type != H5T_FLOAT) return "neither numbers nor text";
    return rank > 2 ? fmt::format("of {} dimensions", rank) : "";
  }

  void ReadDataset(hid_t dataset, const std::string& matlab_class, MatlabVariable* variable) const {
    const Hdf5Handle type(H5Dget_type(dataset), H5Tclose, path_, kDamagedMat73);
    const Hdf5Handle space(H5Dget_space(dataset), H5Sclose, path_, kDamagedMat73);
    const int rank = H5Sget_simple_extent_ndims(space.get());
    const size_t number_size = H5Tget_size(type.get());
    if (rank < 0 || number_size == 0) Fail(*variable);
    variable->other = OtherDataset(matlab_class, H5Tget_class(type.get()), rank);
    if (!variable->other.empty()) return;
    if (number_size > 8) Fail(*variable);
    variable->kind = matlab_class == "char" ? MatlabKind::kText : MatlabKind::kNumbers;
    // An empty array is stored as its size.
    if (H5Aexists(dataset, "MATLAB_empty") > 0) return;
    std::array<hsize_t, 2> dims = {1, 1};  // columns and rows
    if (rank > 0 && H5Sget_simple_extent_dims(space.get(), dims.data() + 2 - rank, nullptr) < 0) {
      Fail(*variable);
    }
    if (dims[0] == 0 || dims[1] == 0) return;
    const hsize_t count = dims[0] * dims[1];
    if (count / dims[0] != dims[1] ||
        !IsStoredHere(dataset, count, number_size, file_size_, path_)) {
      throw FileError(path_,
                      fmt::format("variable '{}' claims {} x {} numbers, which the file does "
                                  "not hold",
                                  variable->name, dims[1], dims[0]));
    }
    variable->rows = dims[1];
    variable->columns = dims[0];
    if (variable->kind == MatlabKind::kText && count > kLongestMatText) return;
    ReadNumbers(dataset, count, variable);
  }

  void ReadNumbers(hid_t dataset, hsize_t count, MatlabVariable* variable) const {
    std::vector<double> numbers(count);
    if (H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers.data()) < 0) {
      Fail(*variable);
    }
    if (variable->kind == MatlabKind::kNumbers) {
      variable->numbers = std::move(numbers);
      return;
    }
    for (const double letter : numbers) {
      variable->text += letter > 0 && letter < 128 ? static_cast<char>(letter) : '?';
    }
  }

  std::string path_;
  hsize_t file_size_ = 0;
  Hdf5Handle file_;
};

}  // namespace

bool LooksLikeMat73(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string start(kMat73Start.size(), '\0');
  return file.read(start.data(), static_cast<std::streamsize>(start.size())) &&
         start == kMat73Start;
}

std::shared_ptr<const SignalSource> OpenMat73(const std::string& path,
                                              const MatlabReadSettings& settings) {
  std::vector<std::string> left_out;
  std::vector<Channel> channels =
      ChannelsOfMatlab(path, Mat73Reader(path).Variables(), settings, &left_out);
  return std::make_shared<MemorySource>(std::move(channels), std::move(left_out));
}

}  // namespace jounce
