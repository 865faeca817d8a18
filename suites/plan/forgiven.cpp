#include "suites/plan/forgiven.h"

#include <fmt/format.h>

#include <algorithm>

#include "oracle/judge/judge.h"

namespace vconform::suites {

namespace {

void add(const Unit& unit, oracle::Verdict verdict, std::uint64_t count, std::uint64_t in_run,
         const std::string& what, UnitResult& result) {
  if (count == 0) {
    return;
  }
  Deviation deviation;
  deviation.claim = claim_name(unit);
  deviation.verdict = oracle::name_of(verdict);
  deviation.in_short = fmt::format(
      "{} of {}, and not when run again alone; {} in the whole run, where {} are forgiven", count,
      what, in_run, adapters::kMostForgiven);
  deviation.details = "  reason   " + deviation.in_short + "\n";
  deviation.count = deviation.failing_cases = count;
  result.deviations.push_back(std::move(deviation));
}

}  // namespace

adapters::Incidents incidents_of(const std::vector<UnitResult>& results) {
  adapters::Incidents sum;
  for (const UnitResult& result : results) {
    sum += result.incidents;
  }
  return sum;
}

bool too_many_to_forgive(const adapters::Incidents& incidents) {
  // Each by itself first: the sum of numbers that were read from a file may overflow.
  return incidents.unconfirmed_timeouts > adapters::kMostForgiven ||
         incidents.outside_kills > adapters::kMostForgiven ||
         incidents.forgiven() > adapters::kMostForgiven;
}

std::string incidents_text(const adapters::Incidents& incidents) {
  if (incidents == adapters::Incidents()) {
    return "";
  }
  return fmt::format(
      "restarts of the backend: {}, time-outs that were not confirmed: {}, kills from outside: "
      "{}{}\n",
      incidents.restarts, incidents.unconfirmed_timeouts, incidents.outside_kills,
      too_many_to_forgive(incidents)
          ? fmt::format("; of the last two, {} are forgiven in all", adapters::kMostForgiven)
          : "");
}

void count_forgiven(const std::vector<Unit>& plan, const adapters::Incidents& probing,
                    std::vector<UnitResult>& results) {
  adapters::Incidents all = incidents_of(results);
  all += probing;
  if (!too_many_to_forgive(all)) {
    return;
  }
  // Not TIMEOUT, after which the rest of a unit is not run: these were run to their end.
  const auto note = [&](std::size_t i, const adapters::Incidents& own, const std::string& whose) {
    add(plan[i], oracle::Verdict::kUnstable, own.unconfirmed_timeouts, all.forgiven(),
        whose + " took too long", results[i]);
    add(plan[i], oracle::Verdict::kCrash, own.outside_kills, all.forgiven(),
        whose + " were ended by a signal from outside", results[i]);
  };
  for (std::size_t i = 0; i < plan.size(); ++i) {
    note(i, results[i].incidents, "its programs");
  }
  if (!plan.empty()) {
    note(0, probing, "the programs that probed");
  }
}

}  // namespace vconform::suites
