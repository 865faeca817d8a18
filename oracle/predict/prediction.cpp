#include "oracle/predict/prediction.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "oracle/cast_deq/cast_deq.h"
#include "oracle/predict/copy_prediction.h"
#include "oracle/predict/leaves_memory.h"
#include "oracle/vector/overlap.h"
#include "oracle/vector/walk_rules.h"
#include "spec/case/lowering.h"
#include "spec/number/units.h"

namespace vconform::oracle {

namespace {

using spec::choice;
using spec::cite;
using spec::MemoryId;

constexpr spec::Choice kByRepeat = choice("walk.order", "repeat");

// Whether walk.order defines the result of a hazard. A destination block stride of 0 is undefined
// in every order, and up to 2^32 repeats in one place are not worth following one by one.
bool follows_an_order(spec::RuleId hazard, const VectorWalk& walk) {
  constexpr std::uint64_t kMostRepeats = 4096;
  return hazard == cite("overlap.hazard") && walk.repeats <= kMostRepeats;
}

// The rules of a VDEQ's vector; bits of the address word that do not belong to the address are
// ignored.
RuleSet rules_of_table(const VectorWalk& walk, std::uint64_t deq_scale) {
  RuleSet rules;
  rules.set(cite("deq.reserved-bits-ignored"),
            walk.table && (deq_scale & spec::reserved_bits(spec::Word::kVector)) != 0);
  return rules;
}

}  // namespace

Prediction::Prediction(const spec::Case& test_case, const spec::MemoryImage& before,
                       Readings& readings, Budget& budget)
    : test_case_(test_case),
      readings_(readings),
      budget_(budget),
      memory_(before, instruction_count(test_case) > 1) {}

void Prediction::execute(const spec::SetDeqScale& step) {
  registers_.deq_scale = step.value;
  registers_.deq_scale_is_tensor = step.is_tensor;
}

template <>
void Prediction::execute(const spec::Vconv& step) {
  run_instruction(step, nullptr);
}

template <>
void Prediction::execute(const spec::CopyMatrix& step) {
  CopyPrediction(readings_, memory_, registers_, world_, writer_, step_, budget_).run(step);
}

template <>
void Prediction::execute(const spec::DataCopy& step) {
  CopyPrediction(readings_, memory_, registers_, world_, writer_, step_, budget_).run(step);
}

template <>
void Prediction::execute(const spec::CastDeq& step) {
  const std::span<const spec::Step> steps = test_case_.steps;
  if (const auto rule = register_rule(step, registers_.ctrl, steps.subspan(step_ + 1))) {
    readings_.ask(*rule);
    world_.cited.set(*rule);
  }
  for (const spec::Step& lowered : spec::lowered(step, registers_.ctrl, readings_.decided())) {
    if (const auto* instruction = std::get_if<spec::Vconv>(&lowered)) {
      run_instruction(*instruction, &step);
    } else {
      std::visit([this](const auto& one) { execute(one); }, lowered);
    }
  }
}

std::optional<World> Prediction::run() {
  for (step_ = 0; step_ < test_case_.steps.size(); ++step_) {
    std::visit([this](const auto& step) { execute(step); }, test_case_.steps[step_]);
    if (writer_.has_asked()) {
      return std::nullopt;
    }
  }
  world_.choices = readings_.decided();
  pin(world_, {});
  return std::move(world_);
}

void Prediction::run_instruction(const spec::Vconv& step, const spec::CastDeq* call) {
  const VectorWalk walk = walk_of(step, registers_, readings_);
  world_.cited |= rules_of(step.cell.conversion(), walk);
  if (call != nullptr) {
    world_.cited |= rules_of_call(*call);
  }
  const std::optional<spec::RuleId> open = out_of_range_rule(step, call, walk);
  if (!walk.writes() && !open) {
    return;
  }
  world_.walks.push_back({static_cast<std::uint16_t>(step_), walk});
  if (open) {
    world_.out_of_range = true;
    leave_open(walk, *open);
    return;
  }
  world_.cited |= rules_of_table(walk, registers_.deq_scale);
  if (call != nullptr && is_undefined(*call, registers_, readings_)) {
    leave_open(walk, cite("cast-deq.s32-is-vec-deq"));
    return;
  }
  convert_in_order(step, walk);
}

// args.out-of-range if an argument is. A mask argument out of range counts even if it activates no
// lane, but not if no repeat takes place.
std::optional<spec::RuleId> Prediction::out_of_range_rule(const spec::Vconv& step,
                                                          const spec::CastDeq* call,
                                                          const VectorWalk& walk) {
  const bool mask_is_out = call != nullptr && mask_out_of_range(*call);
  const bool scales_wrongly = call != nullptr && scale_out_of_range(*call, registers_);
  const bool masks_wrongly = mask_is_out && walk.repeats > 0;
  if (!walk.writes() && !masks_wrongly) {
    world_.idle_out_of_range |=
        mask_is_out || scales_wrongly || out_of_range(step.cell.conversion(), walk);
    return std::nullopt;
  }
  const bool counts_too_far =
      call != nullptr && count_out_of_range(*call, walk, memory_.size(MemoryId::kUb));
  if (!counts_too_far) {
    check_bounds(step, walk);
  }
  const bool is_out = masks_wrongly || counts_too_far || scales_wrongly ||
                      out_of_range(step.cell.conversion(), walk);
  return is_out ? std::optional(cite("args.out-of-range")) : std::nullopt;
}

void Prediction::convert_in_order(const spec::Vconv& step, const VectorWalk& walk) {
  budget_.spend_blocks(memory_.size(MemoryId::kUb));
  const std::optional<spec::RuleId> hazard = hazard_of(walk, memory_.size(MemoryId::kUb));
  const std::optional<spec::Choice> order = readings_.decided().reading(cite("walk.order"));
  if (hazard && !(order && follows_an_order(*hazard, walk))) {
    world_.hazard = true;
    leave_open(walk, *hazard);
    return;
  }
  if (hazard) {
    memory_.remember();
    world_.cited.set(*hazard);
    world_.cited.set(cite("walk.order"));
  }
  // Every order gives the same if the overlap is legal.
  convert_all(step, walk, hazard ? *order : kByRepeat);
}

void Prediction::check_bounds(const spec::Vconv& step, const VectorWalk& walk) const {
  const std::uint64_t size = memory_.size(MemoryId::kUb);
  const auto check = [&](std::uint64_t end, std::string_view name) {
    // 16-bit strides and a 32-bit count: the end cannot wrap in 64 bits.
    if (end > size) {
      throw LeavesMemory(
          fmt::format("step {}, {}: {} reaches UB+{:#x}, but UB ends at {:#x}", step_ + 1,
                      spec::instruction_name(step.cell), name, end - 1, size),
          MemoryId::kUb, end);
    }
  };
  check(walk.end_of(walk.source), "src");
  check(walk.end_of(walk.destination), "dst");
  if (walk.table) {
    check(*walk.table + spec::kVectorBytes, "the vector of factors");
  }
}

// Leaves the destination's blocks open, inactive lanes included, as far as the memory reaches.
void Prediction::leave_open(const VectorWalk& walk, spec::RuleId rule) {
  const std::uint32_t open = writer_.keep(anything(rule));
  const std::uint64_t size = memory_.size(MemoryId::kUb);
  const std::uint64_t repeats = distinct_repeats(walk.destination, walk.repeats);
  for (std::uint64_t repeat = 0; repeat < repeats && walk.destination.block(repeat, 0) < size;
       ++repeat) {
    budget_.spend(walk.destination.blocks * spec::kBlockBytes);
    for (std::uint64_t b = 0; b < walk.destination.blocks; ++b) {
      const std::uint64_t first = walk.destination.block(repeat, b);
      for (std::uint64_t at = first; at < std::min(first + spec::kBlockBytes, size); ++at) {
        const auto place = static_cast<Nibble>(at * kNibblesPerByte);
        world_.elements.push_back(
            {place, 0, std::nullopt, 0, open, static_cast<std::uint32_t>(repeat), 0,
             static_cast<std::uint16_t>(step_), MemoryId::kUb, spec::NumberType::kU8, false});
        memory_.write_uncertain(MemoryId::kUb, place, spec::format_of(spec::NumberType::kU8), open);
      }
    }
  }
}

// The elements read before the next write: a repeat, a block of the wider operand, or all.
void Prediction::convert_all(const spec::Vconv& step, const VectorWalk& walk, spec::Choice order) {
  budget_.spend(walk.repeats * walk.elements);
  known_inputs_.clear();
  places_.clear();
  for (std::uint64_t lane = 0; lane < walk.elements; ++lane) {
    const Nibble destination = place_of(walk.destination, lane);
    places_.push_back({destination, place_of(walk.source, lane)});
  }
  writer_.expect_elements(walk.active_elements());
  std::optional<SimulatedMemory> snapshot;
  if (order == choice("walk.order", "snapshot")) {
    budget_.spend_world(memory_.image());
    snapshot = memory_;
  }
  const std::uint64_t at_once = order == choice("walk.order", "block")
                                    ? walk.elements / spec::kBlocksPerRepeat
                                    : walk.elements;
  for (std::uint64_t repeat = 0; repeat < walk.repeats; ++repeat) {
    for (std::uint64_t lane = 0; lane < walk.elements; lane += at_once) {
      convert_lanes(step, walk, repeat, {lane, lane + at_once}, snapshot ? *snapshot : memory_);
    }
  }
}

// Reads all sources of the lanes, then writes.
void Prediction::convert_lanes(const spec::Vconv& step, const VectorWalk& walk,
                               std::uint64_t repeat, const Lanes& lanes,
                               const SimulatedMemory& sources) {
  const std::size_t first = world_.elements.size();
  const std::vector<SimulatedMemory::Found> factors = factors_of(walk, sources);
  const Nibble destination_moved = walk.destination.moved(repeat);
  const Nibble source_moved = walk.source.moved(repeat);
  for (std::uint64_t lane = lanes.first; lane < lanes.end; ++lane) {
    PredictedElement element{places_[lane].destination + destination_moved,
                             places_[lane].source + source_moved,
                             std::nullopt,
                             0,
                             0,
                             static_cast<std::uint32_t>(repeat),
                             static_cast<std::uint32_t>(lane),
                             static_cast<std::uint16_t>(step_),
                             MemoryId::kUb,
                             step.cell.conversion().destination,
                             true};
    if (walk.active(repeat, lane)) {
      convert_lane(step, sources, factors, element);
      zero_other_half(walk, element);
    } else if (is_in_memory(element) &&
               readings_.follows(choice("mask.inactive-lanes", "undefined"))) {
      element.expectation = writer_.keep(anything(cite("mask.inactive-lanes")));
    } else {
      continue;
    }
    world_.elements.push_back(element);
  }
  writer_.write_from(first);
}

// The last repeat of a counter may leave UB with lanes that are inactive.
bool Prediction::is_in_memory(const PredictedElement& element) const {
  return element.destination / kNibblesPerByte < memory_.size(element.memory);
}

// The sixteen factors of a VDEQ, otherwise the value of DEQSCALE.
std::vector<SimulatedMemory::Found> Prediction::factors_of(const VectorWalk& walk,
                                                           const SimulatedMemory& sources) {
  if (!walk.table) {
    return {{registers_.deq_scale}};
  }
  std::vector<SimulatedMemory::Found> factors;
  for (std::uint64_t i = 0; i < spec::kVectorFactors; ++i) {
    const std::uint64_t at = *walk.table + i * spec::kFactorBytes;
    factors.push_back(writer_.read(sources, MemoryId::kUb,
                                   static_cast<Nibble>(at * kNibblesPerByte),
                                   spec::format_of(spec::NumberType::kS64)));
  }
  return factors;
}

void Prediction::convert_lane(const spec::Vconv& step, const SimulatedMemory& sources,
                              const std::vector<SimulatedMemory::Found>& factors,
                              PredictedElement& element) {
  const SimulatedMemory::Found source =
      writer_.read(sources, MemoryId::kUb, element.source, step.cell.conversion().from());
  // vdeq.factor-index: element i of every block uses factor i mod 16; a block of s16 has 16
  // elements.
  const SimulatedMemory::Found& scale = factors[element.lane % factors.size()];
  element.source_pattern = source.pattern;
  element.scale = scale.pattern.value_or(0);
  element.expectation = converted(step, source, scale);
}

void Prediction::zero_other_half(const VectorWalk& walk, const PredictedElement& element) {
  if (!walk.destination.half || !readings_.follows(choice("deq.other-half", "zeroed"))) {
    return;
  }
  PredictedElement zero = element;
  zero.destination = walk.destination.other_half(element.repeat, element.lane);
  if (!zero_) {
    zero_ = writer_.keep(exactly(0, cite("deq.other-half")));
  }
  zero.expectation = *zero_;
  zero.type = spec::NumberType::kU8;
  zero.source_pattern = std::nullopt;
  zero.has_source = false;
  world_.elements.push_back(zero);
}

std::uint32_t Prediction::converted(const spec::Vconv& step, const SimulatedMemory::Found& source,
                                    const SimulatedMemory::Found& scale) {
  if (!source.pattern || !scale.pattern) {
    return writer_.keep(convert_uncertain(step.cell, source, scale));
  }
  const ElementInput input{*source.pattern, *scale.pattern};
  return known_inputs_.number_of(input, [&] {
    return writer_.keep(convert_element({step.cell, registers_.ctrl}, input, readings_.decided(),
                                        readings_.cited_before(input)));
  });
}

// Used if the source or the factor holds an earlier result with more than one possibility.
Alternatives Prediction::convert_uncertain(const spec::Cell& cell,
                                           const SimulatedMemory::Found& source,
                                           const SimulatedMemory::Found& scale) {
  if (!scale.pattern) {
    return {{{}, anything(world_.expectations[scale.expectation].rule)}};
  }
  const Expectation before = world_.expectations[source.expectation];
  if (!source.whole || before.kind == Expectation::Kind::kAnything) {
    return {{{}, anything(before.rule)}};
  }
  const auto convert_one = [&](std::uint64_t pattern) {
    return convert_element({cell, registers_.ctrl}, {pattern, *scale.pattern}, readings_.decided());
  };
  Alternatives result = convert_one(permitted_pattern(before, cell.conversion().from()));
  for (const std::uint64_t pattern : before.patterns) {
    result = combined(result, convert_one(pattern), either_of);
  }
  return result;
}

Nibble Prediction::place_of(const OperandWalk& operand, std::uint64_t lane) {
  const Nibble place = operand.element(0, lane);
  const bool is_nibble = operand.element_bits < spec::kBitsPerByte;
  return is_nibble ? place_of_s4(place, readings_) : place;
}

}  // namespace vconform::oracle
