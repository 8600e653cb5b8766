#include "io/mat73.h"

#include <gtest/gtest.h>
#include <matio.h>

#include <algorithm>
#include <array>
#include <fstream>

#include "base/error.h"
#include "io/any_signals.h"
#include "io/hdf5_handle.h"
#include "signals/signal_testing.h"

namespace jounce {
namespace {

// A file as MATLAB saves it, made by libmatio.
class MatioFile {
 public:
  MatioFile(const std::string& name, mat_ft version)
      : path_(testing::TemporaryPath(name)),
        packing_(version == MAT_FT_MAT4 ? MAT_COMPRESSION_NONE : MAT_COMPRESSION_ZLIB) {
    file_ = Mat_CreateVer(path_.c_str(), nullptr, version);
  }
  ~MatioFile() { Mat_Close(file_); }

  void Add(matvar_t* variable) {
    EXPECT_EQ(Mat_VarWrite(file_, variable, packing_), 0) << variable->name;
    Mat_VarFree(variable);
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  matio_compression packing_;
  mat_t* file_;
};

matvar_t* Array(const char* name, size_t rows, size_t columns, std::vector<double> values) {
  size_t dims[2] = {rows, columns};
  return Mat_VarCreate(name, MAT_C_DOUBLE, MAT_T_DOUBLE, 2, dims, values.data(), 0);
}

template <typename Number>
matvar_t* Row(const char* name, matio_classes array_class, matio_types type,
              std::vector<Number> values, int flags = 0) {
  size_t dims[2] = {1, values.size()};
  return Mat_VarCreate(name, array_class, type, 2, dims, values.data(), flags);
}

matvar_t* Letters(const char* name, std::string text) {
  size_t dims[2] = {1, text.size()};
  return Mat_VarCreate(name, MAT_C_CHAR, MAT_T_UINT8, 2, dims, text.data(), 0);
}

matvar_t* Structure(const char* name, const std::vector<const char*>& names,
                    const std::vector<matvar_t*>& fields) {
  matvar_t* structure = Mat_VarCreateStruct(name, 2, std::array<size_t, 2>{1, 1}.data(),
                                            const_cast<const char**>(names.data()),
                                            static_cast<unsigned>(names.size()));
  for (size_t f = 0; f < names.size(); ++f) {
    Mat_VarSetStructFieldByName(structure, names[f], 0, fields[f]);
  }
  return structure;
}

// Files of version 7.3 list their variables by name.
std::vector<Channel> ChannelsByName(const std::string& path) {
  std::vector<Channel> channels = OpenAnySignals(path)->ReadAll();
  std::sort(channels.begin(), channels.end(),
            [](const Channel& a, const Channel& b) { return a.name < b.name; });
  return channels;
}

TEST(Mat73Test, TheSameChannelsFromEveryVersion) {
  const std::vector<double> noise = testing::WhiteNoise(1, 3000);
  std::vector<double> time, both = noise;
  for (int i = 0; i < 1000; ++i) time.push_back(2 + 0.125 * i);
  both.resize(2000);
  std::vector<float> single(noise.begin(), noise.begin() + 1000);
  std::vector<int16_t> whole;
  for (int i = 0; i < 1000; ++i) whole.push_back(static_cast<int16_t>(7 * i - 3000));
  for (const mat_ft version : {MAT_FT_MAT4, MAT_FT_MAT5, MAT_FT_MAT73}) {
    std::string path;
    {
      MatioFile file("all.mat", version);
      path = file.path();
      file.Add(Array("time", 1000, 1, time));
      file.Add(Array("noise", 1, 1000, noise));
      file.Add(Array("both", 1000, 2, both));
      file.Add(Row("single", MAT_C_SINGLE, MAT_T_SINGLE, single));
      file.Add(Row("whole", MAT_C_INT16, MAT_T_INT16, whole));
    }
    EXPECT_EQ(LooksLikeMat73(path), version == MAT_FT_MAT73);
    const auto channels = ChannelsByName(path);
    ASSERT_EQ(channels.size(), 5u) << version;
    const std::vector<double> expected[] = {{noise.begin(), noise.begin() + 1000},
                                            {noise.begin() + 1000, noise.begin() + 2000},
                                            {noise.begin(), noise.begin() + 1000},
                                            {single.begin(), single.end()},
                                            {whole.begin(), whole.end()}};
    const char* names[] = {"both_1", "both_2", "noise", "single", "whole"};
    for (size_t c = 0; c < 5; ++c) {
      EXPECT_EQ(channels[c].name, names[c]);
      EXPECT_EQ(channels[c].sample_rate, 8);
      EXPECT_EQ(channels[c].start, 2);
      EXPECT_EQ(channels[c].samples, expected[c]) << names[c] << " of version " << version;
    }
  }
}

TEST(Mat73Test, StructuresAndWhatIsLeftOut) {
  std::string path;
  {
    MatioFile file("rich.mat", MAT_FT_MAT73);
    path = file.path();
    file.Add(Structure(
        "shock", {"data", "sample_rate", "unit"},
        {Array(nullptr, 3, 1, {1, 2, 4}), Array(nullptr, 1, 1, {50}), Letters(nullptr, "kN")}));
    file.Add(Structure("run", {"time", "force", "deep"},
                       {Array(nullptr, 1, 4, {0, 1, 2, 3}), Array(nullptr, 1, 4, {9, 8, 7, 6}),
                        Structure(nullptr, {"x"}, {Array(nullptr, 1, 4, {1, 2, 3, 4})})}));
    file.Add(Letters("note", "measured"));
    file.Add(Row<uint8_t>("on", MAT_C_UINT8, MAT_T_UINT8, {0, 1, 1, 0}, MAT_F_LOGICAL));
    size_t dims[3] = {1, 1, 2};
    matvar_t* cells[] = {Array(nullptr, 1, 4, {1, 2, 3, 4})};
    file.Add(Mat_VarCreate("cell", MAT_C_CELL, MAT_T_CELL, 2, dims, cells, 0));
    std::vector<double> real = {1, 2}, imaginary = {3, 4};
    mat_complex_split_t parts = {real.data(), imaginary.data()};
    size_t row[2] = {1, 2};
    file.Add(Mat_VarCreate("z", MAT_C_DOUBLE, MAT_T_DOUBLE, 2, row, &parts, MAT_F_COMPLEX));
    file.Add(Mat_VarCreate("solid", MAT_C_DOUBLE, MAT_T_DOUBLE, 3, dims, real.data(), 0));
  }
  const auto source = OpenAnySignals(path);
  ASSERT_EQ(source->NumChannels(), 2u);
  const Channel shock = source->ReadChannel(FindChannel(*source, "shock", path));
  EXPECT_EQ(shock.unit, "kN");
  EXPECT_EQ(shock.sample_rate, 50);
  EXPECT_EQ(shock.samples, (std::vector<double>{1, 2, 4}));
  const Channel force = source->ReadChannel(FindChannel(*source, "run.force", path));
  EXPECT_EQ(force.sample_rate, 1);
  EXPECT_EQ(force.samples, (std::vector<double>{9, 8, 7, 6}));
  std::vector<std::string> remarks = source->Remarks();
  std::sort(remarks.begin(), remarks.end());
  EXPECT_EQ(remarks, (std::vector<std::string>{
                         "variable 'cell' is left out: it is a cell array",
                         "variable 'note' is left out: it is text",
                         "variable 'on' is left out: it is logical",
                         "variable 'run.deep' is left out: it is a structure within a structure",
                         "variable 'solid' is left out: it is of 3 dimensions",
                         "variable 'z' is left out: it is complex"}));
}

TEST(Mat73Test, TheUserSaysWhatIsTheTime) {
  std::string path;
  {
    MatioFile file("asked.mat", MAT_FT_MAT73);
    path = file.path();
    file.Add(Array("log", 4, 2, {0, 0.5, 1, 1.5, 5, 6, 7, 8}));
  }
  EXPECT_THROW(OpenAnySignals(path), InputError);
  CsvReadSettings settings;
  settings.time_column = "log_1";
  const auto timed = OpenAnySignals(path, settings);
  ASSERT_EQ(timed->NumChannels(), 1u);
  EXPECT_EQ(timed->Head(0).sample_rate, 2);
  EXPECT_EQ(timed->ReadChannel(0).samples, (std::vector<double>{5, 6, 7, 8}));
  settings = {};
  settings.sample_rate = 100;
  EXPECT_EQ(OpenAnySignals(path, settings)->NumChannels(), 2u);
}

// A file made with HDF5 itself, to hold what MATLAB would not write.
class StrangeFile {
 public:
  explicit StrangeFile(const std::string& name) : path_(testing::TemporaryPath(name)) {
    SilenceHdf5();
    const Hdf5Handle how(H5Pcreate(H5P_FILE_CREATE), H5Pclose, path_, "");
    H5Pset_userblock(how.get(), 512);
    file_ = Hdf5Handle(H5Fcreate(path_.c_str(), H5F_ACC_TRUNC, how.get(), H5P_DEFAULT), H5Fclose,
                       path_, "cannot be made");
  }
  hid_t get() const { return file_.get(); }

