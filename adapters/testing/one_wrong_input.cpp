// A library for tests of sweeps: golden that is wrong at one input, which VCONFORM_WRONG_INPUT
// names when it is opened: "vconv_f322f16r 0x3f801000". It is as fast as golden, except for
// programs whose UB holds the input. If VCONFORM_UNCLAIMED names a feature, such as "repeat", it
// claims only that instruction's row, and without the feature. If VCONFORM_WRONG_IN is "execute" or
// "batch", it has execute_batch too, and is wrong in that function alone.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <string_view>

#include "adapters/testing/wrapped_golden.h"
#include "spec/rows/features.h"

namespace vconform::adapters::one_wrong_input {

namespace {

struct WrongInput {
  spec::Cell cell;
  std::uint64_t pattern = 0;
};

std::optional<WrongInput> wrong_input_named(const char* text) {
  std::istringstream words(text == nullptr ? "" : text);
  std::string instruction;
  std::uint64_t pattern = 0;
  words >> instruction >> std::hex >> pattern;
  const std::optional<spec::Cell> cell = spec::cell_named(instruction);
  return words && cell ? std::optional(WrongInput{*cell, pattern}) : std::nullopt;
}

// Set once, before a program runs.
WrongInput wrong_input;

std::string_view wrong_in() {
  const char* function = std::getenv("VCONFORM_WRONG_IN");
  return function == nullptr ? "" : function;
}

void last_bit_wrong(const spec::Cell& cell, std::uint64_t /*ctrl*/, std::uint64_t source,
                    std::uint64_t& result) {
  const bool is_it = cell == wrong_input.cell && source == wrong_input.pattern;
  result ^= is_it ? 1 : 0;
}

golden::Behaviour wrong_behaviour() {
  golden::Behaviour behaviour = golden::golden_behaviour();
  behaviour.result.add(last_bit_wrong);
  return behaviour;
}

struct Wrong : WrappedGolden {
  explicit Wrong(std::string_view unclaimed)
      : WrappedGolden(golden::golden_behaviour),
        at_the_input(golden::create_context(wrong_behaviour())) {
    for (const spec::FeatureName& known : spec::kFeatures) {
      if (known.name == unclaimed) {
        claim_one_row_without(known.feature);
      }
    }
  }
  Wrong(const Wrong&) = delete;
  Wrong& operator=(const Wrong&) = delete;
  ~Wrong() override { golden::destroy_context(at_the_input); }

  void claim_one_row_without(spec::Feature feature) {
    const spec::Conversion& wanted = wrong_input.cell.conversion();
    const auto is_wanted = [&](const vconform_capability& claimed) {
      return claimed.family == VCONFORM_FAMILY_VCONV &&
             claimed.source_type == static_cast<std::uint32_t>(wanted.source) &&
             claimed.destination_type == static_cast<std::uint32_t>(wanted.destination);
    };
    row = *std::find_if(declared.rows, declared.rows + declared.row_count, is_wanted);
    row.features &= ~static_cast<std::uint32_t>(feature);
    declared.rows = &row;
    declared.row_count = 1;
  }

  void* at_the_input;
  vconform_capability row{};
};

template <typename Word>
bool holds(const vconform_memory& memory) {
  const auto wanted = static_cast<Word>(wrong_input.pattern);
  bool found = false;
  for (std::uint64_t at = 0; at + sizeof wanted <= memory.size; at += sizeof wanted) {
    Word word;
    std::memcpy(&word, memory.data + at, sizeof word);
    found |= word == wanted;
  }
  return found;
}

bool holds_the_input(const vconform_memory& memory) {
  switch (wrong_input.cell.conversion().from().bits) {
    case 8:
      return holds<std::uint8_t>(memory);
    case 16:
      return holds<std::uint16_t>(memory);
    default:
      return holds<std::uint32_t>(memory);
  }
}

void* create() {
  const auto named = wrong_input_named(std::getenv("VCONFORM_WRONG_INPUT"));
  if (!named) {
    return nullptr;
  }
  wrong_input = *named;
  const char* unclaimed = std::getenv("VCONFORM_UNCLAIMED");
  auto context = std::make_unique<Wrong>(unclaimed == nullptr ? "" : unclaimed);
  return static_cast<WrappedGolden*>(context.release());
}

constexpr char kProblem[] = "VCONFORM_WRONG_INPUT names no instruction with a pattern";

template <bool kIsWrong>
std::uint32_t execute(void* context, const vconform_step* steps, std::uint64_t step_count,
                      vconform_memories* memories) {
  auto& wrong = *static_cast<Wrong*>(static_cast<WrappedGolden*>(context));
  const bool is_at_the_input = kIsWrong && holds_the_input(memories->memory[VCONFORM_UB]);
  void* golden = is_at_the_input ? wrong.at_the_input : wrong.golden;
  return golden::execute_steps(golden, steps, step_count, memories);
}

template <bool kIsWrong>
std::uint32_t execute_batch(void* context, vconform_program* programs, std::uint64_t count) {
  for (vconform_program& program : std::span(programs, count)) {
    program.status =
        execute<kIsWrong>(context, program.steps, program.step_count, program.memories);
  }
  return VCONFORM_OK;
}

constexpr vconform_adapter table(decltype(vconform_adapter::execute) execute,
                                 decltype(vconform_adapter::execute_batch) execute_batch) {
  vconform_adapter table = wrapped_table<kProblem>("one-wrong-input", create);
  table.execute = execute;
  table.execute_batch = execute_batch;
  return table;
}

constexpr vconform_adapter kWithoutBatches = table(execute<true>, nullptr);
constexpr vconform_adapter kWrongAlone = table(execute<true>, execute_batch<false>);
constexpr vconform_adapter kWrongInBatches = table(execute<false>, execute_batch<true>);

const vconform_adapter* chosen_table() {
  return wrong_in() == "execute" ? &kWrongAlone
         : wrong_in() == "batch" ? &kWrongInBatches
                                 : &kWithoutBatches;
}

}  // namespace

}  // namespace vconform::adapters::one_wrong_input

extern "C" VCONFORM_EXPORT const vconform_adapter* vconform_get_adapter(std::uint32_t abi_version) {
  return abi_version == VCONFORM_ABI_VERSION ? vconform::adapters::one_wrong_input::chosen_table()
                                             : nullptr;
}
