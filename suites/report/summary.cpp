#include "suites/report/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "spec/case/version.h"
#include "spec/rules/rules.h"
#include "suites/diagnosis/diagnosis_text.h"
#include "suites/files/one_line.h"
#include "suites/files/program.h"
#include "suites/files/progress_line.h"
#include "suites/findings/failure_text.h"
#include "suites/judging/departure.h"
#include "suites/judging/names.h"
#include "suites/plan/forgiven.h"
#include "suites/probing/families.h"
#include "suites/probing/probe_report.h"
#include "suites/report/operation_exclusions.h"
#include "suites/report/readings_text.h"
#include "suites/report/replay_command.h"

namespace vconform::suites {

namespace {

// All deviations with one cause: the same rule or, without a rule, the same property.
struct Cause {
  std::string name;
  std::string verdict;
  std::vector<const DeviationReport*> reports;
};

// The worst first; a verdict that is not listed ranks after them.
constexpr std::array<std::string_view, 12> kVerdictsWorstFirst = {
    kDeparts,      "CHANGED CLAIMS", "UNSTABLE",    "CRASH",    "TIMEOUT",  "WROTE OUTSIDE",
    "BROKE CLAIM", "ERROR",          "UNSUPPORTED", "REJECTED", "MISMATCH", "INCONSISTENT"};

std::size_t rank_of(const Cause& cause) {
  const auto found =
      std::find(kVerdictsWorstFirst.begin(), kVerdictsWorstFirst.end(), cause.verdict);
  return static_cast<std::size_t>(found - kVerdictsWorstFirst.begin());
}

// The worst causes first, and among equally bad ones those that concern the most instructions.
std::vector<Cause> causes_of(const std::vector<const DeviationReport*>& reports) {
  std::vector<Cause> causes;
  for (const DeviationReport* report : reports) {
    const std::string name = cause_of(report->deviation.rule, report->deviation.claim);
    auto cause = std::find_if(causes.begin(), causes.end(), [&](const Cause& known) {
      return known.name == name && known.verdict == report->deviation.verdict;
    });
    if (cause == causes.end()) {
      causes.push_back({name, report->deviation.verdict, {}});
      cause = causes.end() - 1;
    }
    cause->reports.push_back(report);
  }
  std::sort(causes.begin(), causes.end(), [](const Cause& a, const Cause& b) {
    if (rank_of(a) != rank_of(b)) {
      return rank_of(a) < rank_of(b);
    }
    return a.reports.size() != b.reports.size() ? a.reports.size() > b.reports.size()
                                                : a.reports.front() < b.reports.front();
  });
  return causes;
}

std::vector<const DeviationReport*> deviations_of(const Certificate& certificate, bool waived) {
  std::vector<const DeviationReport*> reports;
  for (const DeviationReport& report : certificate.deviations) {
    if (report.waived_by.has_value() == waived) {
      reports.push_back(&report);
    }
  }
  return reports;
}

std::vector<std::string> instructions_of(const Cause& cause) {
  std::vector<spec::Cell> cells;
  for (const DeviationReport* report : cause.reports) {
    cells.push_back(report->cell);
  }
  return names_by_row(cells);
}

// The shortest of the examples, as all show the same.
const std::string& example_of(const Cause& cause) {
  const auto shorter = [](const DeviationReport* a, const DeviationReport* b) {
    return a->deviation.in_short.size() < b->deviation.in_short.size();
  };
  return (*std::min_element(cause.reports.begin(), cause.reports.end(), shorter))
      ->deviation.in_short;
}

// The modes of one pair of types on one line; for a path that only copies, its types.
struct PairLine {
  std::string claimed;
  std::string deviating;
  std::string waived;
  std::string not_judged;
  std::uint64_t cases = 0;
  std::uint64_t elements = 0;
  std::uint64_t systematic = 0;
};

// "gm_vecin" for all types.
std::string line_name(const spec::Conversion& row) {
  const std::string name = row_name(row);
  return row.is_plain_path() ? name.substr(0, name.rfind('_')) : name;
}

std::string modes_text(const spec::Conversion& row, const std::string& modes) {
  return row.is_plain_path() ? fmt::format("{} types", modes.size()) : modes;
}

std::string verdict_text(const spec::Conversion& row, const PairLine& line) {
  const bool names_modes = row.family == spec::Family::kVconv || row.is_plain_path();
  const auto text = [&](const std::string& verdict, const std::string& modes) {
    return names_modes ? verdict + " in " + modes_text(row, modes) : verdict;
  };
  std::vector<std::string> parts;
  for (const auto& [verdict, modes] :
       {std::pair("deviates", &line.deviating), std::pair("waived", &line.waived),
        std::pair("not judged", &line.not_judged)}) {
    if (!modes->empty()) {
      parts.push_back(text(verdict, *modes));
    }
  }
  return parts.empty() ? "conforms" : fmt::format("{}", fmt::join(parts, ", "));
}

std::string pair_text(const Certificate& certificate, const spec::Conversion& row) {
  PairLine line;
  for (const RowReport& report : certificate.rows) {
    const spec::Conversion& other = report.cell.conversion();
    if (other.family != row.family || line_name(other) != line_name(row) || !report.claimed) {
      continue;
    }
    const char letter = spec::mode_of(report.cell.rounding).letter;
    line.claimed += letter;
    line.waived += report.waived ? std::string(1, letter) : "";
    const bool is_not_judged = report.not_judged && report.deviations.empty();
    line.not_judged += is_not_judged ? std::string(1, letter) : "";
    line.deviating +=
        report.conforms() || report.waived || is_not_judged ? "" : std::string(1, letter);
    line.cases += report.cases;
    line.elements += report.elements;
    line.systematic += report.systematic_elements;
  }
  if (line.claimed.empty()) {
    return fmt::format("  {:<16} not claimed\n", line_name(row));
  }
  return fmt::format("  {:<16} {:<8} {:>10} {:>14} {:>14}   {}\n", line_name(row),
                     modes_text(row, line.claimed), with_commas(line.cases),
                     with_commas(line.elements), with_commas(line.systematic),
                     verdict_text(row, line));
}

std::string family_text(const Certificate& certificate, spec::Family family) {
  std::string text =
      fmt::format("\n  {:<16} {:<8} {:>10} {:>14} {:>14}\n", spec::name_of(family).name, "modes",
                  "cases", "elements", "systematic");
  std::string last;
  for (const RowReport& report : certificate.rows) {
    if (family == spec::Family::kOperation) {
      text += pair_text(certificate, report.cell.conversion());
      text += report.host_elements == 0
                  ? ""
                  : fmt::format("    {} of its elements were written by host code\n",
                                with_commas(report.host_elements));
    }
  }
  for (const spec::Conversion& row : spec::kRows) {
    if (row.family == family && line_name(row) != last) {
      text += pair_text(certificate, row);
      last = line_name(row);
    }
  }
  return text;
}

std::string failures_text(const Certificate& certificate, const std::vector<Cause>& causes,
                          const std::string& folder) {
  constexpr std::size_t kCausesShown = 4;
  std::string text;
  for (std::size_t i = 0; i < std::min(kCausesShown, causes.size()); ++i) {
    const DeviationReport& first = *causes[i].reports.front();
    text += "\n" + failure_text(first.deviation, replay_command(certificate.info, folder, first,
                                                                CalledFrom::kAnywhere));
  }
  if (causes.size() > kCausesShown) {
    text += fmt::format(
        "\n{} more kinds of deviation are listed below; their cases are in {}/failures\n",
        causes.size() - kCausesShown, printable(folder));
  }
  return text;
}

// The cases that fail in ways beyond those that a unit lists.
std::string unlisted_text(const Certificate& certificate) {
  std::uint64_t cases = 0;
  std::vector<spec::Cell> cells;
  for (const RowReport& row : certificate.rows) {
    if (row.further_failing_cases > 0) {
      cases += row.further_failing_cases;
      cells.push_back(row.cell);
    }
  }
  return cases == 0 ? ""
                    : fmt::format("  {} more cases fail in ways that are not listed   in {}\n",
                                  with_commas(cases), joined(names_by_row(cells)));
}

std::string causes_text(const Certificate& certificate, const std::vector<Cause>& causes) {
  std::string text = "\nDeviations by rule\n";
  for (const Cause& cause : causes) {
    text += fmt::format("  {:<32} {}   in {}\n", cause.name, example_of(cause),
                        joined(instructions_of(cause)));
  }
  return text + unlisted_text(certificate);
}

// Each reason with its link once, in the order of the file, and the number of its deviations.
std::vector<std::pair<std::string, std::uint64_t>> reasons_of(const Certificate& certificate) {
  std::vector<std::pair<std::string, std::uint64_t>> reasons;
  for (const WaiverReport& report : certificate.waivers) {
    const std::string why = one_line(report.waiver.reason + "   " + report.waiver.link);
    auto known = std::find_if(reasons.begin(), reasons.end(),
                              [&](const auto& reason) { return reason.first == why; });
    if (known == reasons.end()) {
      reasons.emplace_back(why, 0);
      known = reasons.end() - 1;
    }
    known->second += report.deviations;
  }
  std::erase_if(reasons, [](const auto& reason) { return reason.second == 0; });
  return reasons;
}

// The accepted deviations with their reasons.
std::string waived_text(const Certificate& certificate) {
  std::string text;
  for (const Cause& cause : causes_of(deviations_of(certificate, true))) {
    text += fmt::format("  {:<32} {}   in {}\n", cause.name, example_of(cause),
                        joined(instructions_of(cause)));
  }
  for (const auto& [why, deviations] : reasons_of(certificate)) {
    text += fmt::format("    {} deviations since: {}\n", deviations, why);
  }
  return text.empty() ? "" : "\nWaived\n" + text;
}

bool copies_with_gm(const RunInfo& info) {
  return std::ranges::any_of(spec::all_cells(), [&](const spec::Cell& cell) {
    const spec::Conversion& row = cell.conversion();
    return row.is_copy() && info.claims(cell) &&
           (row.path.from == spec::PositionId::kGm || row.path.to == spec::PositionId::kGm);
  });
}

std::string info_text(const RunInfo& info) {
  std::string text = fmt::format("vconform {}  backend {} {}{}  level {}  profile {}  seed {}\n",
                                 spec::kProgramVersion, info.backend_name, info.backend_version,
                                 info.on.empty() ? "" : " on " + printable(info.on), info.level,
                                 info.choices.profile, info.seed);
  text += layout_text(info);
  if (info.largest_memory < spec::kMaxGmBytes && copies_with_gm(info)) {
    text += fmt::format(
        "addresses in GM were tried up to {} bytes: the backend, on this machine, holds no more\n",
        info.largest_memory);
  }
  for (const spec::Cell& cell : info.lowered) {
    text +=
        fmt::format("{} ran as the instructions that it stands for: the backend has no such API\n",
                    spec::instruction_name(cell));
  }
  return text + exclusions_text(info.operations) + weakenings_text(info.choices);
}

std::string verdict_text(const Certificate& certificate) {
  const std::uint64_t unclaimed = certificate.rows.size() - certificate.rows_claimed();
  const std::uint64_t deviating = certificate.rows_claimed() - certificate.rows_conforming() -
                                  certificate.rows_waived() - certificate.rows_not_judged();
  std::string text =
      fmt::format("\n{} cases, {} elements judged in {:.1f} s\n", with_commas(certificate.cases),
                  with_commas(certificate.elements), certificate.run.seconds);
  std::uint64_t reached = 0;
  std::uint64_t reachable = 0;
  for (const CoveredPart& part : certificate.coverage) {
    reached += part.reached;
    reachable += part.reachable;
  }
  if (reachable > 0) {
    text += fmt::format("{} of {} classes of values, addresses and registers were met\n",
                        with_commas(reached), with_commas(reachable));
  }
  if (certificate.rows_required() > 0) {
    text += fmt::format("required, but not claimed: {} rows of {}\n", certificate.rows_required(),
                        fmt::join(names_of(certificate.info.required), ", "));
  }
  text += incidents_text({.restarts = certificate.run.restarts,
                          .unconfirmed_timeouts = certificate.run.unconfirmed_timeouts,
                          .outside_kills = certificate.run.outside_kills});
  return text + fmt::format("{} {}: {} deviate, {} not claimed\n", certificate.info.backend_name,
                            headline(certificate.standing()), deviating, unclaimed);
}

}  // namespace

std::string summary(const Certificate& certificate, const std::string& folder) {
  std::string text = info_text(certificate.info);
  for (const spec::Family family : certificate.info.families) {
    text += family_text(certificate, family);
  }
  text += choices_text(certificate);
  text += verdict_text(certificate);
  text += open_readings_text(certificate);
  text += contradictions_text(certificate.info.choices, folder);
  text += diagnosis_text(certificate.diagnoses);
  const std::vector<Cause> causes = causes_of(deviations_of(certificate, false));
  if (!causes.empty()) {
    text += failures_text(certificate, causes, folder);
    text += causes_text(certificate, causes);
  }
  text += waived_text(certificate);
  if (certificate.info.selected == "golden" && certificate.passes()) {
    text += fmt::format("To see a failure, try: {} certify --backend mutant:round-half-away\n",
                        program());
  }
  return text;
}

std::string deviation_table(const Certificate& certificate) {
  std::string text = "| rule | what happens, for example | instructions |\n|---|---|---|\n";
  for (const Cause& cause : causes_of(deviations_of(certificate, false))) {
    text += fmt::format("| `{}` | {} | {} |\n", cause.name, example_of(cause),
                        joined(instructions_of(cause)));
  }
  return text + weakenings_text(certificate.info.choices) + verdict_text(certificate) +
         open_readings_text(certificate);
}

}  // namespace vconform::suites
