#include "suites/probing/own_addressing.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "adapters/elementwise/elementwise.h"
#include "suites/files/progress_line.h"
#include "suites/judging/departure.h"

namespace vconform::suites {

namespace {

bool lays_out(const adapters::Description& backend, const spec::Cell& cell) {
  return adapters::form_of(backend.capabilities, cell) != adapters::Form::kExecute;
}

// The claimed instructions that the suite lays out, or those that it does not.
std::vector<spec::Cell> claimed_cells(const adapters::Description& backend, bool laid_out) {
  std::vector<spec::Cell> cells;
  for (const spec::Cell& cell : spec::all_cells()) {
    if (claimed_features(backend.capabilities, cell) && lays_out(backend, cell) == laid_out) {
      cells.push_back(cell);
    }
  }
  return cells;
}

bool concerns_claimed(const adapters::Backend& backend, const spec::Rule& rule) {
  return std::ranges::any_of(spec::all_cells(), [&](const spec::Cell& cell) {
    return backend.claims(cell) && spec::concerns(rule, cell.conversion());
  });
}

void pin_own(Subject& subject, const spec::Choices& readings) {
  for (const spec::Choice& reading : readings.all()) {
    subject.pinned.pin(reading);
    subject.inferred.leave_open(reading.rule);
  }
}

// The rows without a layout of their own tell what the others left open.
std::vector<ProbedRule> probe_mixed(const adapters::Description& backend, const Subject& subject,
                                    std::span<const spec::Cell> cells,
                                    const ProbeProgress& progress) {
  std::vector<ProbedRule> probed =
      probe(judged_like(backend, subject, claimed_cells(backend, false).front()), cells, progress);
  Subject rest = subject;
  for (const spec::Choice& reading : readings_of(probed).all()) {
    rest.pinned.pin(reading);
  }
  rest = judged_like(backend, rest, claimed_cells(backend, true).front());
  for (const ProbedRule& one : probe(rest, cells, progress)) {
    const auto earlier = std::ranges::find(probed, one.rule, &ProbedRule::rule);
    if (earlier == probed.end()) {
      probed.push_back(one);
    } else if (earlier->result == ProbeResult::kNotObservable) {
      const std::optional<spec::Case> refused = earlier->refused;
      *earlier = one;
      earlier->refused = refused ? refused : one.refused;
    }
  }
  return probed;
}

}  // namespace

bool is_own_addressing(const adapters::Backend& backend, spec::RuleId rule) {
  if (backend.judges_addressing()) {
    return false;
  }
  const spec::Rule& row = spec::rule_of(rule);
  return row.topic == spec::Topic::kAddressing ||
         (readings_of_own_addressing().reading(rule) && concerns_claimed(backend, row));
}

spec::Choices readings_of_own_addressing() {
  spec::Choices readings;
  for (const spec::Choice& reading : adapters::kElementwiseReadings) {
    readings.pin(reading);
  }
  return readings;
}

spec::Choices readings_of_own_addressing(const adapters::Backend& backend) {
  spec::Choices readings;
  for (const spec::Choice& reading : adapters::kElementwiseReadings) {
    const bool is_of_dequantisations = reading.rule == spec::cite("walk.stride-width-deq");
    if (is_own_addressing(backend, reading.rule) &&
        (!is_of_dequantisations || concerns_claimed(backend, spec::rule_of(reading.rule)))) {
      readings.pin(reading);
    }
  }
  return readings;
}

bool is_mixed(const adapters::Description& backend) {
  return !claimed_cells(backend, false).empty() && !claimed_cells(backend, true).empty();
}

std::vector<spec::Cell> laid_out_among_others(const adapters::Description& backend) {
  return is_mixed(backend) ? claimed_cells(backend, true) : std::vector<spec::Cell>();
}

Subject judged_like(const adapters::Description& backend, Subject subject, const spec::Cell& cell) {
  if (!is_mixed(backend)) {
    return subject;
  }
  const bool laid_out = lays_out(backend, cell);
  std::erase_if(subject.departing, [&](const spec::Choice& departing) {
    const std::optional<spec::Cell> reports = reported_under(subject, departing.rule);
    return reports && lays_out(backend, *reports) != laid_out;
  });
  std::vector<spec::Cell> alike = claimed_cells(backend, laid_out);
  alike.insert(alike.end(), subject.lowered.begin(), subject.lowered.end());
  subject.claims = [claims = subject.claims,
                    alike](const spec::Cell& one) -> std::optional<spec::FeatureSet> {
    return std::ranges::find(alike, one) == alike.end() ? std::nullopt : claims(one);
  };
  if (laid_out) {
    subject.only_converts = true;
    pin_own(subject, readings_of_own_addressing());
  }
  return subject;
}

std::vector<ProbedRule> probe_backend(const adapters::Backend& backend, Subject subject,
                                      std::span<const spec::Cell> cells) {
  ProgressLine line;
  const ProbeProgress progress = [&line](std::size_t done, std::size_t rows) {
    line.show([=](double seconds) {
      return fmt::format("probing: {} of {} rows of cases, about {:.0f} s left", done, rows,
                         seconds * static_cast<double>(rows - done) / static_cast<double>(done));
    });
  };
  if (is_mixed(backend.description())) {
    return probe_mixed(backend.description(), subject, cells, progress);
  }
  if (backend.judges_addressing()) {
    return probe(subject, cells, progress);
  }
  for (const spec::Choice& reading : readings_of_own_addressing(backend).all()) {
    subject.pinned.pin(reading);
  }
  std::vector<ProbedRule> probed = probe(subject, cells, progress);
  // walk.stride-width-deq is about instructions that a backend of arrays does not have.
  std::erase_if(probed,
                [&](const ProbedRule& one) { return is_own_addressing(backend, one.rule); });
  return probed;
}

}  // namespace vconform::suites
