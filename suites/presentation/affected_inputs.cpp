#include "suites/presentation/affected_inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "adapters/mutants/mutants.h"
#include "oracle/explain/wrong_element.h"
#include "spec/case/case_text.h"
#include "spec/case/registers.h"
#include "spec/rows/conversions.h"
#include "spec/rules/rules.h"
#include "suites/coverage/element_classes.h"
#include "suites/diagnosis/diagnosis_json.h"
#include "suites/diagnosis/hypotheses.h"
#include "suites/files/progress_line.h"
#include "suites/processes/process_pool.h"
#include "suites/swept/difference_counter.h"

namespace vconform::suites {

namespace {

// An instruction with what explains it, and a wrong element that shows it.
struct ExplainedRow {
  spec::Cell cell;
  std::vector<std::string> mistakes;
  // The bits on which numbers depend.
  std::uint64_t ctrl = 0;
  oracle::WrongElement element;
  const spec::Choices& readings;
};

// The rounding, the readings and the steps of golden that the mistakes change.
struct Mistakes {
  spec::Cell cell;
  std::vector<spec::Choice> readings;
  std::vector<std::size_t> mutants;
};

bool is_about_places(std::size_t mutant) {
  const std::string_view rule = adapters::mutants::mutants()[mutant].rule;
  return spec::rule_of(*spec::rule_with_slug(rule)).about == spec::About::kPlaces;
}

// Golden takes so many that may be of one step.
constexpr std::size_t kMostMutants = 2;

// nullopt if one of them is unknown or changes something else, or there are too many.
std::optional<Mistakes> changes_of(const ExplainedRow& row) {
  Mistakes mistakes{row.cell, {}, {}};
  const std::vector<Hypothesis> hypotheses = hypotheses_about(row.readings, row.cell);
  for (const std::string& name : row.mistakes) {
    const auto found = std::ranges::find(hypotheses, name, &Hypothesis::name);
    if (found == hypotheses.end()) {
      return std::nullopt;
    }
    if (found->mutant && !is_about_places(*found->mutant)) {
      mistakes.mutants.push_back(*found->mutant);
    } else if (found->reading) {
      mistakes.readings.push_back(*found->reading);
    } else if (name.starts_with(kRoundsAs)) {
      mistakes.cell.rounding = *spec::rounding_with_letter(name.at(kRoundsAs.size()));
    } else {
      return std::nullopt;
    }
  }
  return mistakes.mutants.size() <= kMostMutants ? std::optional(mistakes) : std::nullopt;
}

// Golden decides what a permissive reading leaves to it.
spec::Choices without_permissive(const spec::Choices& readings) {
  spec::Choices inferable;
  for (const spec::Choice& reading : readings.all()) {
    if (!spec::reading_of(reading).permissive) {
      inferable.pin(reading);
    }
  }
  return inferable;
}

Implementation with_mistakes(const Mistakes& mistakes, spec::Choices readings) {
  for (const spec::Choice& reading : mistakes.readings) {
    readings.pin(reading);
  }
  return {adapters::mutants::golden_with(mistakes.mutants, readings), mistakes.cell};
}

using MakeCounter = std::function<std::shared_ptr<DifferenceCounter>()>;

Grid count_in_processes(const spec::Cell& cell, const MakeCounter& make) {
  const std::uint64_t chunks = generators::chunk_count(cell.conversion());
  Grid sum = make()->no_sources();
  ProgressLine progress;
  std::size_t done = 0;
  const auto add = [&](std::size_t, const std::string& message) {
    const json counted = json::parse(message);
    JsonFields fields(counted);
    for (const Grid::Cell& place : grid_of(fields).cells()) {
      sum.add(place);
    }
    ++done;
    progress.show([&](double) {
      return fmt::format("{}: {} % of all inputs counted", spec::instruction_name(cell),
                         100 * done / chunks);
    });
  };
  const auto start = [&] {
    return [counter = make()](std::size_t chunk) {
      Grid sources = counter->no_sources();
      counter->count(chunk, sources);
      return to_json(sources).dump();
    };
  };
  run_tasks(chunks, job_count(0), start, {add});
  progress.clear();
  return sum;
}

// nullopt if inputs alone do not show the mistakes, or golden with them does not give what was
// found.
std::optional<Grid> affected_inputs(const ExplainedRow& row, int most_bits) {
  const spec::Conversion& conversion = row.cell.conversion();
  if (conversion.family != spec::Family::kVconv || conversion.from().bits > most_bits ||
      !generators::can_be_swept(conversion) || !row.element.source ||
      row.element.source->pattern > conversion.from().pattern_mask()) {
    return std::nullopt;
  }
  const std::optional<Mistakes> mistakes = changes_of(row);
  if (!mistakes) {
    return std::nullopt;
  }
  const spec::Choices readings = without_permissive(row.readings);
  const Implementation right{adapters::mutants::golden_with({}, readings), row.cell};
  const generators::SweepDomain domain{row.cell, row.ctrl};
  const std::uint64_t source = row.element.source->pattern;
  // Readings may say that there is no such instruction.
  if (!DifferenceCounter(domain, row.readings, right, right).wrong_result(source)) {
    return std::nullopt;
  }
  // A mistake that misled probing may be one under golden's readings.
  for (const spec::Choices& followed : {readings, spec::Choices()}) {
    const auto make = [&] {
      return std::make_shared<DifferenceCounter>(domain, row.readings, right,
                                                 with_mistakes(*mistakes, followed));
    };
    const std::shared_ptr<DifferenceCounter> counter = make();
    if (counter->wrong_result(source) == row.element.got) {
      if (generators::chunk_count(conversion) > 1) {
        return count_in_processes(row.cell, make);
      }
      Grid sources = counter->no_sources();
      counter->count(0, sources);
      return sources;
    }
  }
  return std::nullopt;
}

// The mistakes that together explain an instruction, each by the first of those alike; none if some
// of it is not explained.
std::vector<std::string> mistakes_of(const std::string& instruction,
                                     const CertificateRecord& record) {
  std::vector<std::string> names;
  if (!record.diagnosis || std::ranges::find(record.diagnosis->not_explained, instruction) !=
                               record.diagnosis->not_explained.end()) {
    return names;
  }
  for (const MistakeRecord& mistake : record.diagnosis->mistakes) {
    if (!mistake.alike.empty() &&
        std::ranges::find(mistake.instructions, instruction) != mistake.instructions.end()) {
      names.push_back(mistake.alike.front());
    }
  }
  return names;
}

json affected_data(const ExplainedRow& row, const Grid& sources) {
  std::uint64_t inputs = 0;
  std::uint64_t wrong = 0;
  for (const Grid::Cell& cell : sources.cells()) {
    inputs += cell.seen;
    wrong += cell.wrong;
  }
  return {{"mistakes", row.mistakes},
          {"ctrl", json::array()},
          {"inputs", inputs},
          {"wrong", wrong},
          {"grid", to_json(sources)}};
}

std::uint64_t ctrl_of(const DeviationRecord& deviation) {
  const spec::Case test_case = spec::case_from_text(deviation.case_text);
  constexpr std::uint64_t kOfNumbers = spec::with_ctrl_bit(spec::kCtrlKeepInfNan) |
                                       spec::with_ctrl_bit(spec::kCtrlTruncate) |
                                       spec::with_ctrl_bit(spec::kCtrlTruncateEnable);
  return ctrl_before_steps(test_case).at(deviation.element->step) & kOfNumbers;
}

}  // namespace

json affected_inputs_of(const RowRecord& row, const CertificateRecord& record,
                        const spec::Choices& readings, int most_bits) {
  json affected = json::array();
  const std::optional<spec::Cell> cell = spec::cell_named(row.instruction);
  const std::vector<std::string> mistakes = mistakes_of(row.instruction, record);
  if (!cell || mistakes.empty()) {
    return affected;
  }
  std::set<std::uint64_t> counted;
  for (const std::uint64_t i : row.deviations) {
    const DeviationRecord& deviation = record.deviations[i];
    if (!deviation.element || deviation.case_text.empty() ||
        !counted.insert(ctrl_of(deviation)).second) {
      continue;
    }
    const ExplainedRow explained{*cell, mistakes, ctrl_of(deviation), *deviation.element, readings};
    const std::optional<Grid> sources = affected_inputs(explained, most_bits);
    if (!sources) {
      continue;
    }
    const json data = affected_data(explained, *sources);
    const auto same = std::ranges::find_if(
        affected, [&](const json& known) { return known.at("grid") == data.at("grid"); });
    json& known = same != affected.end() ? *same : affected.emplace_back(data);
    known["ctrl"].push_back(fmt::format("{:#x}", explained.ctrl));
  }
  return affected;
}

}  // namespace vconform::suites
