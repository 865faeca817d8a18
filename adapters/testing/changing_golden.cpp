// A library for tests of gates: golden for two pairs of types in two modes, with a change since it
// was certified. VCONFORM_CHANGE, read by create(), names one of kChanges.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "adapters/testing/wrapped_golden.h"

namespace vconform::adapters::changing {

namespace {

constexpr std::array<spec::NumberType, 2> kDestinations = {spec::NumberType::kS8,
                                                           spec::NumberType::kU8};

bool is_first_half(const spec::Cell& cell) {
  return cell.conversion().destination == kDestinations.front();
}

bool rounds_to_nearest_s8(const spec::Cell& cell) {
  return is_first_half(cell) && cell.rounding == spec::Rounding::kNearestEven;
}

// 1.5 becomes 1 instead of 2.
void one_wrong_value(const spec::Cell& cell, std::uint64_t /*ctrl*/, std::uint64_t source,
                     std::uint64_t& result) {
  if (rounds_to_nearest_s8(cell) && source == 0x3e00) {
    result = 1;
  }
}

// In addition 5.5 becomes kResult instead of 6.
template <std::uint64_t kResult>
void two_wrong_values(const spec::Cell& cell, std::uint64_t ctrl, std::uint64_t source,
                      std::uint64_t& result) {
  one_wrong_value(cell, ctrl, source, result);
  if (rounds_to_nearest_s8(cell) && source == 0x4580) {
    result = kResult;
  }
}

template <auto kHook, auto kField>
golden::Behaviour with() {
  golden::Behaviour behaviour = golden::golden_behaviour();
  (behaviour.*kField).add(kHook);
  return behaviour;
}

golden::Behaviour with_half_unsupported() {
  golden::Behaviour behaviour = golden::golden_behaviour();
  behaviour.supports = is_first_half;
  return behaviour;
}

struct Change {
  std::string_view name;
  golden::Behaviour (*behaviour)();
  std::uint32_t claimed_rows;
};
constexpr std::array<Change, 6> kChanges = {{
    {"nothing", golden::golden_behaviour, 2},
    {"one-value", with<one_wrong_value, &golden::Behaviour::result>, 2},
    {"two-values", with<two_wrong_values<5>, &golden::Behaviour::result>, 2},
    {"another-value", with<two_wrong_values<4>, &golden::Behaviour::result>, 2},
    {"half-unsupported", with_half_unsupported, 2},
    {"half-unclaimed", golden::golden_behaviour, 1},
}};

struct Changed : WrappedGolden {
  using WrappedGolden::WrappedGolden;
  std::array<vconform_capability, kDestinations.size()> rows{};
};

void* create() {
  const char* variable = std::getenv("VCONFORM_CHANGE");
  const std::string_view wanted = variable == nullptr ? "nothing" : variable;
  const auto* const change = std::find_if(
      kChanges.begin(), kChanges.end(), [&](const Change& known) { return known.name == wanted; });
  if (change == kChanges.end()) {
    return nullptr;
  }
  auto context = std::make_unique<Changed>(change->behaviour);
  const auto is_claimed = [](const vconform_capability& row) {
    return row.family == VCONFORM_FAMILY_VCONV && row.source_type == VCONFORM_F16 &&
           (row.destination_type == VCONFORM_S8 || row.destination_type == VCONFORM_U8);
  };
  std::copy_if(context->declared.rows, context->declared.rows + context->declared.row_count,
               context->rows.begin(), is_claimed);
  for (vconform_capability& row : context->rows) {
    row.roundings = 1U << VCONFORM_ROUND_R | 1U << VCONFORM_ROUND_Z;
  }
  context->declared.rows = context->rows.data();
  context->declared.row_count = change->claimed_rows;
  return static_cast<WrappedGolden*>(context.release());
}

constexpr char kProblem[] = "VCONFORM_CHANGE names no change";
constexpr vconform_adapter kTable = wrapped_table<kProblem>("changing-golden", create);

}  // namespace

}  // namespace vconform::adapters::changing

extern "C" VCONFORM_EXPORT const vconform_adapter* vconform_get_adapter(std::uint32_t abi_version) {
  return abi_version == VCONFORM_ABI_VERSION ? &vconform::adapters::changing::kTable : nullptr;
}
