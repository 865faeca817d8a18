#include "suites/plan/forgiven.h"

#include <fmt/format.h>

#include <algorithm>

#include "oracle/judge/judge.h"

namespace vconform::suites {

namespace {

void add(const Unit& unit, oracle::Verdict verdict, std::uint64_t count, std::uint64_t in_run,
         std::string_view what, UnitResult& result) {
  if (count == 0) {
    return;
  }
  Deviation deviation;
  deviation.claim = claim_name(unit);
  deviation.verdict = oracle::name_of(verdict);
  deviation.in_short = fmt::format(
      "{} of its programs {}, and not when run again alone; {} in the whole run, "
      "where {} are forgiven",
      count, what, in_run, adapters::kMostForgiven);
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

void count_forgiven(const std::vector<Unit>& plan, std::vector<UnitResult>& results) {
  const adapters::Incidents all = incidents_of(results);
  if (all.forgiven() <= adapters::kMostForgiven) {
    return;
  }
  for (std::size_t i = 0; i < plan.size(); ++i) {
    const adapters::Incidents& own = results[i].incidents;
    add(plan[i], oracle::Verdict::kTimeout, own.unconfirmed_timeouts, all.forgiven(),
        "took too long", results[i]);
    add(plan[i], oracle::Verdict::kCrash, own.outside_kills, all.forgiven(),
        "were ended by a signal from outside", results[i]);
  }
}

}  // namespace vconform::suites
