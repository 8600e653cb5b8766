#include "io/hdf5_handle.h"

namespace jounce {
namespace {

Hdf5Handle TextType(const std::string& path) {
  Hdf5Handle type(H5Tcopy(H5T_C_S1), H5Tclose, path, "cannot make a text type");
  H5Tset_size(type.get(), H5T_VARIABLE);
  H5Tset_cset(type.get(), H5T_CSET_UTF8);
  return type;
}

}  // namespace

void WriteTextAttribute(hid_t object, const char* name, const std::string& text,
                        const std::string& path) {
  const Hdf5Handle type = TextType(path);
  const Hdf5Handle space(H5Screate(H5S_SCALAR), H5Sclose, path, "cannot make an attribute");
  const Hdf5Handle attribute(
      H5Acreate2(object, name, type.get(), space.get(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose, path,
      "cannot write an attribute");
  const char* bytes = text.c_str();
  CheckHdf5(H5Awrite(attribute.get(), type.get(), &bytes), path, "cannot write an attribute");
}

std::string ReadTextAttribute(hid_t object, const char* name) {
  if (H5Aexists(object, name) <= 0) return "";
  const Hdf5Handle attribute(H5Aopen(object, name, H5P_DEFAULT), H5Aclose, name, "cannot be read");
  const Hdf5Handle stored(H5Aget_type(attribute.get()), H5Tclose, name, "cannot be read");
  if (H5Tget_class(stored.get()) != H5T_STRING || H5Tis_variable_str(stored.get()) <= 0) return "";
  const Hdf5Handle space(H5Aget_space(attribute.get()), H5Sclose, name, "cannot be read");
  if (H5Sget_simple_extent_npoints(space.get()) != 1) return "";
  const Hdf5Handle type = TextType(name);
  char* bytes = nullptr;
  if (H5Aread(attribute.get(), type.get(), &bytes) < 0 || !bytes) return "";
  std::string text = bytes;
  H5free_memory(bytes);
  return text;
}

void WriteTextDataset(hid_t location, const char* name, const std::vector<std::string>& texts,
                      const std::string& path) {
  const Hdf5Handle type = TextType(path);
  const hsize_t size = texts.size();
  const Hdf5Handle space(H5Screate_simple(1, &size, nullptr), H5Sclose, path, "cannot write text");
  const Hdf5Handle dataset(
      H5Dcreate2(location, name, type.get(), space.get(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
      H5Dclose, path, "cannot write text");
  std::vector<const char*> bytes;
  for (const std::string& text : texts) bytes.push_back(text.c_str());
  if (bytes.empty()) return;
  CheckHdf5(H5Dwrite(dataset.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()), path,
            "cannot write text");
}

std::vector<std::string> ReadTextDataset(hid_t location, const char* name) {
  std::vector<std::string> texts;
  if (H5Lexists(location, name, H5P_DEFAULT) <= 0) return texts;
  const Hdf5Handle dataset(H5Dopen2(location, name, H5P_DEFAULT), H5Dclose, name, "cannot be read");
  const Hdf5Handle stored(H5Dget_type(dataset.get()), H5Tclose, name, "cannot be read");
  if (H5Tget_class(stored.get()) != H5T_STRING || H5Tis_variable_str(stored.get()) <= 0) {
    return texts;
  }
  const Hdf5Handle space(H5Dget_space(dataset.get()), H5Sclose, name, "cannot be read");
  const hssize_t size = H5Sget_simple_extent_npoints(space.get());
  if (size <= 0) return texts;
  const Hdf5Handle type = TextType(name);
  std::vector<char*> bytes(static_cast<size_t>(size), nullptr);
  if (H5Dread(dataset.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()) < 0) {
    return texts;
  }
  for (const char* text : bytes) texts.emplace_back(text ? text : "");
  H5Dvlen_reclaim(type.get(), space.get(), H5P_DEFAULT, bytes.data());
  return texts;
}

}  // namespace jounce
