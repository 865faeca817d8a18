#include "suites/swept/difference_counter.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "adapters/abi/steps.h"
#include "generators/sweep/memory.h"
#include "suites/judging/run_case.h"
#include "suites/swept/element_judge.h"
#include "suites/swept/result_places.h"

namespace vconform::suites {

namespace {

// More than one exponent of an f32 shares a place.
constexpr std::size_t kPlaces = 65;

std::size_t sign_of(const spec::NumberFormat& from, std::uint64_t source) {
  return (source & from.sign_mask()) != 0 ? 1 : 0;
}

std::size_t kind_of(const spec::NumberFormat& to, std::uint64_t got, std::uint64_t wanted) {
  const auto is_zero = [&](std::uint64_t pattern) {
    return (pattern & ~(to.is_floating() ? to.sign_mask() : 0)) == 0;
  };
  return is_nan(to, got) && is_nan(to, wanted) ? 2 : is_zero(got) && is_zero(wanted) ? 1 : 0;
}

}  // namespace

DifferenceCounter::DifferenceCounter(const generators::SweepDomain& domain,
                                     const spec::Choices& pinned, const Implementation& right,
                                     const Implementation& wrong)
    : domain_(domain),
      pinned_(pinned),
      right_(right),
      wrong_(wrong),
      right_memory_(generators::swept_sizes(domain.cell.conversion())),
      wrong_memory_(generators::swept_sizes(domain.cell.conversion())),
      places_(domain.cell.conversion().from(), kPlaces) {}

Grid DifferenceCounter::no_sources() const {
  return {{"sign", {"+", "-"}}, places_.axis("the source")};
}

void DifferenceCounter::count(std::uint64_t chunk, Grid& sources) {
  answers_.assign(sources.lines().places.size() * sources.columns().places.size() * kKinds, {});
  for (const generators::SweepProgram& program : generators::sweep_programs(domain_, {}, chunk)) {
    if (!run(right_, program, right_memory_)) {
      throw std::logic_error("golden refuses a program of the sweep");
    }
    const bool completed = run(wrong_, program, wrong_memory_);
    count(program, completed, sources);
  }
}

std::optional<std::uint64_t> DifferenceCounter::wrong_result(std::uint64_t source) {
  const std::uint64_t chunk = source / generators::chunk_size(domain_.cell.conversion());
  for (const generators::SweepProgram& program : generators::sweep_programs(domain_, {}, chunk)) {
    if (source < program.first || source - program.first >= program.lanes() ||
        !program.is_active(source - program.first)) {
      continue;
    }
    if (!run(wrong_, program, wrong_memory_)) {
      return std::nullopt;
    }
    return ResultPlaces(right_.behaviour, program)
        .load(wrong_memory_.swept().memories(), source - program.first);
  }
  throw std::logic_error("the programs of a sweep do not meet a source");
}

bool DifferenceCounter::run(const Implementation& implementation,
                            const generators::SweepProgram& program, OwnMemory& memory) {
  memory.swept().place(program);
  generators::SweepProgram own = program;
  own.domain.cell = implementation.cell;
  adapters::translate(generators::steps_of(own), steps_);
  std::string message;
  return adapters::golden::execute(implementation.behaviour, steps_.data(), steps_.size(),
                                   memory.for_execute(), message) == VCONFORM_OK;
}

void DifferenceCounter::count(const generators::SweepProgram& program, bool completed,
                              Grid& sources) {
  const SweptMemory& right = right_memory_.swept();
  const SweptMemory& wrong = wrong_memory_.swept();
  const bool differs = !completed || !hold_the_same(right, wrong, right.ranges());
  const spec::NumberFormat& from = domain_.cell.conversion().from();
  if (!differs && has_one_place(program)) {
    std::uint64_t seen = 0;
    for (std::uint64_t lane = 0; lane < program.lanes(); ++lane) {
      seen += program.is_active(lane) ? 1 : 0;
    }
    sources.add({sign_of(from, program.first), places_.of(program.first), seen, 0});
    return;
  }
  const ResultPlaces results(right_.behaviour, program);
  for (std::uint64_t lane = 0; lane < program.lanes(); ++lane) {
    const std::uint64_t source = program.first + lane;
    // Numbers beyond the patterns stand for the same sources once more.
    if (!program.is_active(lane) || source > from.pattern_mask()) {
      continue;
    }
    const std::uint64_t got = differs ? results.load(wrong.memories(), lane) : 0;
    const std::uint64_t wanted = differs ? results.load(right.memories(), lane) : 0;
    const bool is_wrong = !completed || (got != wanted && !permits(source, got, wanted));
    sources.add({sign_of(from, source), places_.of(source), 1, is_wrong ? 1U : 0U});
  }
}

// Places go up or down with the pattern, as long as the sign stays.
bool DifferenceCounter::has_one_place(const generators::SweepProgram& program) const {
  const spec::NumberFormat& from = domain_.cell.conversion().from();
  const std::uint64_t last = program.first + program.lanes() - 1;
  return last <= from.pattern_mask() && sign_of(from, program.first) == sign_of(from, last) &&
         places_.of(program.first) == places_.of(last);
}

bool DifferenceCounter::permits(std::uint64_t source, std::uint64_t got, std::uint64_t wanted) {
  const spec::Conversion& row = domain_.cell.conversion();
  const std::size_t place = 2 * places_.of(source) + sign_of(row.from(), source);
  Answers& alike = answers_.at(place * kKinds + kind_of(row.to(), got, wanted));
  const bool are_alike = alike.permitted == 0 || alike.permitted == alike.asked;
  if (alike.asked >= kAsked && are_alike) {
    return alike.permitted > 0;
  }
  const bool permitted = ElementJudge(domain_, source, pinned_).permits(got);
  ++alike.asked;
  alike.permitted += permitted ? 1 : 0;
  return permitted;
}

}  // namespace vconform::suites
