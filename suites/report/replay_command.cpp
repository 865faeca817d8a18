#include "suites/report/replay_command.h"

#include <fmt/format.h>

#include "suites/files/program.h"
#include "suites/files/shell_word.h"

namespace vconform::suites {

std::string replay_command(const RunInfo& info, const std::string& folder,
                           const DeviationReport& report) {
  if (report.file.empty()) {
    return "";
  }
  const std::string profile =
      info.choices.profile == "probed" ? "probed:" + folder + "/probe.json" : info.choices.profile;
  std::string command = fmt::format("{} replay {} --backend {} --profile {}", program(),
                                    shell_word(folder + "/" + report.file),
                                    shell_word(info.selected), shell_word(profile));
  for (const std::string& choice : info.asked) {
    command += " --choice " + shell_word(choice);
  }
  if (info.time_limit != RunInfo{}.time_limit) {
    command += fmt::format(" --time-limit {}", info.time_limit);
  }
  return command;
}

}  // namespace vconform::suites
