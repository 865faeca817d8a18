#include "adapters/testing/rarely_wrong.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "adapters/golden/deq/elements.h"
#include "adapters/golden/program/program.h"
#include "adapters/testing/wrapped_golden.h"
#include "spec/case/memory_image.h"
#include "spec/number/quantization.h"

namespace vconform::adapters::rarely_wrong {

namespace {

using golden::Behaviour;
using golden::Operand;
using golden::VectorWalk;

// ---- The walks that are wrong, or may be

// The numbers of the blocks in UB.
std::set<std::uint64_t> blocks_of(const VectorWalk& walk, const Operand& operand) {
  // With stride 0 every repeat is in the place of the first one, and a count may have billions of
  // them.
  const std::uint64_t repeats =
      operand.repeat_stride == 0 ? std::min<std::uint64_t>(walk.repeats, 1) : walk.repeats;
  std::set<std::uint64_t> blocks;
  for (std::uint64_t repeat = 0; repeat < repeats; ++repeat) {
    for (std::uint64_t lane = 0; lane < walk.lanes; lane += 1ULL << operand.lane_bits()) {
      blocks.insert(operand.block(repeat, lane) / spec::kBlockBytes);
    }
  }
  return blocks;
}

bool overlaps_by_one_block(const VectorWalk& walk) {
  const std::set<std::uint64_t> read = blocks_of(walk, walk.source);
  const std::set<std::uint64_t> written = blocks_of(walk, walk.destination);
  return std::count_if(read.begin(), read.end(),
                       [&](std::uint64_t block) { return written.contains(block); }) == 1;
}

bool is_compacted_in_place(const VectorWalk& walk) {
  const std::uint64_t read = walk.source.repeat_stride;
  const std::uint64_t written = walk.destination.repeat_stride;
  return !walk.counter_mode && walk.repeats > 1 && walk.source.at == walk.destination.at &&
         0 < written && written < read;
}

bool has_repeats_between_those_of_the_other(const VectorWalk& walk) {
  if (walk.source.block_stride != 1 || walk.destination.block_stride != 1 || walk.repeats < 2) {
    return false;
  }
  const std::set<std::uint64_t> read = blocks_of(walk, walk.source);
  const std::set<std::uint64_t> written = blocks_of(walk, walk.destination);
  return std::ranges::none_of(read, [&](std::uint64_t block) { return written.contains(block); }) &&
         *read.begin() < *written.rbegin() && *written.begin() < *read.rbegin();
}

struct WrongValue {
  spec::Cell cell;
  std::uint64_t pattern = 0;
};

// Set by create(), before a program runs.
WrongValue wrong_value;

bool has_the_instruction(const VectorWalk& walk) {
  return walk.cell == wrong_value.cell;
}

bool mask_changes_in_the_middle(const VectorWalk& walk) {
  const spec::Mask& mask = walk.registers.mask;
  return !walk.counter_mode && walk.lanes == spec::kMaskBits && mask.bit(63) != mask.bit(64);
}

bool is_wrong_factor(std::uint64_t factor) {
  constexpr std::uint64_t kMinus256 = 0x100;
  return spec::kFactorOffset.of(factor) == kMinus256 && spec::kFactorSign.of(factor) == 0;
}

// The vector of a VDEQ is known only when the instruction runs.
bool may_have_the_factor(const VectorWalk& walk) {
  const spec::DeqForm form = walk.cell.conversion().deq;
  const bool has_factors = form != spec::DeqForm::kNone && form != spec::DeqForm::kHalf;
  return has_factors && (spec::is_vdeq(form) || is_wrong_factor(walk.registers.deq_scale));
}

bool has_255_repeats(const VectorWalk& walk) {
  return !walk.counter_mode && walk.repeats == 255;
}

// ---- The wrong results

// A result of the first repeat, by its block in UB and its index there.
struct FirstResult {
  std::uint64_t block;
  std::uint64_t index;
};

std::optional<FirstResult> first_result(const VectorWalk& walk) {
  const Operand& written = walk.destination;
  for (std::uint64_t lane = 0; walk.repeats > 0 && lane < walk.lanes; ++lane) {
    if (walk.is_active(0, lane)) {
      return FirstResult{written.block(0, lane), written.index_in_block(lane)};
    }
  }
  return std::nullopt;
}

template <bool (*kIsWrong)(const VectorWalk&)>
void flip_first_result(const VectorWalk& walk, std::span<std::uint8_t> ub) {
  if (const auto first = kIsWrong(walk) ? first_result(walk) : std::nullopt) {
    const spec::NumberFormat& format = *walk.destination.format;
    const std::uint64_t result = spec::load_element(ub, first->block, format, first->index);
    spec::store_element(ub, first->block, format, first->index, result ^ 1);
  }
}

void flip_of_value(const spec::Cell& cell, std::uint64_t /*ctrl*/, std::uint64_t source,
                   std::uint64_t& result) {
  const bool is_it = cell == wrong_value.cell && source == wrong_value.pattern;
  result ^= is_it ? 1 : 0;
}

void flip_of_factor(golden::DeqElement& element) {
  if (is_wrong_factor(element.word)) {
    element.chain.saturate = [](std::int64_t sum, bool is_signed) {
      return golden::saturate_b8(sum, is_signed) ^ 1;
    };
  }
}

// The contents of UB before the instruction that runs next.
thread_local std::vector<std::uint8_t> ub_before;

void remember(std::span<const std::uint8_t> ub) {
  ub_before.assign(ub.begin(), ub.end());
}

void leave_first_byte(const VectorWalk& walk, std::span<std::uint8_t> ub) {
  if (const auto first = has_255_repeats(walk) ? first_result(walk) : std::nullopt) {
    const auto bits = static_cast<std::uint64_t>(walk.destination.format->bits);
    const std::uint64_t byte = first->block + first->index * bits / spec::kBitsPerByte;
    ub[byte] = ub_before[byte];
  }
  remember(ub);
}

void leave_first_byte_of_255(Behaviour& behaviour) {
  behaviour.finish.add(leave_first_byte);
  behaviour.finish_copy_matrix.add(
      [](const golden::CopyMatrixWalk& /*walk*/, const vconform_memories& memories) {
        remember(golden::ub_of(memories));
      });
  behaviour.finish_data_copy.add(
      [](const golden::DataCopyWalk& /*walk*/, const vconform_memories& memories) {
        remember(golden::ub_of(memories));
      });
}

// ---- The faults

template <void (*kChange)(Behaviour&)>
Behaviour changed() {
  Behaviour behaviour = golden::golden_behaviour();
  kChange(behaviour);
  return behaviour;
}

struct Fault {
  std::string_view name;
  // Whether a program with this walk runs with the changed behaviour.
  bool (*concerns)(const VectorWalk& walk);
  Behaviour (*behaviour)();
};

constexpr std::string_view kOneValue = "one-value:";

constexpr std::array<Fault, 7> kFaults = {{
    {"compacted-in-place", is_compacted_in_place, changed<[](Behaviour& behaviour) {
       behaviour.finish.add(flip_first_result<is_compacted_in_place>);
     }>},
    {"interleaved-repeats", has_repeats_between_those_of_the_other,
     changed<[](Behaviour& behaviour) {
       behaviour.finish.add(flip_first_result<has_repeats_between_those_of_the_other>);
     }>},
    {"overlap-one-block", overlaps_by_one_block, changed<[](Behaviour& behaviour) {
       behaviour.finish.add(flip_first_result<overlaps_by_one_block>);
     }>},
    {kOneValue, has_the_instruction,
     changed<[](Behaviour& behaviour) { behaviour.result.add(flip_of_value); }>},
    {"mask-63-64", mask_changes_in_the_middle, changed<[](Behaviour& behaviour) {
       behaviour.finish.add(flip_first_result<mask_changes_in_the_middle>);
     }>},
    {"offset-minus-256", may_have_the_factor,
     changed<[](Behaviour& behaviour) { behaviour.deq.add(flip_of_factor); }>},
    {"repeat-255", has_255_repeats, changed<leave_first_byte_of_255>},
}};

constexpr char kProblem[] =
    "VCONFORM_FAULT must be compacted-in-place, interleaved-repeats, overlap-one-block, "
    "one-value:INSTRUCTION:PATTERN (of a vconv), mask-63-64, offset-minus-256 or repeat-255";

// The value in "vconv_f162s8a:0x4a5b"; nullopt for any other text.
std::optional<WrongValue> wrong_value_named(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::optional<spec::Cell> cell = spec::cell_named(text.substr(0, colon));
  if (colon == std::string_view::npos || !cell ||
      cell->conversion().family != spec::Family::kVconv) {
    return std::nullopt;
  }
  const std::string pattern(text.substr(colon + 1));
  char* end = nullptr;
  const std::uint64_t value = std::strtoull(pattern.c_str(), &end, 0);
  const bool is_pattern =
      end != pattern.c_str() && *end == '\0' && value <= cell->conversion().from().pattern_mask();
  return is_pattern ? std::optional(WrongValue{*cell, value}) : std::nullopt;
}

const Fault* fault_named(std::string_view name) {
  const auto* const fault = std::find_if(kFaults.begin(), kFaults.end(), [&](const Fault& known) {
    return known.name == kOneValue ? name.starts_with(kOneValue) : known.name == name;
  });
  if (fault == kFaults.end() || fault->name != kOneValue) {
    return fault == kFaults.end() ? nullptr : fault;
  }
  const std::optional<WrongValue> value = wrong_value_named(name.substr(kOneValue.size()));
  wrong_value = value.value_or(WrongValue{});
  return value ? fault : nullptr;
}

struct RarelyWrong : WrappedGolden {
  explicit RarelyWrong(const Fault& which)
      : WrappedGolden(golden::golden_behaviour),
        fault(which),
        wrong(golden::create_context(which.behaviour())) {}
  RarelyWrong(const RarelyWrong&) = delete;
  RarelyWrong& operator=(const RarelyWrong&) = delete;
  ~RarelyWrong() override { golden::destroy_context(wrong); }

