#include "suites/trace/report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/wait.h>

#include <cstring>
#include <nlohmann/json.hpp>

#include "spec/case/version.h"
#include "suites/files/json.h"
#include "suites/files/one_line.h"
#include "suites/trace/call_text.h"

namespace vconform::suites {

namespace {

std::string counted(std::uint64_t count, std::string_view one) {
  return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}

std::vector<std::string> notes_of(const Analysis& analysis) {
  std::vector<std::string> notes;
  if (analysis.children() > 0) {
    notes.push_back(
        fmt::format("{} of the program not traced", counted(analysis.children(), "child process")));
  }
  if (analysis.cut_calls() > 0) {
    notes.push_back(fmt::format("{} touched too many blocks to be followed between pipes",
                                counted(analysis.cut_calls(), "call")));
  }
  return notes;
}

std::string issued_text(const Analysis& analysis) {
  std::string text;
  for (const Issued& issued : analysis.issued()) {
    const std::string refused =
        issued.executed == issued.calls
            ? ""
            : fmt::format(", {} not executed", issued.calls - issued.executed);
    text += fmt::format("  {:<32} {:>8}{}\n", one_line(issued.name), issued.calls, refused);
    if (issued.cell) {
      text += fmt::format("      promises {}\n", promise_text(issued));
      text += fmt::format("      rules    {}\n", fmt::join(rule_slugs(issued), ", "));
    }
  }
  return text;
}

std::string finding_text(const TraceFinding& finding) {
  const std::string count = finding.count == 1 ? "" : fmt::format(" ({} times)", finding.count);
  const std::string place =
      finding.place.file.empty() && finding.place.line == 0 ? "" : text_of(finding.place) + ": ";
  return fmt::format("  {:<10} {}{}{}\n", name_of(finding.kind), place, finding.text, count);
}

}  // namespace

std::string end_text(int status) {
  if (WIFSIGNALED(status)) {
    return fmt::format("was ended by signal {} ({})", WTERMSIG(status),
                       strsignal(WTERMSIG(status)));
  }
  return fmt::format("ended with exit code {}", WEXITSTATUS(status));
}

bool ended_well(int status) {
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

std::string trace_text(const TracedRun& run, Analysis& analysis) {
  std::string text = fmt::format("\ntrace of {}: {}, the program {}\n", one_line(run.words.front()),
                                 counted(analysis.calls(), "call"), end_text(run.status));
  text += fmt::format("\nissued\n{}", issued_text(analysis));
  for (const std::string& note : notes_of(analysis)) {
    text += fmt::format("\nnote: {}\n", note);
  }
  const std::vector<TraceFinding> found = analysis.findings().sorted();
  if (found.empty()) {
    return text + "\nnothing found\n";
  }
  text += "\nfound\n";
  for (const TraceFinding& finding : found) {
    text += finding_text(finding);
  }
  return text + fmt::format("\n{}\n", counted(found.size(), "finding"));
}

std::string trace_json(const TracedRun& run, Analysis& analysis) {
  json document = {{"format", "vconform-trace"},
                   {"format_version", 1},
                   {"vconform_version", spec::kProgramVersion},
                   {"spec_version", spec::kSpecVersion},
                   {"program", printable(run.words.front())},
                   {"ended", end_text(run.status)},
                   {"calls", analysis.calls()}};
  document["issued"] = json::array();
  for (const Issued& issued : analysis.issued()) {
    json one = {
        {"name", one_line(issued.name)}, {"calls", issued.calls}, {"executed", issued.executed}};
    if (issued.cell) {
      one["promises"] = promise_text(issued);
      one["rules"] = rule_slugs(issued);
    }
    document["issued"].push_back(std::move(one));
  }
  document["notes"] = notes_of(analysis);
  document["findings"] = json::array();
  for (const TraceFinding& finding : analysis.findings().sorted()) {
    json one = {{"kind", name_of(finding.kind)}, {"text", finding.text}, {"count", finding.count}};
    one["file"] = finding.place.file.empty() ? json() : json(finding.place.file);
    one["line"] = finding.place.line;
    if (finding.other.line != 0) {
      one["other_file"] = finding.other.file;
      one["other_line"] = finding.other.line;
    }
    document["findings"].push_back(std::move(one));
  }
  return document.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace vconform::suites
