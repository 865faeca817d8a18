#include "suites/judging/departure.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "spec/case/memory_image.h"
#include "spec/number/digest.h"
#include "spec/rows/conversions.h"
#include "suites/judging/discriminating_cases.h"
#include "suites/judging/names.h"
#include "suites/judging/permitted_worlds.h"

namespace vconform::suites {

namespace {

std::vector<spec::Cell> claimed_cells(const Subject& subject) {
  std::vector<spec::Cell> cells;
  std::ranges::copy_if(spec::all_cells(), std::back_inserter(cells),
                       [&](const spec::Cell& cell) { return subject.claims(cell).has_value(); });
  return cells;
}

std::vector<spec::Cell> concerned_cells(const Subject& subject, spec::RuleId rule) {
  std::vector<spec::Cell> cells = claimed_cells(subject);
  std::erase_if(cells, [rule](const spec::Cell& cell) {
    return !spec::concerns(spec::rule_of(rule), cell.conversion());
  });
  return cells;
}

std::string names_of(const std::vector<spec::Cell>& cells) {
  std::vector<std::string> names;
  std::ranges::transform(cells, std::back_inserter(names), spec::instruction_name);
  return joined(names);
}

// Whether the case shows that the backend follows `departing`.
bool shows(const Subject& subject, spec::Choice departing, const spec::Case& test_case) {
  const spec::MemoryImage before = spec::initial_image(test_case);
  const spec::Outcome outcome = subject.execute(test_case, before);
  const Ran ran{subject, test_case, before, outcome};
  if (outcome.status != spec::OutcomeStatus::kCompleted || !explained_by(ran, subject.pinned)) {
    return false;
  }
  const std::vector<spec::Choice> readings = spec::all_readings(departing.rule);
  return std::any_of(readings.begin(), readings.end(), [&](const spec::Choice& other) {
    spec::Choices choices = subject.pinned;
    choices.pin(other);
    return other != departing && spec::reading_of(other).ground != spec::Ground::kDeparts &&
           !explained_by(ran, choices);
  });
}

// The first discriminating case of the instruction that shows it.
std::optional<spec::Case> showing_case(const Subject& subject, spec::Choice departing,
                                       const spec::Cell& cell) {
  const std::vector<spec::Case> cases = discriminating_cases(subject, cell, departing.rule);
  const auto shown = std::ranges::find_if(
      cases, [&](const spec::Case& test_case) { return shows(subject, departing, test_case); });
  return shown == cases.end() ? std::nullopt : std::optional(*shown);
}

Finding finding_of(const Subject& subject, spec::Choice departing) {
  const spec::Reading& reading = spec::reading_of(departing);
  Finding finding;
  finding.verdict = kDeparts;
  finding.rule = departing.rule;
  finding.cited.set(departing.rule);
  finding.details = fmt::format("  follows  {}: {}\n  against  {}\n  rows     {}\n", reading.name,
                                reading.meaning, contradicted_by(departing),
                                names_of(concerned_cells(subject, departing.rule)));
  finding.in_short = fmt::format("follows {}, {}", reading.name, contradicted_by(departing));
  finding.digest = spec::digest_of(spec::choice_text(departing));
  return finding;
}

}  // namespace

std::string contradicted_by(spec::Choice departing) {
  const std::optional<spec::Choice> page = spec::reading_on_page(departing.rule);
  const std::string_view line = spec::reading_of(departing).line;
  return page ? fmt::format("where the page says {}: {}", spec::name_of(*page), line)
              : fmt::format("which the page excludes: {}", line);
}

std::string departure_line(spec::Choice departing) {
  return fmt::format("{}  rule {}: follows {}, {}", kDeparts, spec::rule_of(departing.rule).slug,
                     spec::name_of(departing), contradicted_by(departing));
}

std::optional<spec::Cell> reported_under(const Subject& subject, spec::RuleId rule) {
  const std::vector<spec::Cell> cells = claimed_cells(subject);
  for (const spec::Cell& cell : cells) {
    if (!discriminating_cases(subject, cell, rule).empty()) {
      return cell;
    }
  }
  const std::vector<spec::Cell> concerned = concerned_cells(subject, rule);
  return concerned.empty() ? std::nullopt : std::optional(concerned.front());
}

std::vector<Departure> departures_under(const Subject& subject, const spec::Cell& cell) {
  std::vector<Departure> departures;
  for (const spec::Choice& departing : subject.departing) {
    if (reported_under(subject, departing.rule) != cell) {
      continue;
    }
    Departure departure{finding_of(subject, departing), {}};
    std::optional<spec::Case> shown = showing_case(subject, departing, cell);
    if (!shown) {
      for (const spec::Cell& other : concerned_cells(subject, departing.rule)) {
        shown = other == cell ? std::nullopt : showing_case(subject, departing, other);
        if (shown) {
          departure.finding.details += "  shown    by " + spec::instruction_name(other) + "\n";
          break;
        }
      }
    }
    if (!shown) {
      departure.finding.details += "  shown    by no case of this run: the profile says so\n";
    }
    departure.test_case = shown.value_or(spec::Case());
    departures.push_back(std::move(departure));
  }
  return departures;
}

std::vector<Finding> departures_in(const Subject& subject, const spec::Case& test_case) {
  std::vector<Finding> findings;
  for (const spec::Choice& departing : subject.departing) {
    if (shows(subject, departing, test_case)) {
      findings.push_back(finding_of(subject, departing));
    }
  }
  return findings;
}

}  // namespace vconform::suites
