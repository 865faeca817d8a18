#include "suites/fuzzing/summary.h"

#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <string_view>
#include <vector>

#include "suites/files/exit_codes.h"
#include "suites/files/program.h"
#include "suites/files/progress_line.h"

namespace vconform::suites {

namespace {

std::string counted(std::size_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

// The families that ran no input or compared none: they have shown nothing.
std::vector<std::string> idle_families(const FuzzResult& result) {
  std::vector<std::string> lines;
  std::uint64_t compared = 0;
  for (const FamilyFigures& family : result.families) {
    compared += family.compared;
    const std::string_view lacks = family.inputs == 0     ? "no input was run"
                                   : family.compared == 0 ? "no input reached a comparison"
                                                          : "";
    if (!lacks.empty()) {
      lines.push_back(fmt::format("{}: {}", family.name, lacks));
    }
  }
  if (compared == 0 && lines.empty()) {
    lines.emplace_back("no input reached a comparison");
  }
  return lines;
}

std::uint64_t compared_inputs(const FuzzResult& result) {
  std::uint64_t compared = 0;
  for (const FamilyFigures& family : result.families) {
    compared += family.compared;
  }
  return compared;
}

void print_findings(const FuzzResult& result, const Findings& findings, std::string_view ended,
                    const std::string& out) {
  const std::size_t unstable = findings.unstable();
  fmt::print(
      "\n{}{} in {:.0f} s{}, in {}/failures; to keep one: {} fuzz --keep {} --regressions "
      "DIR\n",
      counted(findings.files().size(), "finding"),
      unstable == 0 ? "" : fmt::format(" ({} of them not stable)", unstable), result.seconds, ended,
      out, program(), findings.files().front());
}

// Ends the run with a fault; output that was printed before stands.
int said_as_broken(const std::string& why) {
  std::fflush(stdout);
  fmt::print(stderr, "vconform: {}\n", why);
  return kBroken;
}

}  // namespace

int summarise(const FuzzResult& result, const Findings& findings, const KnownCases& known,
              const std::string& out) {
  fmt::print("{}", figures_table(result.families));
  if (result.checked > 0) {
    fmt::print("run again in isolation: {} inputs\n", with_commas(result.checked));
  }
  std::vector<std::string> problems = idle_families(result);
  problems.insert(problems.end(), result.problems.begin(), result.problems.end());
  if (known.not_run > 0) {
    problems.push_back(fmt::format("no time for {} of {} known cases", known.not_run, known.all));
  }
  for (const std::vector<std::string>& lines : {result.notes, problems}) {
    for (const std::string& line : lines) {
      fmt::print("{}\n", line);
    }
  }
  const std::string& broken = result.broken.empty() ? findings.broken() : result.broken;
  const std::string_view ended = result.was_stopped ? ", stopped by a signal" : "";
  if (!findings.files().empty()) {
    print_findings(result, findings, ended, out);
    return broken.empty() ? kDoesNotConform : said_as_broken(broken);
  }
  if (!broken.empty()) {
    return said_as_broken(broken);
  }
  if (!problems.empty()) {
    const bool is_broken = compared_inputs(result) == 0 && result.was_killed_from_outside;
    fmt::print("\nno {}finding in {:.0f} s{}, but {}: see above{}\n",
               known.failing > 0 ? "new " : "", result.seconds, ended,
               counted(problems.size(), "problem"),
               is_broken ? "; the targets were killed from outside" : "");
    return is_broken ? kBroken : kDoesNotConform;
  }
  if (known.failing > 0) {
    fmt::print("\nno new finding in {:.0f} s{}; {} of {} known still {}\n", result.seconds, ended,
               known.failing, known.all, known.failing == 1 ? "fails" : "fail");
    return kDoesNotConform;
  }
  fmt::print("\nnothing found in {:.0f} s{}\n", result.seconds, ended);
  return kConforms;
}

}  // namespace vconform::suites
