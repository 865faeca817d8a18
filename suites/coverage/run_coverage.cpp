#include "suites/coverage/run_coverage.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "suites/coverage/observer.h"
#include "suites/coverage/reachability.h"
#include "suites/judging/run_case.h"
#include "suites/judging/unit_cases.h"
#include "suites/processes/process_pool.h"

namespace vconform::suites {

namespace {

using json = nlohmann::ordered_json;

// Whether no case of the unit has an argument outside its documented range.
bool has_legal_cases(const Unit& unit) {
  if (unit.cases == Cases::kGenerated) {
    const Property& property = properties()[unit.property];
    return property.name != "OutOfRangeStaysInside" && !property.needs_argument_checking;
  }
  return unit.cases == Cases::kSystematic || unit.cases == Cases::kMagnitudes;
}

void observe(const Unit& unit, const Subject& subject, std::uint64_t seed, Observer& observer) {
  const bool is_legal = has_legal_cases(unit);
  if (unit.cases != Cases::kGenerated) {
    const ListedCases cases = listed_cases(unit, subject);
    for (std::size_t i = 0; i < cases.count; ++i) {
      observer.see(with_permitted_codes(cases.at(i), subject.pinned), is_legal);
    }
    return;
  }
  DrawnCases(unit, claim_name(unit), subject, seed).each([&](const spec::Case& program) {
    observer.see(program, is_legal);
  });
}

// Units whose cases meet most values come first: the others need not be predicted then.
RowUnits richest_first(const RowUnits& units) {
  RowUnits sorted;
  for (const bool is_systematic : {true, false}) {
    std::ranges::copy_if(units, std::back_inserter(sorted), [=](const Unit& unit) {
      return (unit.cases == Cases::kSystematic) == is_systematic;
    });
  }
  return sorted;
}

std::vector<spec::Cell> cells_of(const RowUnits& units) {
  std::vector<spec::Cell> cells;
  for (const Unit& unit : units) {
    if (cells.empty() || cells.back() != unit.cell) {
      cells.push_back(unit.cell);
    }
  }
  return cells;
}

std::vector<CellReport> reports_of_row(const RowUnits& units, const Subject& subject,
                                       std::uint64_t seed) {
  const std::vector<spec::Cell> cells = cells_of(units);
  Observer observer(cells.front().conversion(), subject.pinned);
  std::vector<Reachability> reachabilities;
  for (const spec::Cell& cell : cells) {
    const Reachability& values = reachabilities.emplace_back(cell);
    if (values.is_decided()) {
      observer.expect(cell, values.reachable());
    }
  }
  for (const Unit& unit : richest_first(units)) {
    observe(unit, subject, seed, observer);
  }
  const CellTallies of_row = observer.all();
  std::vector<CellReport> reports;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    CellTallies tallies = of_row;
    tallies[static_cast<std::size_t>(GroupId::kValues)] = observer.values(cells[i]);
    reports.push_back(report_of(reachabilities[i], tallies, i == 0));
  }
  return reports;
}

}  // namespace

Subject whole_subject() {
  Subject subject;
  subject.claims = [](const spec::Cell&) -> std::optional<spec::FeatureSet> {
    return spec::kAllFeatures;
  };
  subject.pinned = spec::choices_of_golden();
  subject.checks_arguments = true;
  subject.thread_safe = true;
  subject.stride_bits = 16;
  return subject;
}

std::vector<RowUnits> units_by_row(const Level& level, const Subject& subject) {
  std::vector<RowUnits> rows;
  for (const Unit& unit : make_plan(level, subject)) {
    if (rows.empty() || rows.back().front().cell.row != unit.cell.row) {
      rows.emplace_back();
    }
    rows.back().push_back(unit);
  }
  return rows;
}

std::vector<CellReport> run_coverage(const std::vector<RowUnits>& rows, const Subject& subject,
                                     std::uint64_t seed, std::size_t jobs,
                                     const std::function<void()>& finished) {
  std::vector<std::vector<CellReport>> by_row(rows.size());
  const auto start = [&]() -> TaskRunner {
    return [&](std::size_t row) {
      json reports = json::array();
      for (const CellReport& report : reports_of_row(rows[row], subject, seed)) {
        reports.push_back(axes_json(report));
      }
      return reports.dump();
    };
  };
  run_tasks(rows.size(), jobs, start, {[&](std::size_t row, const std::string& message) {
              const std::vector<spec::Cell> cells = cells_of(rows[row]);
              const json reports = json::parse(message);
              for (std::size_t i = 0; i < cells.size(); ++i) {
                by_row[row].push_back(report_from(cells[i], reports.at(i)));
              }
              finished();
            }});
  std::vector<CellReport> all;
  for (std::vector<CellReport>& reports : by_row) {
    std::ranges::move(reports, std::back_inserter(all));
  }
  return all;
}

}  // namespace vconform::suites
