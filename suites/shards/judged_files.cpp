#include "suites/shards/judged_files.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <stdexcept>
#include <string_view>

#include "adapters/load/loadable.h"
#include "spec/text/error.h"
#include "suites/files/digest.h"
#include "suites/files/one_line.h"

namespace vconform::suites {

namespace {

// It runs code that the command names by no file: `python3 -m mine`, `cd mine && ./run`.
bool is_interpreter(const std::string& path) {
  constexpr std::array<std::string_view, 9> kInterpreters = {"python", "perl", "ruby", "node", "sh",
                                                             "bash",   "dash", "zsh",  "env"};
  std::string name = std::filesystem::path(path).filename().string();
  name.erase(std::min(name.find_first_of("0123456789."), name.size()));
  return std::ranges::count(kInterpreters, name) > 0;
}

[[noreturn]] void fail_as_changed(const std::string& path) {
  throw std::runtime_error(
      fmt::format("{} was changed while it was judged: run again", in_quotes(path)));
}

}  // namespace

void expect_known_again(const std::string& selected) {
  if (adapters::is_command(selected) &&
      std::ranges::all_of(adapters::judged_files(selected), is_interpreter)) {
    throw spec::InputError(
        fmt::format("{} names no file by which its program is known again when the run is "
                    "continued: give the program's path",
                    in_quotes(selected)));
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
