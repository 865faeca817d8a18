#include "suites/mutants/special_mutants.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "oracle/explain/element_text.h"
#include "oracle/reading/derivation.h"
#include "spec/profiles/choices.h"
#include "spec/rows/conversions.h"
#include "suites/judging/level.h"
#include "suites/mutants/elements.h"

namespace vconform::suites {

namespace {

using spec::NumberFormat;

struct Special {
  std::string_view name;
  std::uint64_t pattern;
};

std::vector<Special> special_sources(const NumberFormat& format) {
  const std::uint64_t sign = format.sign_mask();
  if (!format.is_floating()) {
    const std::uint64_t all = format.pattern_mask();
    return {{"the largest number", format.is_signed() ? sign - 1 : all},
            {"the smallest number", sign},
            {"-1", all}};
  }
  const std::uint64_t inf = format.infinity_pattern();
  const std::uint64_t least = format.fraction_mask() + 1;
  return {{"a quiet NaN", inf | least / 2},
          {"a signalling NaN", inf | 1},
          {"a negative NaN", sign | inf | least / 2},
          {"inf", inf},
          {"-inf", sign | inf},
          {"-0", sign},
          {"the least subnormal number", 1},
          {"the largest subnormal number", least - 1},
          {"the greatest negative subnormal number", sign | 1},
          {"the least normal number", least},
          {"the largest number", inf - 1},
          {"the smallest number", sign | (inf - 1)}};
}

std::vector<Special> wrong_results(const NumberFormat& format) {
  const std::uint64_t sign = format.sign_mask();
  if (!format.is_floating()) {
    const std::uint64_t all = format.pattern_mask();
    return {{"0", 0},
            {"1", 1},
            {"a pattern of ones", all},
            {"the largest number", format.is_signed() ? sign - 1 : all},
            {"the smallest number", format.is_signed() ? sign : 0}};
  }
  const std::uint64_t inf = format.infinity_pattern();
  return {{"0", 0},
          {"-0", sign},
          {"inf", inf},
          {"-inf", sign | inf},
          {"the largest number", inf - 1},
          {"the smallest number", sign | (inf - 1)},
          {"a NaN", inf | (format.fraction_mask() + 1) / 2}};
}

// 5, which every format has, and no special source becomes.
std::uint64_t five_in(const NumberFormat& format) {
  constexpr std::uint64_t kFive = 5;
  return format.is_floating()
             ? (static_cast<std::uint64_t>(format.bias()) + 2) << format.fraction_bits |
                   std::uint64_t{1} << (format.fraction_bits - 2)
             : kFive;
}

// Whether the rules permit the result, in the mode of the cell, under every CTRL.
bool is_permitted(const spec::Cell& cell, std::uint64_t source, std::uint64_t result) {
  spec::Vconv vconv;
  vconv.cell = cell;
  const spec::Choices choices = spec::choices_of_golden();
  return std::ranges::all_of(kSystematicCtrl, [&](std::uint64_t ctrl) {
    oracle::Derivation derivation(choices, oracle::Derivation::For::kResult);
    const oracle::Expectation expected =
        oracle::arithmetic_of(vconv, ctrl, choices).run(derivation, {source, 0, 0});
    return oracle::permits(expected, cell.conversion().to(), result);
  });
}

struct Fault {
  spec::Cell cell;
  std::uint64_t source;
  std::uint64_t result;
};

// The results of the source are the elements that differ when it is another number. Where the
// source itself stands, it does too.
void spoil(const Fault& fault, const NumberFormat& to, const std::set<std::uint64_t>& untouched,
           spec::MemoryBytes& after, spec::MemoryBytes& other) {
  const Elements results{after, to};
  const Elements others{other, to};
  results.each([&](std::uint64_t offset) {
    const auto next = untouched.lower_bound(offset);
    const bool is_source = next != untouched.end() && *next < offset + results.size();
    if (!is_source && results.at(offset) != others.at(offset)) {
      results.put(offset, fault.result);
    }
  });
}

spec::Outcome with_fault(const Executor& golden, const spec::Case& test_case,
                         const spec::MemoryImage& before, const Fault& fault) {
  const NumberFormat& from = fault.cell.conversion().from();
  const std::uint64_t five = five_in(from);
  spec::Outcome outcome = golden(test_case, before);
  spec::MemoryImage changed = before;
  spec::MemoryBytes& ub = changed.of(spec::MemoryId::kUb);
  const Elements sources{ub, from};
  std::vector<std::uint64_t> places;
  sources.each([&](std::uint64_t offset) {
    if (sources.at(offset) == fault.source) {
      places.push_back(offset);
    }
  });
  if (places.empty() || outcome.status != spec::OutcomeStatus::kCompleted) {
    return outcome;
  }
  for (const std::uint64_t offset : places) {
    sources.put(offset, five);
  }
  spec::Outcome other = golden(test_case, changed);
  spec::MemoryBytes& after = outcome.after.of(spec::MemoryId::kUb);
  spec::MemoryBytes& other_after = other.after.of(spec::MemoryId::kUb);
  const Elements kept{after, from};
  const Elements replaced{other_after, from};
  std::set<std::uint64_t> untouched;
  for (const std::uint64_t offset : places) {
    for (std::uint64_t i = 0; i < kept.size(); ++i) {
      if (kept.at(offset) == fault.source && replaced.at(offset) == five) {
        untouched.insert(offset + i);
      }
    }
  }
  spoil(fault, fault.cell.conversion().to(), untouched, after, other_after);
  return outcome;
}

bool has_whole_bytes(const NumberFormat& format) {
  return format.bits % static_cast<int>(spec::kBitsPerByte) == 0;
}

WrongBackend backend_of(const Fault& fault, std::string_view source, std::string_view result) {
  const std::string instruction = spec::instruction_name(fault.cell);
  WrongBackend backend;
  backend.name = fmt::format("special/{}/{} gives {}", instruction, source, result);
  backend.wrong = fmt::format("{}: {} gives {}", instruction, source, result);
  backend.cells = {fault.cell};
  backend.changes_values = true;
  backend.source = fault.source;
  backend.around = [fault](const Executor& golden) -> Executor {
    return [golden, fault](const spec::Case& test_case, const spec::MemoryImage& before) {
      return concerns(test_case, fault.cell) ? with_fault(golden, test_case, before, fault)
                                             : golden(test_case, before);
    };
  };
  return backend;
}

}  // namespace

std::vector<WrongBackend> special_mutants() {
  std::vector<WrongBackend> mutants;
  for (const spec::Cell& cell : spec::first_cells()) {
    const spec::Conversion& row = cell.conversion();
    if (row.family != spec::Family::kVconv || !has_whole_bytes(row.from()) ||
        !has_whole_bytes(row.to())) {
      continue;
    }
    for (const Special& source : special_sources(row.from())) {
      for (const Special& result : wrong_results(row.to())) {
        if (!is_permitted(cell, source.pattern, result.pattern)) {
          mutants.push_back(
              backend_of({cell, source.pattern, result.pattern}, source.name, result.name));
        }
      }
    }
  }
  return mutants;
}

}  // namespace vconform::suites
