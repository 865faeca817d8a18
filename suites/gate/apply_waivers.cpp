#include "suites/gate/apply_waivers.h"

#include <fmt/format.h>

#include <algorithm>

#include "suites/gate/observed.h"

namespace vconform::suites {

namespace {

bool is_concerned(const Certificate& certificate, const Waiver& waiver) {
  return std::any_of(certificate.rows.begin(), certificate.rows.end(), [&](const RowReport& row) {
    return matches(waiver.instruction, spec::instruction_name(row.cell));
  });
}

// Whether the waiver names the deviation. Removes the patterns that match it from report.unseen.
bool names(WaiverReport& report, const std::string& observed) {
  const auto& patterns = report.waiver.observed;
  const auto is_it = [&](const std::string& pattern) { return matches(pattern, observed); };
  std::erase_if(report.unseen, is_it);
  return std::any_of(patterns.begin(), patterns.end(), is_it);
}

void waive(Certificate& certificate, DeviationReport& report) {
  const std::string instruction = spec::instruction_name(report.cell);
  const std::string cause = cause_of(report.deviation.rule, report.deviation.claim);
  const std::string observed = observed_text(report.deviation);
  std::vector<WaiverReport*> near;
  for (std::size_t i = 0; i < certificate.waivers.size(); ++i) {
    WaiverReport& candidate = certificate.waivers[i];
    if (candidate.waiver.rule != cause || !matches(candidate.waiver.instruction, instruction)) {
      continue;
    }
    near.push_back(&candidate);
    if (names(candidate, observed) && !report.waived_by) {
      report.waived_by = i;
      ++candidate.deviations;
    }
  }
  for (WaiverReport* candidate : near) {
    if (!report.waived_by) {
      candidate->unnamed.push_back(fmt::format("{}: {}", instruction, observed));
    }
  }
}

bool has_cases_left_out(const Certificate& certificate, const RowReport& row) {
  return std::ranges::any_of(certificate.units, [&](const UnitReport& unit) {
    return unit.unit.cell == row.cell && left_cases_out(unit.ended);
  });
}

bool is_waived(const Certificate& certificate, const RowReport& row) {
  return row.claimed && !has_cases_left_out(certificate, row) && !row.not_judged &&
         row.elements > 0 && !row.deviations.empty() && row.further_failing_cases == 0 &&
         std::all_of(row.deviations.begin(), row.deviations.end(), [&](std::size_t i) {
           return certificate.deviations[i].waived_by.has_value();
         });
}

}  // namespace

std::string observed_text(const Deviation& deviation) {
  return observed_text(deviation.verdict, deviation.claim, deviation.in_short,
                       deviation.failing_cases, fmt::format("{:016x}", deviation.fingerprint));
}

void apply_waivers(Certificate& certificate, const std::vector<Waiver>& waivers) {
  for (const Waiver& waiver : waivers) {
    certificate.waivers.push_back(
        {waiver, 0, is_concerned(certificate, waiver), waiver.observed, {}});
  }
  for (DeviationReport& report : certificate.deviations) {
    waive(certificate, report);
  }
  for (RowReport& row : certificate.rows) {
    row.waived = is_waived(certificate, row);
  }
}

bool names(const Waiver& waiver, const std::string& text, const DeviationRecord& deviation) {
  return matches(waiver.instruction, deviation.instruction) &&
         waiver.rule == cause_of(deviation.rule, deviation.claim) &&
         matches(text, observed_text(deviation.verdict, deviation.claim, deviation.example,
                                     deviation.failing_cases, deviation.fingerprint));
}

}  // namespace vconform::suites
