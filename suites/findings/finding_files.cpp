#include "suites/findings/finding_files.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <fstream>
#include <sstream>
#include <system_error>
#include <vector>

#include "spec/case/case_text.h"

namespace vconform::suites {

namespace fs = std::filesystem;

namespace {

constexpr const char* kFirst = ".first";
constexpr const char* kWhy = ".why";

// The name of the process keeps files apart: another target may write the same finding.
void write_whole(const fs::path& path, const std::string& content) {
  const fs::path part = path.string() + fmt::format(".{}.part", getpid());
  std::ofstream file(part, std::ios::binary);
  file << content;
  file.close();
  if (!file) {
    const int why = errno;
    std::error_code ignored;
    fs::remove(part, ignored);
    throw std::system_error(why, std::generic_category(), "cannot write " + part.string());
  }
  fs::rename(part, path);
}

std::string why_text(const Finding& finding) {
  return fmt::format("{}\n{}\n{}\n{}\n{}", finding.verdict, slug_of(finding), finding.count,
                     finding.in_short, finding.details);
}

// A name for the findings of one process while it is at work.
std::string first_name(const std::string& key, pid_t process) {
  return fmt::format("{}.{}", key, process);
}

}  // namespace

void write_finding(const fs::path& folder, const std::string& key, const spec::Case& test_case,
                   const Finding& finding) {
  write_whole(folder / (key + kWhy), why_text(finding));
  write_whole(folder / (key + ".case"), spec::to_text(test_case));
}

void write_first_sight(const fs::path& folder, const std::string& key, const spec::Case& test_case,
                       const Finding& finding) {
  const std::string name = first_name(key, getpid());
  write_whole(folder / (name + kWhy), why_text(finding));
  write_whole(folder / (name + kFirst), spec::to_text(test_case));
}

void remove_first_sight(const fs::path& folder, const std::string& key) {
  const std::string name = first_name(key, getpid());
  std::error_code ignored;
  fs::remove(folder / (name + kFirst), ignored);
  fs::remove(folder / (name + kWhy), ignored);
}

void adopt_first_sights(const fs::path& folder, pid_t process) {
  const std::string ending = fmt::format(".{}{}", process, kFirst);
  std::vector<fs::path> left;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
    if (entry.path().filename().string().ends_with(ending)) {
      left.push_back(entry.path());
    }
  }
  for (const fs::path& file : left) {
    const std::string name = file.filename().string();
    const fs::path adopted = folder / name.substr(0, name.size() - ending.size());
    if (!fs::exists(adopted.string() + ".case")) {
      fs::rename(fs::path(file).replace_extension(kWhy), adopted.string() + kWhy, ignored);
      fs::rename(file, adopted.string() + ".case", ignored);
    }
  }
}

std::optional<Witnessed> witnessed(const fs::path& case_file) {
  std::ifstream file(fs::path(case_file).replace_extension(kWhy), std::ios::binary);
  Witnessed seen;
  std::string count;
  if (!std::getline(file, seen.verdict) || !std::getline(file, seen.rule) ||
      !std::getline(file, count) || !std::getline(file, seen.in_short)) {
    return std::nullopt;
  }
  std::ostringstream rest;
  rest << file.rdbuf();
  seen.details = rest.str();
  std::from_chars(count.data(), count.data() + count.size(), seen.count);
  return seen;
}

}  // namespace vconform::suites