  const Fault& fault;
  const Behaviour planned = golden::golden_behaviour();
  void* wrong;
};

bool concerns(const RarelyWrong& library, const golden::PlannedProgram& program) {
  return std::any_of(program.instructions.begin(), program.instructions.end(),
                     [&](const golden::Instruction& instruction) {
                       const auto* walk = std::get_if<VectorWalk>(&instruction);
                       return walk != nullptr && library.fault.concerns(*walk);
                     });
}

std::uint32_t execute(void* context, const vconform_step* steps, std::uint64_t step_count,
                      vconform_memories* memories) {
  auto& library = *static_cast<RarelyWrong*>(static_cast<WrappedGolden*>(context));
  if (!concerns(library, golden::plan_program(library.planned, steps, step_count, *memories))) {
    return golden::execute_steps(library.golden, steps, step_count, memories);
  }
  remember(golden::ub_of(*memories));
  return golden::execute_steps(library.wrong, steps, step_count, memories);
}

void* create() {
  const char* name = std::getenv(kFaultVariable);
  const Fault* fault = name == nullptr ? nullptr : fault_named(name);
  return fault == nullptr
             ? nullptr
             : static_cast<WrappedGolden*>(std::make_unique<RarelyWrong>(*fault).release());
}

constexpr vconform_adapter table() {
  vconform_adapter table = wrapped_table<kProblem>("rarely-wrong", create);
  table.execute = execute;
  return table;
}

constexpr vconform_adapter kTable = table();

}  // namespace

}  // namespace vconform::adapters::rarely_wrong

extern "C" VCONFORM_EXPORT const vconform_adapter* vconform_get_adapter(std::uint32_t abi_version) {
  return abi_version == VCONFORM_ABI_VERSION ? &vconform::adapters::rarely_wrong::kTable : nullptr;
}
