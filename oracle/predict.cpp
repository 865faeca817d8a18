#include "oracle/predict.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

#include "oracle/overlap.h"
#include "oracle/simulated_memory.h"
#include "oracle/vconv.h"
#include "oracle/walk_rules.h"
#include "spec/error.h"
#include "spec/lowering.h"
#include "spec/units.h"

namespace vconform::oracle {

namespace {

using spec::cite;
using spec::MemoryId;

enum InactiveLaneReading { kUnchanged = 0, kUndefined = 1 };
enum NibbleReading { kLowFirst = 0, kHighFirst = 1 };
enum WalkOrderReading { kByRepeat = 0, kByBlock = 1, kSnapshot = 2 };

std::ptrdiff_t instruction_count(const spec::Case& test_case) {
  return std::count_if(test_case.steps.begin(), test_case.steps.end(), [](const spec::Step& step) {
    return std::holds_alternative<spec::Vconv>(step);
  });
}

// Repeats that differ in place: with a repeat stride of 0 all are the first one, however many a
// counter asks for.
std::uint64_t distinct_repeats(const OperandWalk& operand, std::uint64_t repeats) {
  return operand.repeat_stride == 0 ? std::min<std::uint64_t>(repeats, 1) : repeats;
}

// Some lanes of a repeat: [first, end).
struct Lanes {
  std::uint64_t first;
  std::uint64_t end;
};

// Whether walk.order says what a hazard gives. A destination block stride of 0 is undefined in
// every order; and repeats upon repeats, up to 2^32 of them, are not worth following one by one.
bool follows_an_order(spec::RuleId hazard, const VectorWalk& walk) {
  constexpr std::uint64_t kMostRepeats = 4096;
  return hazard == cite("overlap.hazard") && walk.repeats <= kMostRepeats;
}

// Executes the steps of a case on expectations instead of values.
class Prediction {
 public:
  Prediction(const spec::Case& test_case, const spec::MemoryImage& before, Readings& readings)
      : test_case_(test_case),
        readings_(readings),
        memory_(before, instruction_count(test_case) > 1) {}

  World run() {
    for (step_ = 0; step_ < test_case_.steps.size(); ++step_) {
      std::visit([this](const auto& step) { execute(step); }, test_case_.steps[step_]);
    }
    world_.choices = readings_.decided();
    return std::move(world_);
  }

 private:
  void execute(const spec::SetMask& step) { registers_.mask = step.mask; }
  void execute(const spec::SetCtrl& step) { registers_.ctrl = step.value; }
  void execute(const spec::SetDeqScale& step) {
    registers_.deq_scale = step.value;
    registers_.deq_scale_is_tensor = step.is_tensor;
  }
  void execute(const spec::CastDeq& step);
  void execute(const spec::Vconv& step);

  void check_bounds(const spec::Vconv& step, const VectorWalk& walk) const;
  void leave_open(const VectorWalk& walk, spec::RuleId rule);
  void convert_all(const spec::Vconv& step, const VectorWalk& walk, int order);
  void convert_lanes(const spec::Vconv& step, const VectorWalk& walk, std::uint64_t repeat,
                     const Lanes& lanes, const SimulatedMemory& sources);
  void write(const spec::NumberFormat& to, std::size_t first);
  std::uint32_t converted(const spec::Vconv& step, const SimulatedMemory::Found& source);
  Expectation convert_uncertain(const spec::Cell& cell, const SimulatedMemory::Found& source);
  Nibble place_of(const OperandWalk& operand, std::uint64_t repeat, std::uint64_t lane);
  std::uint32_t keep(Expectation expectation);
  void add(const PredictedElement& element);

