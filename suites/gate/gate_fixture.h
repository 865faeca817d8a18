// Test support for gates: runs of the built program on a backend that changes between two of them.
#pragma once

#include <cstdlib>
#include <string>

#include "suites/commands/cli_fixture.h"

namespace vconform::suites {

class GateTest : public CliTest {
 protected:
  // Runs certify at quick on the library with a change; `name` is that of the output folder.
  RunResult certify(const std::string& change, const std::string& name,
                    const std::string& options = "") const {
    setenv("VCONFORM_CHANGE", change.c_str(), 1);
    return run_command("certify --backend '" VCONFORM_CHANGING_GOLDEN
                       "' --family vconv --level quick --profile a2" +
                       out(name) + options);
  }
  std::string baseline(const std::string& name) const {
    return " --baseline '" + certificate(name) + "'";
  }
  std::string certificate(const std::string& name) const {
    return (folder_ / name / "certificate.json").string();
  }
  std::string waivers() const { return " --waivers '" + (folder_ / "waivers.json").string() + "'"; }
  // Gives every candidate row a reason.
  void fill_in_reasons() const {
    std::string text = contents(folder_ / "waivers.json");
    const std::string empty = "\"reason\": \"\"";
    for (std::size_t at = text.find(empty); at != std::string::npos; at = text.find(empty)) {
      text.replace(at, empty.size(), "\"reason\": \"issue 12\"");
    }
    write("waivers.json", text);
  }
};

}  // namespace vconform::suites
