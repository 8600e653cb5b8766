// A result that is read again: the model that was run and the rows that it told, given to sinks as
// the run did (solve/result_sink.h). So pages, fields and stresses come from the file alone, and a
// run that was stopped goes on.
#ifndef JOUNCE_IO_STORED_RESULT_H_
#define JOUNCE_IO_STORED_RESULT_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "io/result_file.h"
#include "model/model.h"
#include "solve/result_sink.h"

namespace jounce {

class StoredResult {
 public:
  enum class Purpose { kLook, kRun };

  // To run on, the signals that drive the model are opened besides. Throws FileError or InputError
  // where the file is no result of a run with all groups, or where a part or signal has changed
  // since or is gone.
  StoredResult(const std::string& path, Purpose purpose);
  ~StoredResult();

  const ResultReader& reader() const { return reader_; }
  const Model& model() const { return model_; }
  const System& system() const { return *system_; }
  const ResultDescription& description() const { return description_; }
  const std::vector<std::string>& files() const { return files_; }  // that were read besides
  RunSummary ReadSummary() const;
  // Where it came from; a run that goes on hands it on.
  ResultOrigin ReadOrigin() const;

  // All rows, or the first ones.
  void Replay(size_t rows, const std::function<void(const ResultRow&)>& give) const;
  void Replay(const std::function<void(const ResultRow&)>& give) const {
    Replay(reader_.rows(), give);
  }

 private:
  void RequireUnchanged(const std::vector<std::string>& files) const;

  std::string path_;
  ResultReader reader_;
  std::vector<std::string> files_;
  Model model_;
  std::unique_ptr<System> system_;
  ResultDescription description_;
};

}  // namespace jounce

#endif  // JOUNCE_IO_STORED_RESULT_H_