  void AddVector(const char* name, hsize_t length, const Hdf5Handle& how, const double* values) {
    const Hdf5Handle space(H5Screate_simple(1, &length, nullptr), H5Sclose, path_, "");
    const Hdf5Handle dataset(H5Dcreate2(file_.get(), name, H5T_NATIVE_DOUBLE, space.get(),
                                        H5P_DEFAULT, how.get(), H5P_DEFAULT),
                             H5Dclose, path_, "cannot be made");
    if (!values) return;
    H5Dwrite(dataset.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
  }

  // Closes it and gives it the head of MATLAB.
  const std::string& Finish() {
    file_.Reset();
    std::fstream(path_, std::ios::binary | std::ios::in | std::ios::out) << "MATLAB 7.3 MAT-file";
    return path_;
  }

 private:
  std::string path_;
  Hdf5Handle file_;
};

Hdf5Handle DatasetProperties() {
  return {H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "test", "no properties"};
}

TEST(Mat73Test, ClaimsThatTheFileDoesNotHoldAreRefused) {
  StrangeFile file("huge.mat");
  const Hdf5Handle how = DatasetProperties();
  const hsize_t chunk = 1000;
  H5Pset_chunk(how.get(), 1, &chunk);
  file.AddVector("x", hsize_t{1} << 50, how, nullptr);
  try {
    OpenAnySignals(file.Finish());
    FAIL();
  } catch (const FileError& error) {
    EXPECT_NE(std::string(error.what())
                  .find("variable 'x' claims 1125899906842624 x 1 numbers, "
                        "which the file does not hold"),
              std::string::npos)
        << error.what();
  }
}

// Data in another file could be any file of the user.
TEST(Mat73Test, DataInOtherFilesAreNotRead) {
  const std::string secret = testing::TemporaryPath("secret");
  std::ofstream(secret) << std::string(64, 'x');
  StrangeFile file("outside.mat");
  const Hdf5Handle how = DatasetProperties();
  H5Pset_external(how.get(), secret.c_str(), 0, 64);
  file.AddVector("x", 8, how, nullptr);
  EXPECT_THROW(OpenAnySignals(file.Finish()), FileError);
}

TEST(Mat73Test, LinksThatLeadElsewhereAreNotFollowed) {
  StrangeFile file("links.mat");
  const Hdf5Handle how = DatasetProperties();
  const double values[] = {1, 2, 3}, rate = 10;
  file.AddVector("x", 3, how, values);
  file.AddVector("fs", 1, how, &rate);
  H5Lcreate_soft("/x", file.get(), "y", H5P_DEFAULT, H5P_DEFAULT);
  H5Lcreate_external("other.mat", "/x", file.get(), "z", H5P_DEFAULT, H5P_DEFAULT);
  // A group that holds the root: a way without an end.
  {
    const Hdf5Handle group(H5Gcreate2(file.get(), "loop", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                           H5Gclose, "", "");
    H5Lcreate_hard(file.get(), "/", group.get(), "root", H5P_DEFAULT, H5P_DEFAULT);
  }
  const auto source = OpenAnySignals(file.Finish());
  ASSERT_EQ(source->NumChannels(), 1u);
  EXPECT_EQ(source->Head(0).name, "x");
  EXPECT_EQ(source->ReadChannel(0).samples, (std::vector<double>{1, 2, 3}));
}

TEST(Mat73Test, AFileCutOffIsRefused) {
  std::string path;
  {
    MatioFile file("whole.mat", MAT_FT_MAT73);
    path = file.path();
    file.Add(Array("fs", 1, 1, {10}));
    file.Add(Array("x", 3, 1, {1, 2, 3}));
  }
  EXPECT_EQ(OpenAnySignals(path)->NumChannels(), 1u);
  const std::string bytes = testing::FileText(path);
  const std::string cut = testing::TemporaryPath("cut.mat");
  for (const size_t length : {bytes.size() - 1, bytes.size() / 2, size_t{600}, size_t{512}}) {
    std::ofstream(cut, std::ios::binary) << bytes.substr(0, length);
    EXPECT_THROW(OpenAnySignals(cut), FileError) << length;
  }
}

}  // namespace
}  // namespace jounce
