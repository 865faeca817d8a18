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

constexpr std::string_view kFix = "name another folder with --out";

[[noreturn]] void fail(const fs::path& path, const std::string& reason,
                       std::string_view fix = kFix) {
  throw spec::InputError("cannot write to '" + path.string() + "': " + reason + "; " +
                         std::string(fix));
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

OutputFolder::OutputFolder(const fs::path& folder, std::string_view fix) : folder_(folder) {
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) {
    fail(folder_, error.message(), fix);
  }
  if (!fs::is_directory(folder_)) {
    fail(folder_, "it is no folder", fix);
  }
  if (access(folder_.c_str(), W_OK | X_OK) != 0) {
    fail(folder_, std::strerror(errno), fix);
  }
}

void write_file(const fs::path& path, const std::string& content, std::string_view fix) {
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
    fail(path, error ? error.message() : "the file could not be written", fix);
  }
}

fs::path emptied_case_folder(const fs::path& folder, std::string_view name) {
  const fs::path cases = folder / name;
  std::error_code error;
  fs::create_directories(cases, error);
  if (error) {
    fail(cases, error.message());
  }
  remove_cases(cases);
  return cases;
}

void OutputFolder::write(const Certificate& certificate, const GateReport& gate) {
  emptied_case_folder(folder_, "failures");
  for (const DeviationReport& report : certificate.deviations) {
    if (!report.file.empty()) {
      write_file(folder_ / report.file, spec::to_text(report.deviation.smallest), kFix);
    }
  }
  const RunInfo& info = certificate.info;
  if (!info.choices.probed.empty()) {
    write({info.selected, info.backend_name, info.backend_version, info.choices.probed});
  }
  write_file(folder_ / "junit.xml", to_junit(certificate, gate, folder_.string()), kFix);
  write_file(folder_ / "certificate.json", to_json(certificate), kFix);
}

void OutputFolder::write(const ProbeReport& report) {
  emptied_case_folder(folder_, "probe");
  for (const ProbedRule& probed : report.rules) {
    for (std::size_t i = 0; i < probed.cases.size(); ++i) {
      write_file(folder_ / probe_file(probed.rule, i), spec::to_text(probed.cases[i]), kFix);
    }
  }
  write_file(folder_ / "probe.json", to_json(report), kFix);
}

}  // namespace vconform::suites