  const spec::Case& test_case_;
  Readings& readings_;
  SimulatedMemory memory_;
  spec::Registers registers_;
  std::size_t step_ = 0;
  World world_;
  // Of the current step: each distinct source value is converted once.
  std::unordered_map<std::uint64_t, std::uint32_t> expectation_of_pattern_;
};

void Prediction::execute(const spec::CastDeq& step) {
  for (const spec::Step& lowered : spec::lowered(step, registers_.ctrl)) {
    std::visit([this](const auto& one) { execute(one); }, lowered);
  }
}

void Prediction::execute(const spec::Vconv& step) {
  const spec::Conversion& row = step.cell.conversion();
  const VectorWalk walk = walk_of(step, registers_, readings_);
  world_.cited |= rules_of(row, walk);
  if (!walk.writes()) {
    return;
  }
  check_bounds(step, walk);
  world_.walks.push_back(walk);
  if (out_of_range(row, walk)) {
    world_.out_of_range = true;
    leave_open(walk, cite("args.out-of-range"));
    return;
  }
  const std::optional<spec::RuleId> hazard = hazard_of(walk, memory_.size(MemoryId::kUb));
  const std::optional<int> order = readings_.decided().reading(cite("walk.order"));
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
  // Every order gives the same where the overlap is legal.
  convert_all(step, walk, hazard ? *order : kByRepeat);
}

void Prediction::check_bounds(const spec::Vconv& step, const VectorWalk& walk) const {
  const std::uint64_t size = memory_.size(MemoryId::kUb);
  const auto check = [&](const OperandWalk& operand, std::string_view name) {
    // 16-bit strides and a 32-bit count: the end cannot wrap in 64 bits.
    if (operand.end(walk.repeats) > size) {
      throw spec::InputError(fmt::format("step {}, {}: {} reaches UB+{:#x}, but UB ends at {:#x}",
                                         step_ + 1, spec::instruction_name(step.cell), name,
                                         operand.end(walk.repeats) - 1, size));
    }
  };
  check(walk.source, "src");
  check(walk.destination, "dst");
}

// Nothing is promised about the destination's blocks, inactive lanes included.
void Prediction::leave_open(const VectorWalk& walk, spec::RuleId rule) {
  const std::uint32_t open = keep(anything(rule));
  const std::uint64_t repeats = distinct_repeats(walk.destination, walk.repeats);
  for (std::uint64_t repeat = 0; repeat < repeats; ++repeat) {
    for (std::uint64_t b = 0; b < walk.destination.blocks; ++b) {
      for (std::uint64_t byte = 0; byte < spec::kBlockBytes; ++byte) {
        const auto place =
            static_cast<Nibble>((walk.destination.block(repeat, b) + byte) * kNibblesPerByte);
        add({place, 0, std::nullopt, open, static_cast<std::uint32_t>(repeat),
             static_cast<std::uint16_t>(step_), 0, MemoryId::kUb, spec::NumberType::kU8, false});
      }
    }
  }
}

// What is read before the next write: a repeat, a block of the wider operand, or everything.
void Prediction::convert_all(const spec::Vconv& step, const VectorWalk& walk, int order) {
  expectation_of_pattern_.clear();
  std::optional<SimulatedMemory> snapshot;
  if (order == kSnapshot) {
    snapshot = memory_;
  }
  const std::uint64_t at_once =
      order == kByBlock ? walk.elements / spec::kBlocksPerRepeat : walk.elements;
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
  const spec::Conversion& row = step.cell.conversion();
  const std::size_t first = world_.elements.size();
  for (std::uint64_t lane = lanes.first; lane < lanes.end; ++lane) {
    PredictedElement element{place_of(walk.destination, repeat, lane),
                             place_of(walk.source, repeat, lane),
                             std::nullopt,
                             0,
                             static_cast<std::uint32_t>(repeat),
                             static_cast<std::uint16_t>(step_),
                             static_cast<std::uint16_t>(lane),
                             MemoryId::kUb,
                             row.destination,
                             true};
    if (walk.active(repeat, lane)) {
      const SimulatedMemory::Found found = sources.read(MemoryId::kUb, element.source, row.from());
      element.source_pattern = found.pattern;
      element.expectation = converted(step, found);
    } else if (readings_.ask(cite("mask.inactive-lanes")) == kUndefined) {
      element.expectation = keep(anything(cite("mask.inactive-lanes")));
    } else {
      continue;
    }
    world_.elements.push_back(element);
  }
  write(row.to(), first);
}

// What the elements from `first` on hold goes to memory.
void Prediction::write(const spec::NumberFormat& to, std::size_t first) {
  for (std::size_t i = first; i < world_.elements.size(); ++i) {
    const PredictedElement& element = world_.elements[i];
    const Expectation& expectation = world_.expectations[element.expectation];
    if (expectation.is_exact()) {
      memory_.write(element.memory, element.destination, to, expectation.patterns.front());
    } else {
      memory_.write_uncertain(element.memory, element.destination, to, element.expectation);
    }
  }
}

std::uint32_t Prediction::converted(const spec::Vconv& step, const SimulatedMemory::Found& source) {
  if (!source.pattern) {
    return keep(convert_uncertain(step.cell, source));
  }
  const auto [entry, is_new] = expectation_of_pattern_.try_emplace(*source.pattern, 0);
  if (is_new) {
    entry->second =
        keep(convert(step.cell, registers_.ctrl, *source.pattern, readings_).expectation);
  }
  return entry->second;
}

// The source holds an earlier result that left more than one possibility.
Expectation Prediction::convert_uncertain(const spec::Cell& cell,
                                          const SimulatedMemory::Found& source) {
  const Expectation before = world_.expectations[source.expectation];
  if (!source.whole || before.kind == Expectation::Kind::kAnything) {
    return anything(before.rule);
  }
  const auto convert_one = [&](std::uint64_t pattern) {
    return convert(cell, registers_.ctrl, pattern, readings_).expectation;
  };
  Expectation result = convert_one(permitted_pattern(before, cell.conversion().from()));
  for (const std::uint64_t pattern : before.patterns) {
    result = either_of(result, convert_one(pattern));
  }
  return result;
}

Nibble Prediction::place_of(const OperandWalk& operand, std::uint64_t repeat, std::uint64_t lane) {
  const Nibble place = operand.element(repeat, lane);
  const bool is_nibble = operand.element_bits < spec::kBitsPerByte;
  return is_nibble && readings_.ask(cite("s4.nibble")) == kHighFirst ? place ^ 1 : place;
}

std::uint32_t Prediction::keep(Expectation expectation) {
  world_.cited |= expectation.cited;
  world_.expectations.push_back(std::move(expectation));
  return static_cast<std::uint32_t>(world_.expectations.size() - 1);
}

void Prediction::add(const PredictedElement& element) {
  world_.elements.push_back(element);
  memory_.write_uncertain(element.memory, element.destination, spec::format_of(element.type),
                          element.expectation);
}

bool is_in_a_block(const OperandWalk& operand, std::uint64_t repeats, std::uint64_t offset) {
  if (offset < operand.base || offset >= operand.end(repeats)) {
    return false;
  }
  for (std::uint64_t repeat = 0; repeat < distinct_repeats(operand, repeats); ++repeat) {
    for (std::uint64_t b = 0; b < operand.blocks; ++b) {
      const std::uint64_t block = operand.block(repeat, b);
      if (offset >= block && offset < block + spec::kBlockBytes) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace

spec::RuleId rule_of_unchanged_byte(const World& world, std::uint64_t offset) {
  const bool inactive =
      std::any_of(world.walks.begin(), world.walks.end(), [offset](const VectorWalk& walk) {
        return is_in_a_block(walk.destination, walk.repeats, offset);
      });
  return inactive ? cite("mask.inactive-lanes") : cite("write.nothing-else");
}

std::vector<World> predict(const spec::Case& test_case, const spec::MemoryImage& before,
                           const spec::Choices& pinned) {
  std::vector<World> worlds;
  Readings readings(pinned);
  do {
    worlds.push_back(Prediction(test_case, before, readings).run());
  } while (readings.next());
  return worlds;
}

}  // namespace vconform::oracle
