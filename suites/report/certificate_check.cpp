#include "suites/report/certificate_check.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include "adapters/abi/checked_table.h"
#include "spec/case/case_text.h"
#include "suites/files/one_line.h"
#include "suites/plan/forgiven.h"
#include "suites/report/certificate.h"
#include "suites/report/expect.h"
#include "suites/report/operation_exclusions.h"

namespace vconform::suites {

namespace {

template <typename Record, typename Predicate>
std::uint64_t count(const std::vector<Record>& records, Predicate predicate) {
  return static_cast<std::uint64_t>(std::count_if(records.begin(), records.end(), predicate));
}

template <typename Record>
std::uint64_t sum(const std::vector<Record>& records, std::uint64_t Record::* field) {
  std::uint64_t total = 0;
  for (const Record& record : records) {
    expect(record.*field <= std::numeric_limits<std::uint64_t>::max() - total,
           "its counts are more than can be counted");
    total += record.*field;
  }
  return total;
}

void expect_count(std::string_view name, std::uint64_t said, std::uint64_t counted) {
  expect(said == counted, "counts.{} is {}, but its lists give {}", name, said, counted);
}

template <typename Record>
void expect_no_duplicates(const std::vector<Record>& records, std::string Record::* name) {
  std::set<std::string_view> known;
  for (const Record& record : records) {
    expect(known.insert(record.*name).second, "{} is listed twice", in_quotes(record.*name));
  }
}

bool contains(const std::vector<std::string>& texts, const std::string& text) {
  return std::find(texts.begin(), texts.end(), text) != texts.end();
}

void check_counts(const CertificateRecord& record) {
  const CertificateCounts& counts = record.counts;
  expect_count("rows", counts.rows, record.rows.size());
  expect_count("rows_claimed", counts.rows_claimed,
               count(record.rows, [](const RowRecord& row) { return row.claimed; }));
  expect_count("rows_conforming", counts.rows_conforming,
               count(record.rows, [](const RowRecord& row) { return row.conforms; }));
  expect_count("rows_waived", counts.rows_waived,
               count(record.rows, [](const RowRecord& row) { return row.waived; }));
  expect_count("rows_required", counts.rows_required, count(record.rows, [](const RowRecord& row) {
                 return row.required && !row.claimed;
               }));
  expect(record.supplied || record.budget.has_value() == counts.rows_not_judged.has_value(),
         "it has a budget, or counts rows that are not judged, and not both");
  expect_count("rows_not_judged", counts.rows_not_judged.value_or(0),
               count(record.rows, [&](const RowRecord& row) {
                 return row.not_judged &&
                        (row.deviations.empty() || only_not_returned(row, record.deviations));
               }));
  expect_count("cases", counts.cases, sum(record.rows, &RowRecord::cases));
  expect_count("elements", counts.elements, sum(record.rows, &RowRecord::elements));
  expect_count("cases", counts.cases, sum(record.properties, &PropertyRecord::cases));
  expect_count("elements", counts.elements, sum(record.properties, &PropertyRecord::elements));
  expect_count("deviations", counts.deviations, record.deviations.size());
  expect_count("deviations_waived", counts.deviations_waived,
               count(record.deviations, [](const DeviationRecord& deviation) {
                 return deviation.waived_by.has_value();
               }));
}

// Whether --require demands the row. Before version 5 of the rules it demanded every row of a
// family, whatever the product.
bool is_required(const CertificateRecord& record, const RowRecord& row) {
  constexpr std::uint64_t kWithProducts = 5;
  const std::optional<spec::Cell> cell = spec::cell_named(row.instruction);
  return contains(record.required, row.family) &&
         (record.spec_version < kWithProducts || !cell ||
          spec::has_row(record.profile, cell->conversion()));
}

void check_row(const CertificateRecord& record, const RowRecord& row) {
  const auto waived = [&](std::uint64_t i) { return record.deviations[i].waived_by.has_value(); };
  const std::string name = in_quotes(row.instruction);
  expect(contains(record.families, row.family), "the row of {} is of a family that was not run",
         name);
  expect(row.required == is_required(record, row),
         "the row of {} does not say whether it is required", name);
  expect(row.claimed || (row.cases == 0 && row.elements == 0 && row.deviations.empty()),
         "{} is not claimed, and was judged all the same", name);
  const HostElements& host = row.host_elements;
  expect(host.certain <= row.elements && host.uncertain <= row.elements - host.certain,
         "more elements of {} are by host code than there are", name);
  const std::uint64_t programs = row.programs_elsewhere.value_or(0);
  expect(row.elements_elsewhere <= row.elements && (row.elements_elsewhere == 0 || programs > 0),
         "the elements of {} do not follow from the programs of other rows", name);
  const std::uint64_t own = row.elements - row.elements_elsewhere;
  expect(row.systematic_elements <= own && (own == 0 || row.cases > 0),
         "the elements of {} do not follow from its cases", name);
  const bool was_judged = row.claimed && !row.not_judged && row.elements > 0;
  expect(row.conforms == (was_judged && row.deviations.empty() && row.further_failing_cases == 0),
         "whether {} conforms does not follow from its deviations", name);
  const bool may_be_waived = was_judged && !row.deviations.empty() &&
                             row.further_failing_cases == 0 &&
                             std::all_of(row.deviations.begin(), row.deviations.end(), waived);
  // A row is not if units of it left cases out, which the plan tells.
  const bool has_left_out =
      record.plan && std::ranges::any_of(record.plan->units, [](const UnitRecord& unit) {
        return left_cases_out(unit.ended);
      });
  expect(row.waived ? may_be_waived : !may_be_waived || has_left_out,
         "whether {} is waived does not follow from its deviations", name);
}

constexpr std::string_view kFailures = "failures/";

// The parts that show a deviation are about it: a wrong result is none of those that were expected,
// and the case is one that can be run.
void check_shown(const DeviationRecord& deviation) {
  if (deviation.element) {
    const std::vector<std::uint64_t>& expected = deviation.element->expected;
    expect(std::ranges::find(expected, deviation.element->got) == expected.end(),
           "a deviation of {} shows a result that is permitted", in_quotes(deviation.instruction));
  }
  expect(deviation.details.size() <= kMostShownText && deviation.case_text.size() <= kMostShownText,
         "a deviation of {} shows more than a certificate holds", in_quotes(deviation.instruction));
  expect(
      deviation.file.empty() || (deviation.file.starts_with(kFailures) &&
                                 deviation.file.find('/', kFailures.size()) == std::string::npos),
      "{} is no file of a failure", in_quotes(deviation.file));
  if (!deviation.case_text.empty()) {
    expect(!deviation.file.empty(), "a deviation of {} shows a case, and has no file of it",
           in_quotes(deviation.instruction));
    const spec::Case test_case = spec::case_from_text(deviation.case_text);
    expect(!deviation.element || deviation.element->step < test_case.steps.size(),
           "a deviation of {} shows a step that its case has not",
           in_quotes(deviation.instruction));
  }
}

// Each deviation belongs to one row, and the deviations of a row are of its instruction.
void check_deviations(const CertificateRecord& record) {
  std::set<std::uint64_t> known;
  for (const RowRecord& row : record.rows) {
    for (const std::uint64_t i : row.deviations) {
      expect(i < record.deviations.size() && record.deviations[i].instruction == row.instruction &&
                 known.insert(i).second,
             "deviation {} of {} is not one of its own", i, in_quotes(row.instruction));
    }
  }
  expect(known.size() == record.deviations.size(), "a deviation belongs to no row");
  std::ranges::for_each(record.deviations, check_shown);
}

// The classes are of the instructions that are not explained, in their order.
void check_unexplained(const DiagnosisRecord& diagnosis) {
  if (!diagnosis.unexplained) {
    return;
  }
  std::vector<std::string> names;
  for (const UnexplainedRecord& one : *diagnosis.unexplained) {
    names.push_back(one.instruction);
    expect_no_duplicates(one.inputs, &UnexplainedRecord::Input::input);
    for (const UnexplainedRecord::Input& input : one.inputs) {
      expect(std::ranges::find(kInputClassNames, input.input) != kInputClassNames.end() &&
                 input.elements > 0,
             "{} is no class of inputs, or has none", in_quotes(input.input));
    }
    expect(!one.depends_on || one.depends_on == kEarlierPrograms ||
               one.depends_on == kPositionOrLength,
           "{} is nothing that failures depend on", in_quotes(one.depends_on.value_or("")));
    expect_no_duplicates(one.first_steps, &UnexplainedRecord::FirstStep::step);
    expect(one.first_steps.empty() || !one.depends_on,
           "failures of {} depend on more than their inputs, and yet a step is wrong",
           one.instruction);
  }
  expect(names == diagnosis.not_explained,
         "the inputs of failures are not those of the instructions that are not explained");
}

// A mistake belongs to instructions that deviate.
void check_diagnosis(const CertificateRecord& record) {
  if (!record.diagnosis) {
    return;
  }
  const auto check = [&](const std::vector<std::string>& instructions) {
    for (const std::string& instruction : instructions) {
      const auto row = std::ranges::find(record.rows, instruction, &RowRecord::instruction);
      expect(row != record.rows.end() && !row->deviations.empty(),
             "the diagnosis is about {}, which does not deviate", in_quotes(instruction));
    }
  };
  for (const MistakeRecord& mistake : record.diagnosis->mistakes) {
    expect(!mistake.alike.empty() && !mistake.instructions.empty(),
           "a mistake of the diagnosis has no name, or no instruction");
    check(mistake.instructions);
  }
  check(record.diagnosis->not_explained);
  for (const WhereRecord& where : record.diagnosis->where) {
    check({where.instruction});
  }
  expect_no_duplicates(record.diagnosis->where, &WhereRecord::instruction);
  check_unexplained(*record.diagnosis);
}

// The bins are those of the claimed instructions, in their order.
void check_coverage(const CertificateRecord& record) {
  if (!record.coverage) {
    return;
  }
  std::vector<spec::Cell> claimed;
  for (const RowRecord& row : record.rows) {
    const std::optional<spec::Cell> cell = spec::cell_named(row.instruction);
    if (row.claimed && cell) {
      claimed.push_back(*cell);
    }
  }
  expect(
      record.coverage->model == kCoverageModel,
      "its coverage is of model {}, and this vconform knows model {}: verify it with the one that "
      "wrote it",
      record.coverage->model, kCoverageModel);
  const std::vector<CoveredPart> parts = reachable_parts(claimed);
  const std::vector<CoverageRecord::Part>& said = record.coverage->parts;
  expect(parts.size() == said.size(), "the coverage has {} parts, and that of its claims has {}",
         said.size(), parts.size());
  for (std::size_t i = 0; i < said.size(); ++i) {
    expect(said[i].reached <= said[i].reachable,
           "the coverage reaches more {} of {} than can be reached", in_quotes(said[i].bins),
           in_quotes(said[i].family));
    expect(said[i].family == spec::name_of(parts[i].family).name &&
               said[i].bins == name_of(parts[i].group) && said[i].is_pair == parts[i].is_pair &&
               said[i].reachable == parts[i].reachable,
           "part {} of the coverage, {} of {}, is not that of the claims", i,
           in_quotes(said[i].bins), in_quotes(said[i].family));
  }
}

void check_waivers(const CertificateRecord& record) {
  std::map<std::uint64_t, std::uint64_t> used;
  for (const DeviationRecord& deviation : record.deviations) {
    if (deviation.waived_by) {
      expect(*deviation.waived_by < record.waivers.size(), "a deviation names waiver {} of {}",
             *deviation.waived_by, record.waivers.size());
      ++used[*deviation.waived_by];
    }
  }
  for (std::size_t i = 0; i < record.waivers.size(); ++i) {
    expect(record.waivers[i].deviations == used[i],
           "waiver {} says that it waives {} deviations, but {} name it", i,
           record.waivers[i].deviations, used[i]);
  }
}

void check_rules(const CertificateRecord& record) {
  std::set<std::string_view> broken;
  for (const DeviationRecord& deviation : record.deviations) {
    broken.insert(deviation.rule);
  }
  broken.erase("");
  for (const RuleRecord& rule : record.rules) {
    expect(rule.broken == (broken.erase(rule.rule) > 0),
           "whether {} is broken does not follow from the deviations", in_quotes(rule.rule));
  }
  expect(broken.empty(), "a deviation names a rule that is not listed");
}

void check_weakenings(const CertificateRecord& record) {
  std::set<std::string> pinned;
  for (const ChoiceRecord& choice : record.choices) {
    pinned.insert(choice.rule + "=" + choice.reading.value_or(""));
  }
  for (const std::string& exclusion : exclusions_of(record.operations)) {
    expect(contains(record.weakenings, exclusion),
           "its table declares {}, which is not among the weakenings", in_quotes(exclusion));
    pinned.insert(exclusion);
  }
  expect(std::set(record.weakenings.begin(), record.weakenings.end()).size() ==
             record.weakenings.size(),
         "a weakening is listed twice");
  for (const std::string& weakening : record.weakenings) {
    expect(pinned.contains(weakening), "the weakening {} is no reading that was pinned",
           in_quotes(weakening));
  }
}

void check_supplied(const CertificateRecord& record) {
  if (!record.supplied) {
    return;
  }
  const Supplied& supplied = *record.supplied;
  expect(supplied.returned <= supplied.programs, "more results came back than it has programs");
  expect(supplied.returned == supplied.programs || !record.deviations.empty(),
         "{} of {} results did not come back, and it has no deviation",
         supplied.programs - supplied.returned, supplied.programs);
}

// More incidents than are forgiven are deviations, so that a certificate cannot conform with them.
void check_incidents(const CertificateRecord& record) {
  if (!record.run) {
    return;
  }
  const RunPart& run = record.run->part;
  const adapters::Incidents incidents{.restarts = run.restarts,
                                      .unconfirmed_timeouts = run.unconfirmed_timeouts,
                                      .outside_kills = run.outside_kills};
  expect(!record.deviations.empty() || !too_many_to_forgive(incidents),
         "it has no deviation, but {} time-outs that were not confirmed and {} kills from outside, "
         "of which {} are forgiven",
         run.unconfirmed_timeouts, run.outside_kills, adapters::kMostForgiven);
}

void check_verdict(const CertificateRecord& record) {
  const Standing standing = standing_of(record);
  expect(record.verdict == verdict(standing), "its verdict {} does not follow from its counts",
         in_quotes(record.verdict));
  expect(record.headline == headline(standing), "its headline {} does not follow from its counts",
         in_quotes(record.headline));
}

}  // namespace

Standing standing_of(const CertificateRecord& record) {
  const CertificateCounts& counts = record.counts;
  return {.elements = counts.elements,
          .rows = counts.rows,
          .claimed = counts.rows_claimed,
          .conforming = counts.rows_conforming,
          .waived = counts.rows_waived,
          .not_judged = counts.rows_not_judged.value_or(0),
          .missing = counts.rows_required,
          .narrowed = narrowed_count(record.operations),
          .level = record.level,
          .supplied = record.supplied,
          .budget = record.budget};
}

void check_certificate(const CertificateRecord& record) {
  expect(record.families.size() <= spec::kFamilies.size() &&
             record.required.size() <= record.families.size(),
         "it is of more families than there are");
  for (const std::string& family : record.required) {
    expect(contains(record.families, family), "{} is required, and was not run", family);
  }
  expect(std::set(record.families.begin(), record.families.end()).size() == record.families.size(),
         "a family is listed twice");
  for (const std::string& text : {record.backend_name, record.backend_version}) {
    expect(adapters::fits_a_name(text),
           "the name or the version of its backend has more than {} characters, or others than "
           "printable ASCII",
           adapters::kMostNameCharacters);
  }
  expect(!record.run || (record.run->part.mode == kSuppliedMode) == record.supplied.has_value(),
         "its results were supplied as files, or its run says so, and not both");
  expect_no_duplicates(record.rows, &RowRecord::instruction);
  expect_no_duplicates(record.properties, &PropertyRecord::property);
  expect_no_duplicates(record.rules, &RuleRecord::rule);
  check_deviations(record);
  check_diagnosis(record);
  check_coverage(record);
  check_waivers(record);
  for (const RowRecord& row : record.rows) {
    check_row(record, row);
  }
  check_counts(record);
  check_rules(record);
  check_weakenings(record);
  check_incidents(record);
  check_supplied(record);
  check_verdict(record);
}

}  // namespace vconform::suites
