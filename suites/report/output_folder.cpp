#include "suites/report/output_folder.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "spec/case_text.h"
#include "spec/error.h"
#include "suites/report/junit.h"

namespace vconform::suites {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail(const fs::path& path, const std::string& reason) {
  throw spec::InputError("cannot write to '" + path.string() + "': " + reason +
                         "; name another folder with --out");
}

void remove_cases(const fs::path& failures) {
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(failures, ignored)) {
    if (entry.path().extension() == ".case") {
      fs::remove(entry.path(), ignored);
    }
  }
}

}  // namespace

OutputFolder::OutputFolder(const fs::path& folder) : folder_(folder) {
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) {
    fail(folder_, error.message());
  }
  if (!fs::is_directory(folder_)) {
    fail(folder_, "it is no folder");
  }
  if (access(folder_.c_str(), W_OK | X_OK) != 0) {
    fail(folder_, std::strerror(errno));
  }
}

void OutputFolder::write_file(const fs::path& path, const std::string& content) {
  fs::path unfinished = path;
  unfinished += ".unfinished";
  std::ofstream file(unfinished, std::ios::binary | std::ios::trunc);
  file << content;
  file.close();
  std::error_code error;
  if (file) {
    fs::rename(unfinished, path, error);
  }
  if (!file || error) {
    std::error_code ignored;
    fs::remove(unfinished, ignored);
    fail(path, error ? error.message() : "the file could not be written");
  }
}

void OutputFolder::write(const Certificate& certificate) {
  const fs::path failures = folder_ / "failures";
  remove_cases(failures);
  if (!certificate.deviations.empty()) {
    std::error_code error;
    fs::create_directories(failures, error);
    if (error) {
      fail(failures, error.message());
    }
  }
  for (const DeviationReport& report : certificate.deviations) {
    if (!report.file.empty()) {
      write_file(folder_ / report.file, spec::to_text(report.deviation.smallest));
    }
  }
  write_file(folder_ / "junit.xml", to_junit(certificate, folder_.string()));
  write_file(folder_ / "certificate.json", to_json(certificate));
}

}  // namespace vconform::suites
