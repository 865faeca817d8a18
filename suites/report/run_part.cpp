#include "suites/report/run_part.h"

#include <sys/utsname.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <fstream>
#include <thread>

#include "suites/files/one_line.h"

namespace vconform::suites {

namespace {

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  std::array<char, sizeof "2026-01-31T09:08:07Z"> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text.data();
}

// Some architectures do not name the processor there.
std::string processor_model() {
  constexpr std::string_view kModel = "model name";
  std::ifstream file("/proc/cpuinfo");
  std::string line;
  while (std::getline(file, line)) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with(kModel) && colon != std::string::npos) {
      return one_line(line.substr(colon + 2));
    }
  }
  return "";
}

}  // namespace

RunPart run_on_this_machine() {
  RunPart run;
  run.started = utc_now();
  utsname names{};
  if (uname(&names) == 0) {
    run.system = names.sysname;
    run.release = names.release;
    run.architecture = names.machine;
  }
  run.processor = processor_model();
  run.processors = std::max(1u, std::thread::hardware_concurrency());
  return run;
}

}  // namespace vconform::suites
