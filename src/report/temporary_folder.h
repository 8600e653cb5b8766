// A folder for what is needed only for a while; gone with all that is in it.
#ifndef JOUNCE_REPORT_TEMPORARY_FOLDER_H_
#define JOUNCE_REPORT_TEMPORARY_FOLDER_H_

#include <string>

namespace jounce::report {

class TemporaryFolder {
 public:
  // Among the temporary files of the system, its name begins so. Throws FileError.
  explicit TemporaryFolder(const std::string& name);
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_TEMPORARY_FOLDER_H_
