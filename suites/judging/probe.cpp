#include "suites/judging/probe.h"

#include <algorithm>

#include "spec/rules/rules.h"
#include "suites/judging/discriminating_cases.h"
#include "suites/judging/probed_row.h"

namespace vconform::suites {

namespace {

using generators::Discriminator;

// The rules of a discriminator that are not pinned.
std::vector<spec::RuleId> open_rules(const Discriminator& discriminator,
                                     const spec::Choices& pinned) {
  std::vector<spec::RuleId> open;
  for (const spec::RuleId rule : discriminator.rules) {
    if (!pinned.reading(rule)) {
      open.push_back(rule);
    }
  }
  return open;
}

// Probes one rule by the cases of all rules of its topic.
ProbedRule with_cases_of_related(spec::RuleId rule, const Subject& subject) {
  ProbedRow row({rule}, subject);
  for (std::size_t place = 0; place < generators::discriminators().size(); ++place) {
    const spec::RuleId first = generators::discriminators()[place].rules.front();
    if (spec::rule_of(first).topic == spec::rule_of(rule).topic) {
      row.run(built_row(place).cases);
    }
  }
  return row.results().front();
}

// Whether a discriminator has a rule that concerns one of these instructions; true without any.
bool concerns_any(const Discriminator& discriminator, std::span<const spec::Cell> cells) {
  return cells.empty() || std::ranges::any_of(discriminator.rules, [&](spec::RuleId rule) {
           return std::ranges::any_of(cells, [&](const spec::Cell& cell) {
             return spec::concerns(spec::rule_of(rule), cell.conversion());
           });
         });
}

// After time-outs in this many rows there may be thousands: the remaining rules stay open.
constexpr int kMostTimeouts = 3;

}  // namespace

std::string_view name_of(ProbeResult result) {
  switch (result) {
    case ProbeResult::kFollows:
      return "follows";
    case ProbeResult::kNotObservable:
      return "not observable here";
    case ProbeResult::kNoKnownReading:
      return "none of the known readings";
    case ProbeResult::kInconsistent:
      return "INCONSISTENT";
  }
  return "";
}

std::vector<ProbedRule> probe(const Subject& subject, std::span<const spec::Cell> cells,
                              const ProbeProgress& progress) {
  Subject knowing = subject;
  knowing.inferred = {};
  // The pages promise no order of overlapping operands: it is pinned only on request.
  const auto pin = [&](const ProbedRule& one) {
    if (one.reading && one.rule != spec::cite("walk.order")) {
      knowing.pinned.pin(*one.reading);
    }
  };
  std::vector<spec::Cell> claimed = spec::all_cells();
  std::erase_if(claimed, [&](const spec::Cell& cell) { return !subject.claims(cell); });
  std::vector<ProbedRule> probed;
  std::vector<std::size_t> untold;
  int timeouts = 0;
  for (std::size_t place = 0; place < generators::discriminators().size(); ++place) {
    const Discriminator& discriminator = generators::discriminators()[place];
    const std::vector<spec::RuleId> rules = open_rules(discriminator, knowing.pinned);
    if (rules.empty() || !concerns_any(discriminator, cells)) {
      continue;
    }
    ProbedRow row(rules, knowing);
    if (timeouts < kMostTimeouts) {
      row.run(built_row(place).cases);
    }
    timeouts += row.timed_out() ? 1 : 0;
    for (const ProbedRule& one : row.results()) {
      if (one.result == ProbeResult::kNotObservable && !row.nothing_returned() &&
          concerns_any(discriminator, claimed)) {
        untold.push_back(probed.size());
      }
      probed.push_back(one);
      pin(one);
    }
    if (progress) {
      progress(place + 1, generators::discriminators().size());
    }
  }
  // A rule may be told by the cases of another one, once its readings are known.
  for (bool is_new = timeouts == 0; is_new;) {
    is_new = std::erase_if(untold, [&](std::size_t index) {
               ProbedRule& known = probed[index];
               ProbedRule again = with_cases_of_related(known.rule, knowing);
               const bool is_told = again.result == ProbeResult::kFollows;
               // A fault in this round counts as one in the first.
               const bool is_new_fault = is_fault(again) || (again.refused && !known.refused);
               if (!is_told && !is_new_fault) {
                 return false;
               }
               again.refused = known.refused ? known.refused : again.refused;
               known = std::move(again);
               if (is_told) {
                 pin(known);
               }
               return true;
             }) > 0;
  }
  return probed;
}

bool is_fault(const ProbedRule& probed) {
  return !probed.is_permitted && (probed.result == ProbeResult::kNoKnownReading ||
                                  probed.result == ProbeResult::kInconsistent);
}

spec::Choices readings_of(std::span<const ProbedRule> probed) {
  spec::Choices choices;
  for (const ProbedRule& one : probed) {
    if (one.reading) {
      choices.pin(*one.reading);
    }
  }
  return choices;
}

spec::Choices readings_of_unexplained(std::span<const ProbedRule> probed) {
  spec::Choices choices;
  for (const ProbedRule& one : probed) {
    const bool is_unseen = one.result == ProbeResult::kNotObservable && one.refused;
    const bool is_unexplained = one.result == ProbeResult::kNoKnownReading;
    if (const auto reading = is_unseen || is_unexplained ? stands_for(one.left) : std::nullopt) {
      choices.pin(*reading);
    }
  }
  return choices;
}

std::optional<spec::Choice> stands_for(std::span<const spec::Choice> left) {
  for (const spec::Ground ground : {spec::Ground::kPage, spec::Ground::kOpen}) {
    const auto found = std::ranges::find_if(left, [&](const spec::Choice& choice) {
      const spec::Reading& reading = spec::reading_of(choice);
      return reading.ground == ground && !reading.permissive;
    });
    if (found != left.end()) {
      return *found;
    }
  }
  return std::nullopt;
}

}  // namespace vconform::suites
