#include "suites/trace/trace.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "adapters/containment/process_table.h"
#include "spec/profiles/choices.h"
#include "spec/text/error.h"
#include "suites/files/exit_codes.h"
#include "suites/files/one_line.h"
#include "suites/files/terminal.h"
#include "suites/trace/analysis.h"
#include "suites/trace/report.h"
#include "suites/trace/traced_program.h"

namespace vconform::suites {

namespace {

constexpr std::string_view kOn = "VCONFORM_ON";

std::string backend_of(const TraceOptions& options) {
  const char* variable = std::getenv(kOn.data());
  return !options.on.empty() ? options.on : variable == nullptr ? "golden" : variable;
}

// Readings change where operands lie; those of golden if the backend's name does not tell.
spec::Choices readings_of(const std::string& backend) {
  constexpr std::string_view kPinned = "golden:";
  spec::Choices choices = spec::choices_of_golden();
  if (backend.starts_with(kPinned) && backend.find('=') != std::string::npos) {
    choices.pin(spec::choice_named(backend.substr(kPinned.size())));
  }
  return choices;
}

ProgramRun program_of(const TraceOptions& options) {
  ProgramRun run{options.words, {}, options.format == "json"};
  if (!options.on.empty()) {
    run.variables.emplace_back(kOn, options.on);
  }
  if (options.ctrl) {
    run.variables.emplace_back("VCONFORM_CTRL", fmt::format("{:#x}", *options.ctrl));
  }
  if (options.is_strict) {
    run.variables.emplace_back("VCONFORM_STRICT", "1");
  }
  return run;
}

void check(const TraceOptions& options) {
  if (options.words.empty()) {
    throw spec::InputError("trace needs a program to run: trace [OPTIONS] PROGRAM [ARGUMENTS]");
  }
  if (options.words.front().starts_with("-")) {
    throw spec::InputError(
        fmt::format("trace has no option {}; see trace --help", in_quotes(options.words.front())));
  }
  if (options.is_verbose && options.format == "json") {
    throw spec::InputError("-v prints lines of text: leave out --format json, or -v");
  }
}

}  // namespace

int trace(const TraceOptions& options) {
  check(options);
  std::function<void(const std::string&)> on_call;
  if (options.is_verbose) {
    on_call = [](const std::string& line) { fmt::print("call {}\n", line); };
  }
  Analysis analysis(readings_of(backend_of(options)), on_call);
  std::fflush(stdout);
  const ProgramRun program = program_of(options);
  const TracedRun run{options.words,
                      run_traced(program, [&](auto packet) { analysis.add(packet); })};
  if (analysis.was_refused() && !analysis.has_begun() && WIFEXITED(run.status)) {
    // A shell around the refused process may end well all the same.
    return run.status == 0 ? kNoBackend : WEXITSTATUS(run.status);
  }
  if (!analysis.has_begun()) {
    throw spec::InputError(
        fmt::format("{} {} and never called libvconform_intrinsics: build it against "
                    "adapters/vconform_intrinsics.h, and link it with -lvconform_intrinsics",
                    in_quotes(options.words.front()), end_text(run.status)));
  }
  analysis.end(WIFSIGNALED(run.status));
  if (analysis.was_refused()) {
    analysis.findings().add(FindingKind::kProgram, {}, "refused",
                            "a process was refused its backend: its calls are not known");
  }
  for (const std::uint32_t process : analysis.unended()) {
    const auto entry = adapters::process_entry(static_cast<pid_t>(process));
    if (entry && entry->state != 'Z') {
      analysis.findings().add(
          FindingKind::kProgram, {}, "still runs",
          fmt::format("process {} still runs: its further calls are not known", process));
    }
  }
  if (!ended_well(run.status)) {
    analysis.findings().add(FindingKind::kProgram, {}, "end",
                            fmt::format("the program {}", end_text(run.status)));
  }
  const bool is_json = options.format == "json";
  fmt::print("{}", is_json ? trace_json(run, analysis) : fitted(trace_text(run, analysis)));
  return analysis.findings().empty() ? kConforms : kDoesNotConform;
}

}  // namespace vconform::suites
