#include "adapters/load/loadable.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "adapters/bundled/named_backends.h"
#include "adapters/load/worker_files.h"
#include "spec/text/error.h"

namespace vconform::adapters {

namespace {

constexpr std::string_view kMechanical = "mechanical:";

// The library that makes a backend of a file of this kind.
std::string library_of(std::string_view kind) {
  return kind == kExported ? exported_library() : lowering_library();
}

std::string first_word(std::string_view command) {
  command.remove_prefix(std::min(command.find_first_not_of(' '), command.size()));
  return std::string(command.substr(0, command.find(' ')));
}

// The file that a shell runs for a word without '/'; empty: none.
std::string on_path(const std::string& word) {
  const char* path = std::getenv("PATH");
  std::string_view left = path == nullptr ? "" : path;
  while (!word.empty() && word.find('/') == std::string::npos && !left.empty()) {
    const std::string_view folder = left.substr(0, left.find(':'));
    left.remove_prefix(std::min(folder.size() + 1, left.size()));
    std::string file = (folder.empty() ? "." : std::string(folder)) + "/" + word;
    std::error_code ignored;
    if (access(file.c_str(), X_OK) == 0 && std::filesystem::is_regular_file(file, ignored)) {
      return file;
    }
  }
  return "";
}

// Words of a shell's COMMAND that are files, each once; if none is, the first that names a program
// on the PATH.
std::vector<std::string> files_in(std::string_view command) {
  constexpr std::string_view kBetween = " \t\n'\"`;|&()<>=$";
  std::vector<std::string> files;
  std::string program;
  while (!command.empty()) {
    const std::string_view word = command.substr(0, command.find_first_of(kBetween));
    command.remove_prefix(std::min(word.size() + 1, command.size()));
    const std::string path(word);
    std::error_code ignored;
    if (std::filesystem::is_regular_file(path, ignored) && std::ranges::count(files, path) == 0) {
      files.push_back(path);
    }
    program = program.empty() ? on_path(path) : program;
  }
  if (files.empty() && !program.empty()) {
    files.push_back(program);
  }
  return files;
}

}  // namespace

std::vector<std::string> judged_files(std::string_view name) {
  if (is_command(name)) {
    return files_in(name.substr(kExec.size()));
  }
  const auto file = named_file(name);
  return {file ? std::string(file->path) : loadable(name).library};
}

Loadable loadable(std::string_view name) {
  const WorkerFiles& files = worker_files();
  if (const auto file = named_file(name)) {
    if (file->path.empty()) {
      throw spec::InputError("backend '" + std::string(name) +
                             "' names no library: " + std::string(file->kind) + "LIB.so");
    }
    if (!file->kind.empty()) {
      return {
          std::string(name), library_of(file->kind), std::string(file->path), files.worker, "", {}};
    }
    return {std::string(name), std::string(name), "", files.worker, "", {}};
  }
  if (is_command(name)) {
    if (first_word(name.substr(kExec.size())).empty()) {
      throw spec::InputError("backend 'exec:' names no program: exec:COMMAND");
    }
    return {std::string(name), exec_library(), std::string(name), files.worker, "", {}};
  }
  if (name.starts_with(kMechanical)) {
    return {std::string(name), mechanical_library(), std::string(name), files.worker, "", {}};
  }
  named_adapter(name);
  return {std::string(name), files.backends, std::string(name), files.worker, "", {}};
}

}  // namespace vconform::adapters
