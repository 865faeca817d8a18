#include "adapters/load/loadable.h"

#include <unistd.h>

#include <algorithm>
#include <array>
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

// The words of a command that are files, each once, and the first program on the PATH. One that is
// an interpreter counts if there is nothing else.
std::vector<std::string> files_in(const std::vector<std::string>& words) {
  std::vector<std::string> files;
  std::string interpreter;
  std::string program;
  for (const std::string& word : words) {
    std::error_code ignored;
    if (std::filesystem::is_regular_file(word, ignored) && std::ranges::count(files, word) == 0) {
      files.push_back(word);
    }
    const std::string found = on_path(word);
    std::string& first = is_interpreter(found) ? interpreter : program;
    first = first.empty() ? found : first;
  }
  if (!program.empty()) {
    files.push_back(program);
  } else if (files.empty() && !interpreter.empty()) {
    files.push_back(interpreter);
  }
  return files;
}

}  // namespace

bool is_interpreter(std::string_view path) {
  constexpr std::array<std::string_view, 9> kInterpreters = {"python", "perl", "ruby", "node", "sh",
                                                             "bash",   "dash", "zsh",  "env"};
  std::string name = std::filesystem::path(path).filename().string();
  name.erase(std::min(name.find_first_of("0123456789."), name.size()));
  return std::ranges::count(kInterpreters, name) > 0;
}

std::vector<std::string> words_of_command(std::string_view name) {
  constexpr std::string_view kBetween = " \t\n'\"`;|&()<>=$";
  std::string_view left = name.substr(kExec.size());
  std::vector<std::string> words;
  while (!left.empty()) {
    const std::string_view word = left.substr(0, left.find_first_of(kBetween));
    left.remove_prefix(std::min(word.size() + 1, left.size()));
    if (!word.empty()) {
      words.emplace_back(word);
    }
  }
  return words;
}

std::vector<std::string> judged_files(std::string_view name) {
  if (is_command(name)) {
    return files_in(words_of_command(name));
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
