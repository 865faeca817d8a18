// A program that runs with a trace: started with one end of a socket, its packets read from the
// other until it has ended.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace vconform::suites {

struct ProgramRun {
  // With its arguments.
  std::vector<std::string> words;
  // Variables of its environment besides those of this process.
  std::vector<std::pair<std::string, std::string>> variables;
  // Its standard output goes to standard error.
  bool keeps_output_away = false;
};

// Runs the program and hands over each packet. Returns the status as from waitpid. Packets of
// processes that outlive the program are not waited for. Throws spec::InputError if it cannot be
// started.
int run_traced(const ProgramRun& run,
               const std::function<void(std::span<const std::uint8_t>)>& on_packet);

}  // namespace vconform::suites
