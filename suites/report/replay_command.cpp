#include "suites/report/replay_command.h"

#include <fmt/format.h>

#include <filesystem>

#include "adapters/load/loadable.h"
#include "suites/files/program.h"
#include "suites/files/shell_word.h"

namespace vconform::suites {

namespace {

std::string word_of_path(const std::string& path, CalledFrom from) {
  return shell_word(from == CalledFrom::kAnywhere
                        ? std::filesystem::absolute(path).lexically_normal().string()
                        : path);
}

std::string word_of_backend(const std::string& name, CalledFrom from) {
  const auto file = adapters::named_file(name);
  const bool is_path = file && file->path.find('/') != std::string_view::npos;
  return is_path ? std::string(file->kind) + word_of_path(std::string(file->path), from)
                 : shell_word(name);
}

}  // namespace

std::string options_of_run(const RunInfo& info, const std::string& folder, CalledFrom from) {
  std::string options;
  if (!info.supplied) {
    options += " --backend " + word_of_backend(info.selected, from);
  }
  const std::string& profile = info.choices.profile;
  options +=
      " --profile " + (profile == "probed" ? "probed:" + word_of_path(folder + "/probe.json", from)
                                           : shell_word(profile));
  if (!info.on.empty()) {
    options += " --on " + word_of_backend(info.on, from);
  }
  for (const std::string& choice : info.asked) {
    options += " --choice " + shell_word(choice);
  }
  return options;
}

std::string replay_command(const RunInfo& info, const std::string& folder,
                           const DeviationReport& report, CalledFrom from) {
  if (report.file.empty() || info.supplied) {
    return "";
  }
  std::string command = fmt::format(
      "{} replay {}{}",
      from == CalledFrom::kAnywhere ? shell_word(program_from_anywhere()) : std::string(program()),
      word_of_path(folder + "/" + report.file, from), options_of_run(info, folder, from));
  if (info.time_limit != RunInfo{}.time_limit) {
    command += fmt::format(" --time-limit {}", info.time_limit);
  }
  return command;
}

}  // namespace vconform::suites
