#include "suites/summary/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "spec/case/version.h"
#include "spec/rules/rules.h"
#include "suites/diagnosis/diagnosis_text.h"
#include "suites/files/one_line.h"
#include "suites/files/program.h"
#include "suites/files/progress_line.h"
#include "suites/files/shell_word.h"
#include "suites/files/terminal.h"
#include "suites/findings/failure_text.h"
#include "suites/judging/departure.h"
#include "suites/judging/names.h"
#include "suites/judging/not_returned.h"
#include "suites/plan/forgiven.h"
#include "suites/probing/families.h"
#include "suites/probing/probe_report.h"
#include "suites/report/operation_exclusions.h"
#include "suites/report/replay_command.h"
#include "suites/summary/pairs_text.h"
#include "suites/summary/reach_text.h"
#include "suites/summary/readings_text.h"

namespace vconform::suites {

namespace {

// "1 unit was", "2,345 units were".
std::string agreeing(std::uint64_t number, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", with_commas(number), number == 1 ? one : many);
}

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

// The rows of a family by what came of them.
struct FamilyLine {
  spec::Family family;
  std::uint64_t rows = 0;
  std::uint64_t conforming = 0;
  std::uint64_t deviating = 0;
  std::uint64_t waived = 0;
  std::uint64_t not_judged = 0;
  std::uint64_t not_claimed = 0;
  std::uint64_t cases = 0;
  std::uint64_t elements = 0;
};

FamilyLine line_of(const Certificate& certificate, spec::Family family) {
  FamilyLine line{.family = family};
  for (const RowReport& row : certificate.rows) {
    if (row.cell.conversion().family != family) {
      continue;
    }
    std::uint64_t& fate = !row.claimed         ? line.not_claimed
                          : row.conforms()     ? line.conforming
                          : row.waived         ? line.waived
                          : row.is_left_open() ? line.not_judged
                                               : line.deviating;
    ++fate;
    ++line.rows;
    line.cases += row.cases;
    line.elements += row.elements;
  }
  return line;
}

// A line for each family that has rows; those of which most deviates come first.
std::string families_text(const Certificate& certificate) {
  std::vector<FamilyLine> lines;
  for (const spec::Family family : certificate.info.families) {
    lines.push_back(line_of(certificate, family));
  }
  std::erase_if(lines, [](const FamilyLine& line) { return line.rows == 0; });
  std::ranges::sort(lines, [](const FamilyLine& a, const FamilyLine& b) {
    // a.deviating / a.rows and b.deviating / b.rows
    const std::uint64_t of_a = a.deviating * b.rows;
    const std::uint64_t of_b = b.deviating * a.rows;
    return of_a != of_b ? of_a > of_b : a.family < b.family;
  });
  std::string text = fmt::format("\n  {:<11} {:>5} {:>8} {:>8} {:>12} {:>11} {:>15}\n", "family",
                                 "rows", "conform", "deviate", "not claimed", "cases", "elements");
  for (const FamilyLine& line : lines) {
    const std::string waived = line.waived > 0 ? fmt::format("   {} waived", line.waived) : "";
    const std::string left =
        line.not_judged > 0 ? fmt::format("   {} not judged", line.not_judged) : "";
    text += fmt::format("  {:<11} {:>5} {:>8} {:>8} {:>12} {:>11} {:>15}{}{}\n",
                        spec::name_of(line.family).name, line.rows, line.conforming, line.deviating,
                        line.not_claimed, with_commas(line.cases), with_commas(line.elements),
                        waived, left);
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
    text += fmt::format("\n{} listed below; the cases are in {}/failures\n",
                        agreeing(causes.size() - kCausesShown, "more kind of deviation is",
                                 "more kinds of deviation are"),
                        printable(folder));
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
                    : fmt::format("  {} in ways that are not listed   in {}\n",
                                  agreeing(cases, "more case fails", "more cases fail"),
                                  joined(names_by_row(cells)));
}

// The units that were left out since the first one of their instruction timed out, and those that
// timed out themselves.
std::string skipped_text(const Certificate& certificate) {
  std::uint64_t units = 0;
  std::vector<spec::Cell> cells;
  for (const UnitReport& unit : certificate.units) {
    if (left_cases_out(unit.ended)) {
      ++units;
      cells.push_back(unit.unit.cell);
    }
  }
  return units == 0 ? ""
                    : fmt::format(
                          "\n{} not run after a time-out, or not to the end, which no "
                          "waiver accepts   in {}\n",
                          agreeing(units, "unit was", "units were"), joined(names_by_row(cells)));
}

// A line for each cause; for those that name no rule one for all that say the same of the same
// instructions: a row that crashes fails in every property.
std::string causes_text(const Certificate& certificate, const std::vector<Cause>& causes) {
  struct Line {
    std::string name;
    std::string rest;
    bool has_rule;
    int further;
  };
  std::vector<Line> lines;
  for (const Cause& cause : causes) {
    Line line{cause.name,
              fmt::format("{}   in {}", example_of(cause), joined(instructions_of(cause))),
              !cause.reports.front()->deviation.rule.empty(), 0};
    const auto same = std::ranges::find_if(
        lines, [&](const Line& one) { return !one.has_rule && one.rest == line.rest; });
    if (line.has_rule || same == lines.end()) {
      lines.push_back(std::move(line));
    } else {
      ++same->further;
    }
  }
  std::string text = "\nDeviations by rule\n";
  for (const Line& line : lines) {
    const std::string further = line.further == 0 ? "" : fmt::format(" and {} more", line.further);
    text += fmt::format("  {:<32} {}\n", line.name + further, line.rest);
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
    text += fmt::format("    {} since: {}\n", agreeing(deviations, "deviation", "deviations"), why);
  }
  return text.empty() ? "" : "\nWaived\n" + text;
}

std::string info_text(const RunInfo& info) {
  std::string text = fmt::format("vconform {}  backend {} {}{}  level {}  profile {}  seed {}\n",
                                 spec::kProgramVersion, info.backend_name, info.backend_version,
                                 info.on.empty() ? "" : " on " + printable(info.on), info.level,
                                 info.choices.profile, info.seed);
  text += layout_text(info);
  text += reach_text(info);
  for (const spec::Cell& cell : info.lowered) {
    text +=
        fmt::format("{} ran as the instructions that it stands for: the backend has no such API\n",
                    spec::instruction_name(cell));
  }
  return text + exclusions_text(info.operations) + weakenings_text(info.choices);
}

// The verdict, and how much it is about.
std::string verdict_text(const Certificate& certificate) {
  const std::uint64_t unclaimed = certificate.rows.size() - certificate.rows_claimed();
  const std::uint64_t deviating = certificate.rows_claimed() - certificate.rows_conforming() -
                                  certificate.rows_waived() - certificate.rows_not_judged();
  const std::string line =
      fmt::format("{} {}: {} deviate, {} not claimed", certificate.info.backend_name,
                  headline(certificate.standing()), deviating, unclaimed);
  std::string text =
      "\n" + coloured(line, certificate.passes() ? Colour::kGreen : Colour::kRed) +
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
  return text + incidents_text({.restarts = certificate.run.restarts,
                                .unconfirmed_timeouts = certificate.run.unconfirmed_timeouts,
                                .outside_kills = certificate.run.outside_kills});
}

// Whether the case by itself, once, shows what is wrong.
bool shows_alone(const Deviation& deviation) {
  return deviation.smallest.earlier.empty() && deviation.verdict != "PROPERTY";
}

// One line on what to do next; empty for a waived or partial run, of which the reader decides.
std::string next_text(const Certificate& certificate, const std::vector<Cause>& causes,
                      const std::string& folder) {
  for (const Cause& cause : causes) {
    const DeviationReport& report = *cause.reports.front();
    if (report.file.empty() || is_not_returned(report.deviation.verdict)) {
      continue;
    }
    if (!shows_alone(report.deviation) && !certificate.info.supplied) {
      return fmt::format("\nnext: {}\n",
                         replay_command(certificate.info, folder, report, CalledFrom::kHere));
    }
    return fmt::format("\nnext: {} explain {}{}\n", program(),
                       shell_word((std::filesystem::path(folder) / report.file).string()),
                       options_of_run(certificate.info, folder, CalledFrom::kHere));
  }
  return certificate.info.selected == "golden" && certificate.passes()
             ? fmt::format(
                   "\nnext, to see a failure: {} certify --backend mutant:round-half-away\n",
                   program())
             : "";
}

}  // namespace

std::string summary(const Certificate& certificate, const std::string& folder, Detail detail) {
  std::string text = info_text(certificate.info) + verdict_text(certificate) +
                     open_readings_text(certificate) +
                     contradictions_text(certificate.info.choices, folder) +
                     diagnosis_text(certificate.diagnoses) + families_text(certificate);
  if (detail == Detail::kEverything) {
    for (const spec::Family family : certificate.info.families) {
      text += pairs_text(certificate, family);
    }
    text += choices_text(certificate);
  }
  const std::vector<Cause> causes = causes_of(deviations_of(certificate, false));
  if (!causes.empty()) {
    text += failures_text(certificate, causes, folder);
    text += causes_text(certificate, causes);
  }
  return text + waived_text(certificate) + skipped_text(certificate) +
         next_text(certificate, causes, folder);
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
