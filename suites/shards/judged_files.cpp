#include "suites/shards/judged_files.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <system_error>

#include "adapters/load/loadable.h"
#include "spec/text/error.h"
#include "suites/files/digest.h"
#include "suites/files/one_line.h"

namespace vconform::suites {

namespace {

// Whether a command runs a module, which it names by no file: `python3 -m mine weights`.
bool runs_module(const std::string& selected) {
  bool is_interpreted = false;
  for (const std::string& word : adapters::words_of_command(selected)) {
    std::error_code ignored;
    if (adapters::is_interpreter(word)) {
      is_interpreted = true;
    } else if (std::filesystem::is_regular_file(word, ignored)) {
      is_interpreted = false;
    } else if (is_interpreted && word.starts_with("-m")) {
      return true;
    }
  }
  return false;
}

[[noreturn]] void fail_as_changed(const std::string& path) {
  throw std::runtime_error(
      fmt::format("{} was changed while it was judged: run again", in_quotes(path)));
}

}  // namespace

void expect_known_again(const std::string& selected) {
  const std::vector<std::string> files = adapters::judged_files(selected);
  if (adapters::is_command(selected) &&
      (std::ranges::all_of(files, adapters::is_interpreter) || runs_module(selected))) {
    throw spec::InputError(
        fmt::format("{} names no file by which its program is known again when the run is "
                    "continued: give the program's path",
                    in_quotes(selected)));
  }
  for (const std::string& file : files) {
    if (sha256_of_file(file).empty()) {
      throw spec::InputError(
          fmt::format("{} cannot be read, so that it is not known again when the run is continued",
                      in_quotes(file)));
    }
  }
}

JudgedFiles::JudgedFiles(const std::string& selected, const std::string& on) {
  std::vector<std::string> paths = adapters::judged_files(selected);
  if (!on.empty()) {
    const std::vector<std::string> of_host = adapters::judged_files(on);
    paths.insert(paths.end(), of_host.begin(), of_host.end());
  }
  for (const std::string& path : paths) {
    files_.push_back({path, stamp_of(path)});
  }
  digest_ = digest_now();
}

JudgedFiles::Stamp JudgedFiles::stamp_of(const std::string& path) {
  struct stat found{};
  if (stat(path.c_str(), &found) != 0) {
    return {};
  }
  return {found.st_dev, found.st_ino, static_cast<std::uint64_t>(found.st_size),
          found.st_mtim.tv_sec, found.st_mtim.tv_nsec};
}

std::string JudgedFiles::digest_now() const {
  std::string digests;
  for (const File& file : files_) {
    digests += sha256_of_file(file.path);
  }
  return files_.size() > 1 ? sha256_of(digests) : digests;
}

void JudgedFiles::expect_unchanged() const {
  for (const File& file : files_) {
    if (stamp_of(file.path) != file.stamp) {
      fail_as_changed(file.path);
    }
  }
}

void JudgedFiles::expect_same_content() const {
  if (digest_now() != digest_) {
    fail_as_changed(files_.front().path);
  }
}

std::string digest_of_this_program() {
  return sha256_of_file("/proc/self/exe");
}

}  // namespace vconform::suites
