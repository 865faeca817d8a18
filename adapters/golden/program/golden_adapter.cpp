#include "adapters/golden/program/golden_adapter.h"

#include <array>
#include <exception>
#include <string>

#include "adapters/abi/cell.h"
#include "adapters/golden/program/program.h"
#include "spec/rows/conversions.h"

namespace vconform::adapters::golden {

namespace {

std::uint32_t rounding_bits(const spec::Conversion& row) {
  std::uint32_t bits = 0;
  for (const spec::RoundingMode& mode : spec::kRoundingModes) {
    if (offers(row, mode.rounding) || offers_optionally(row, mode.rounding)) {
      bits |= 1U << static_cast<unsigned>(mode.rounding);
    }
  }
  return bits;
}

using Rows = std::array<vconform_capability, spec::kRows.size()>;

// Every row in every mode, optional ones included.
Rows all_rows() {
  Rows rows{};
  for (const spec::Conversion& row : spec::kRows) {
    rows[row.number] = {static_cast<std::uint32_t>(row.family),
                        variant_of(row),
                        static_cast<std::uint32_t>(row.source),
                        static_cast<std::uint32_t>(row.destination),
                        rounding_bits(row),
                        VCONFORM_FEATURE_ALL};
  }
  return rows;
}

// The permissive readings, each as it is declared.
struct Permissive {
  Choice reading;
  const char* text;
};
constexpr std::array kPermissive = {
    Permissive{choice("mask.inactive-lanes", "undefined"), "mask.inactive-lanes=undefined"},
    Permissive{choice("cast-deq.s32-is-vec-deq", "undefined"), "cast-deq.s32-is-vec-deq=undefined"},
};

struct Context {
  explicit Context(const Behaviour& which) : behaviour(which) {
    declared.struct_size = sizeof(vconform_capabilities);
    declared.flags = VCONFORM_ARGUMENT_CHECKING | VCONFORM_THREAD_SAFE;
    declared.overlap_order = declared_order(behaviour.choices.reading(spec::cite("walk.order")));
    declared.largest_memory = spec::kMaxGmBytes;
    declared.stride_bits = behaviour.follows(choice("walk.stride-width", "12")) ? 12 : 16;
    declared.row_count = static_cast<std::uint32_t>(rows.size());
    declared.row_size = sizeof(vconform_capability);
    declared.rows = rows.data();
    for (const auto& [followed, text] : kPermissive) {
      if (behaviour.follows(followed)) {
        permissive.at(declared.choice_count++) = text;
      }
    }
    declared.choices = permissive.data();
  }

  Behaviour behaviour;
  Rows rows = all_rows();
  std::array<const char*, kPermissive.size()> permissive = {};
  vconform_capabilities declared{};
  std::string message;
};

constexpr vconform_adapter kGolden = adapter_table<golden_behaviour>("golden");

}  // namespace

void* create_context(const Behaviour& behaviour) {
  try {
    return std::make_unique<Context>(behaviour).release();
  } catch (const std::exception&) {
    return nullptr;
  }
}

void destroy_context(void* context) {
  const std::unique_ptr<Context> owned(static_cast<Context*>(context));
}

const char* last_error(void* context) {
  return context == nullptr ? "out of memory" : static_cast<Context*>(context)->message.c_str();
}

const vconform_capabilities* capabilities(void* context) {
  return &static_cast<Context*>(context)->declared;
}

std::uint32_t execute_steps(void* context, const vconform_step* steps, std::uint64_t step_count,
                            vconform_memories* memories) {
  Context& golden = *static_cast<Context*>(context);
  golden.message.clear();
  try {
    return execute(golden.behaviour, steps, step_count, *memories, golden.message);
  } catch (const std::exception&) {
    // No exception may cross the C ABI; only a lack of memory can throw here.
    return VCONFORM_ERROR;
  }
}

const vconform_adapter* golden_adapter() {
  return &kGolden;
}

}  // namespace vconform::adapters::golden
