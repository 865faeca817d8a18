#include "suites/mutants/value_mutants.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

#include "generators/copies/work.h"
#include "generators/programs/operands.h"
#include "spec/case/memory_image.h"
#include "spec/rows/conversions.h"
#include "suites/diagnosis/hypotheses.h"
#include "suites/diagnosis/wrong_worlds.h"

namespace vconform::suites {
namespace {

using spec::MemoryBytes;
using spec::NumberFormat;

bool concerns(const spec::Case& test_case, const spec::Cell& cell) {
  for (const spec::Step& step : test_case.steps) {
    if (spec::cell_of(step) == cell) {
      return true;
    }
  }
  return false;
}

// Elements of whole bytes that lie where elements of their size do.
struct Elements {
  MemoryBytes& bytes;
  const NumberFormat& format;

  std::uint64_t size() const {
    return static_cast<std::uint64_t>(format.bits) / spec::kBitsPerByte;
  }
  std::uint64_t at(std::uint64_t offset) const {
    std::uint64_t pattern = 0;
    for (std::uint64_t i = size(); i-- > 0;) {
      pattern = pattern << spec::kBitsPerByte | bytes[offset + i];
    }
    return pattern;
  }
  void put(std::uint64_t offset, std::uint64_t pattern) const {
    for (std::uint64_t i = 0; i < size(); ++i) {
      bytes[offset + i] = static_cast<std::uint8_t>(pattern >> (spec::kBitsPerByte * i));
    }
  }
  template <typename Visit>
  void each(const Visit& visit) const {
    for (const spec::ByteRange& part : bytes.touched()) {
      const std::uint64_t first = (part.first + size() - 1) / size() * size();
      for (std::uint64_t offset = first; offset + size() <= part.end; offset += size()) {
        visit(offset);
      }
    }
  }
};

// A pattern that is taken for another one.
struct Taken {
  std::string_view what;
  std::string_view as;
  std::uint64_t pattern;
  std::uint64_t other;
};

std::vector<Taken> of_floats(const NumberFormat& format) {
  const std::uint64_t sign = format.sign_mask();
  const std::uint64_t inf = format.infinity_pattern();
  const std::uint64_t max = format.max_finite_pattern();
  const std::uint64_t least = format.fraction_mask() + 1;
  const std::uint64_t quiet = inf | least / 2;
  return {{"a quiet NaN", "0", quiet, 0},
          {"a quiet NaN", "inf", quiet, inf},
          {"a signalling NaN", "inf", inf | 1, inf},
          {"a negative NaN", "-inf", sign | quiet, sign | inf},
          {"inf", "the largest number", inf, max},
          {"inf", "NaN", inf, quiet},
          {"-inf", "the smallest number", sign | inf, sign | max},
          {"-inf", "inf", sign | inf, inf},
          {"-0", "0", sign, 0},
          {"0", "the least normal number", 0, least},
          {"the least subnormal number", "0", 1, 0},
          {"the largest subnormal number", "0", least - 1, 0},
          {"the least normal number", "0", least, 0},
          {"the largest number", "inf", max, inf},
          {"the smallest number", "-inf", sign | max, sign | inf}};
}

std::vector<Taken> of_integers(const NumberFormat& format) {
  const std::uint64_t all = format.pattern_mask();
  const std::uint64_t top = format.is_signed() ? format.sign_mask() : 0;
  const std::uint64_t max = format.is_signed() ? top - 1 : all;
  return {{"the largest number", "the smallest", max, top},
          {"the smallest number", "the largest", top, max},
          {"the pattern of ones", "0", all, 0},
          {"0", "1", 0, 1},
          {"1", "0", 1, 0}};
}

std::vector<Taken> taken_of(const NumberFormat& format) {
  return format.is_floating() ? of_floats(format) : of_integers(format);
}

// The memory that the case's last instruction reads its sources from.
spec::MemoryId source_memory(const spec::Case& test_case) {
  spec::Step step = test_case.steps.back();
  return spec::cell_of(step) ? generators::source_of(step).memory : spec::MemoryId::kUb;
}

// Golden with some sources replaced; bytes that it did not write are the old ones.
spec::Outcome with_sources(const Executor& golden, const spec::Case& test_case,
                           const spec::MemoryImage& before, const NumberFormat& format,
                           const Taken& taken) {
  spec::MemoryImage changed = before;
  const spec::MemoryId read = source_memory(test_case);
  std::vector<std::pair<spec::MemoryId, std::uint64_t>> places;
  for (const spec::CaseMemory& memory : test_case.memories) {
    if (memory.id != read) {
      continue;
    }
    const Elements elements{changed.of(memory.id), format};
    elements.each([&](std::uint64_t offset) {
      if (elements.at(offset) == taken.pattern) {
        elements.put(offset, taken.other);
        places.emplace_back(memory.id, offset);
      }
    });
  }
  spec::Outcome outcome = golden(test_case, changed);
  for (const auto& [id, offset] : places) {
    const Elements elements{outcome.after.of(id), format};
    if (elements.at(offset) == taken.other) {
      elements.put(offset, taken.pattern);
    }
  }
  return outcome;
}

// Golden of which elements that it changed, and that hold the pattern, hold another one.
spec::Outcome with_results(const Executor& golden, const spec::Case& test_case,
                           const spec::MemoryImage& before, const NumberFormat& format,
                           const Taken& taken) {
  spec::Outcome outcome = golden(test_case, before);
  if (outcome.status != spec::OutcomeStatus::kCompleted) {
    return outcome;
  }
  spec::MemoryImage old = before;
  for (const spec::CaseMemory& memory : test_case.memories) {
    const Elements elements{outcome.after.of(memory.id), format};
    const Elements were{old.of(memory.id), format};
    elements.each([&](std::uint64_t offset) {
      if (elements.at(offset) == taken.pattern && were.at(offset) != taken.pattern) {
        elements.put(offset, taken.other);
      }
    });
  }
  return outcome;
}

using Run = spec::Outcome (*)(const Executor&, const spec::Case&, const spec::MemoryImage&,
                              const NumberFormat&, const Taken&);

WrongBackend backend_of(std::string_view kind, const spec::Cell& cell, const NumberFormat& format,
                        const Taken& taken, Run run) {
  const std::string instruction = spec::instruction_name(cell);
  WrongBackend backend;
  backend.name = fmt::format("{}/{}/{} as {}", kind, instruction, taken.what, taken.as);
  backend.wrong = fmt::format("{}: {} as {}", instruction, taken.what, taken.as);
  backend.cells = {cell};
  backend.changes_values = true;
  backend.around = [cell, &format, taken, run](const Executor& golden) -> Executor {
    return [=, &format](const spec::Case& test_case, const spec::MemoryImage& before) {
      return concerns(test_case, cell) ? run(golden, test_case, before, format, taken)
                                       : golden(test_case, before);
    };
  };
  return backend;
}

// Whether the row is a copy that does more to its elements than to move them.
bool is_computing_copy(const spec::Conversion& row) {
  return (row.family == spec::Family::kCopyMatrix || row.family == spec::Family::kDataCopy) &&
         generators::work_of(row) != generators::CopyWork::kMoves;
}

// Whether every integer source is nearer to 0 than the limits of the result.
bool reaches_no_limit(const spec::Conversion& row) {
  const NumberFormat& from = row.from();
  const NumberFormat& to = row.to();
  return row.family == spec::Family::kVconv && !from.is_floating() &&
         (to.is_floating() ? to.max_exponent() >= from.bits
                           : to.bits > from.bits && to.is_signed());
}

// A row whose only work is a ReLU before its cast or move, with signed results.
bool is_relu(const spec::Conversion& row) {
  return row.family == spec::Family::kDataCopy && row.to().is_signed() &&
         spec::pair_name(row).starts_with("relu_");
}

// Why a source may be taken for the other one; empty if it may not, or for another reason.
std::string why_alike(const spec::Conversion& row, const Taken& taken) {
  if (taken.what == "-0" && !row.to().is_floating()) {
    return "-0 is 0 at every step, and an integer has no sign of its zero";
  }
  if (!is_computing_copy(row)) {
    return "";
  }
  if (taken.what == "-0") {
    return "-0 is 0 at every step of a copy that computes, and the sign of its zero is open";
  }
  const bool shifts = generators::work_of(row) == generators::CopyWork::kShifts;
  if (shifts && (taken.what == "1" || taken.as == "1")) {
    return "the least shift is by one bit, after which 1 is 0 in golden's copy.shift-rounding";
  }
  if (taken.what == "the least subnormal number" && !row.to().is_floating()) {
    return "times the largest M it is less than 2^-20, which rounds to 0";
  }
  return "";
}

// Whether golden gives no infinity: it follows copy.half-overflow=saturates.
bool gives_no_infinity(const spec::Conversion& row) {
  return row.family == spec::Family::kDataCopy && is_computing_copy(row);
}

// The limits of a result, and what stands there instead.
std::vector<Taken> limits_of(const NumberFormat& format) {
  if (format.is_floating()) {
    const std::uint64_t sign = format.sign_mask();
    const std::uint64_t inf = format.infinity_pattern();
    const std::uint64_t max = format.max_finite_pattern();
    return {{"the largest number", "its neighbour", max, max - 1},
            {"the smallest number", "its neighbour", sign | max, sign | (max - 1)},
            {"the largest number", "inf", max, inf},
            {"inf", "the largest number", inf, max},
            {"-inf", "the smallest number", sign | inf, sign | max},
            {"inf", "-inf", inf, sign | inf},
            {"-0", "0", sign, 0}};
  }
  const std::uint64_t all = format.pattern_mask();
  const std::uint64_t low = format.is_signed() ? format.sign_mask() : 0;
  const std::uint64_t high = format.is_signed() ? low - 1 : all;
  return {{"the largest number", "its neighbour", high, high - 1},
          {"the largest number", "the one beyond", high, (high + 1) & all},
          {"the smallest number", "its neighbour", low, low + 1},
          {"the smallest number", "the one beyond", low, (low - 1) & all}};
}

}  // namespace

std::vector<WrongBackend> rounding_mutants() {
  std::vector<WrongBackend> mutants;
  for (const spec::Cell& cell : spec::all_cells()) {
    const spec::Conversion& row = cell.conversion();
    if (row.family != spec::Family::kVconv || cell.rounding == spec::Rounding::kNull) {
      continue;
    }
    for (const spec::RoundingMode& mode : spec::kRoundingModes) {
      if (mode.rounding == cell.rounding || mode.rounding == spec::Rounding::kNull ||
          !(spec::offers(row, mode.rounding) || spec::offers_optionally(row, mode.rounding))) {
        continue;
      }
      const std::string instruction = spec::instruction_name(cell);
      WrongBackend backend;
      backend.name = fmt::format("rounding/{}/{}", instruction, mode.letter);
      backend.wrong = fmt::format("{} rounds as {}", instruction, mode.letter);
      backend.cells = {cell};
      backend.changes_values = true;
      backend.said_by = {fmt::format("{}{}", kRoundsAs, mode.letter)};
      backend.around = [cell, rounding = mode.rounding](const Executor& golden) {
        return with_program(golden, [cell, rounding](const std::vector<spec::Step>& steps) {
          return std::optional(rounded_as(steps, cell, rounding));
        });
      };
      mutants.push_back(std::move(backend));
    }
  }
  return mutants;
}

std::vector<WrongBackend> source_mutants() {
  std::vector<WrongBackend> mutants;
  for (const spec::Cell& cell : spec::first_cells()) {
    const NumberFormat& format = cell.conversion().from();
    if (format.bits % static_cast<int>(spec::kBitsPerByte) != 0) {
      continue;
    }
    for (const Taken& taken : taken_of(format)) {
      WrongBackend& backend =
          mutants.emplace_back(backend_of("source", cell, format, taken, with_sources));
      backend.source = taken.pattern;
      backend.equivalent = why_alike(cell.conversion(), taken);
    }
  }
  return mutants;
}

std::vector<WrongBackend> limit_mutants() {
  std::vector<WrongBackend> mutants;
  for (const spec::Cell& cell : spec::first_cells()) {
    const NumberFormat& format = cell.conversion().to();
    if (format.bits % static_cast<int>(spec::kBitsPerByte) != 0) {
      continue;
    }
    for (const Taken& taken : limits_of(format)) {
      WrongBackend& backend =
          mutants.emplace_back(backend_of("limit", cell, format, taken, with_results));
      if (taken.what == "-0" ? !cell.conversion().from().is_floating()
                             : reaches_no_limit(cell.conversion())) {
        backend.equivalent = "no integer is converted to it, or the sign of its zero is open";
      } else if (is_relu(cell.conversion()) && taken.pattern >> (format.bits - 1) != 0) {
        backend.equivalent = "a ReLU leaves no negative number";
      } else if (spec::pair_name(cell.conversion()) == "f322f32" && taken.what == "-0") {
        backend.equivalent = "-0 becomes 0, and any other zero from a negative number is open";
      } else if (is_computing_copy(cell.conversion()) && taken.what == "-0") {
        backend.equivalent = "the sign of the zero of a copy that computes is open";
      } else if (gives_no_infinity(cell.conversion()) && taken.what.ends_with("inf")) {
        backend.equivalent =
            "golden saturates, as copy.half-overflow permits: it gives no infinity";
      }
    }
  }
  return mutants;
}

}  // namespace vconform::suites
