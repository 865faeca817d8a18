#include <fmt/format.h>

#include <cstdio>

#include "spec/case/version.h"
#include "suites/commands/commands.h"
#include "suites/files/exit_codes.h"
#include "suites/files/one_line.h"
#include "suites/files/program.h"
#include "suites/files/shell_word.h"
#include "suites/files/terminal.h"
#include "suites/judging/subject.h"
#include "suites/output/output_folder.h"
#include "suites/plan/forgiven.h"
#include "suites/probing/claims_digest.h"
#include "suites/probing/own_addressing.h"
#include "suites/shards/parts.h"

namespace vconform::suites {

int probe_backend(const ProbeOptions& options) {
  expect_out_of_reach("--out", options.out, options.backend.allow_write);
  const std::shared_ptr<adapters::Backend> backend = open_first(options.backend);
  OutputFolder folder(options.out);
  folder.put_away(Results::kProbed);
  Subject subject = subject_of(backend);
  for (const std::string& choice : backend->permissive_choices()) {
    spec::pin_from_text(subject.pinned, choice);
  }
  ProbeReport report{options.backend.backend, backend->name(),
                     backend->version(),      probe_backend(*backend, subject),
                     options.backend.on,      digest_of_claims(*backend)};
  report.incidents = backend->incidents();
  fmt::print("vconform {}  probe of backend {} {}\n", spec::kProgramVersion, report.backend_name,
             report.backend_version);
  if (!backend->judges_addressing()) {
    fmt::print(
        "  it converts arrays or elements: masks, strides and places are the suite's, not "
        "probed\n");
  }
  if (is_mixed(backend->description())) {
    fmt::print(
        "  masks, strides and places are probed on rows served by execute(); of others they are "
        "the "
        "suite's\n");
  }
  for (const std::string& choice : backend->permissive_choices()) {
    fmt::print("  {} is declared, and never found out: it permits what other readings forbid\n",
               choice);
  }
  fmt::print("{}", fitted(probe_text(report.rules, printable(folder.name()))));
  const std::string& on = options.backend.on;
  fmt::print("to judge by this: {} certify --backend {}{} --profile {}\n", program(),
             shell_word(options.backend.backend), on.empty() ? "" : " --on " + shell_word(on),
             shell_word("probed:" + folder.name() + "/probe.json"));
  fmt::print("{}", incidents_text(report.incidents));
  std::fflush(stdout);
  folder.write(report);
  close_last(*backend);
  return is_consistent(report.rules) && !any_departs(report.rules) &&
                 !too_many_to_forgive(report.incidents)
             ? kConforms
             : kDoesNotConform;
}

}  // namespace vconform::suites
