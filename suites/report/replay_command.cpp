#include "suites/report/replay_command.h"

#include <fmt/format.h>

#include <filesystem>

#include "adapters/load/loadable.h"
#include "suites/files/program.h"
#include "suites/files/shell_word.h"

namespace vconform::suites {

std::string replay_command(const RunInfo& info, const std::string& folder,
                           const DeviationReport& report, CalledFrom from) {
  if (report.file.empty()) {
    return "";
  }
  const bool is_anywhere = from == CalledFrom::kAnywhere;
  const auto word_of_path = [&](const std::string& path) {
    return shell_word(is_anywhere ? std::filesystem::absolute(path).lexically_normal().string()
                                  : path);
  };
  const auto word_of_backend = [&](const std::string& name) {
    const auto file = adapters::named_file(name);
    const bool is_path = file && file->path.find('/') != std::string_view::npos;
    return is_path ? std::string(file->kind) + word_of_path(std::string(file->path))
                   : shell_word(name);
  };
  const std::string& profile = info.choices.profile;
  std::string command = fmt::format(
      "{} replay {} --backend {} --profile {}",
      is_anywhere ? shell_word(program_from_anywhere()) : std::string(program()),
      word_of_path(folder + "/" + report.file), word_of_backend(info.selected),
      profile == "probed" ? "probed:" + word_of_path(folder + "/probe.json") : shell_word(profile));
  if (!info.on.empty()) {
    command += " --on " + word_of_backend(info.on);
  }
  for (const std::string& choice : info.asked) {
    command += " --choice " + shell_word(choice);
  }
  if (info.time_limit != RunInfo{}.time_limit) {
    command += fmt::format(" --time-limit {}", info.time_limit);
  }
  return command;
}

}  // namespace vconform::suites
