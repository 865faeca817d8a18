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
  constexpr std::string_view kLowering = adapters::kLoweringPrefix;
  const bool is_lowering = info.selected.starts_with(kLowering);
  const bool is_library = info.selected.find('/') != std::string::npos;
  const std::string& profile = info.choices.profile;
  std::string command = fmt::format(
      "{} replay {} --backend {} --profile {}",
      is_anywhere ? shell_word(program_from_anywhere()) : std::string(program()),
      word_of_path(folder + "/" + report.file),
      is_lowering  ? "lowering:" + word_of_path(info.selected.substr(kLowering.size()))
      : is_library ? word_of_path(info.selected)
                   : shell_word(info.selected),
      profile == "probed" ? "probed:" + word_of_path(folder + "/probe.json") : shell_word(profile));
  for (const std::string& choice : info.asked) {
    command += " --choice " + shell_word(choice);
  }
  if (info.time_limit != RunInfo{}.time_limit) {
    command += fmt::format(" --time-limit {}", info.time_limit);
  }
  return command;
}

}  // namespace vconform::suites
