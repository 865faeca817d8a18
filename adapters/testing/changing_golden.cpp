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
std::uint64_t one_wrong_value(const spec::Cell& cell, std::uint64_t /*ctrl*/, std::uint64_t source,
                              std::uint64_t result) {
  return rounds_to_nearest_s8(cell) && source == 0x3e00 ? 1 : result;
}

// In addition 5.5 becomes 5 instead of 6.
std::uint64_t two_wrong_values(const spec::Cell& cell, std::uint64_t ctrl, std::uint64_t source,
                               std::uint64_t result) {
  return rounds_to_nearest_s8(cell) && source == 0x4580
             ? 5
             : one_wrong_value(cell, ctrl, source, result);
}

// 5.5 becomes 4 instead.
std::uint64_t another_wrong_value(const spec::Cell& cell, std::uint64_t ctrl, std::uint64_t source,
                                  std::uint64_t result) {
  return rounds_to_nearest_s8(cell) && source == 0x4580
             ? 4
             : one_wrong_value(cell, ctrl, source, result);
}

template <auto kHook, auto kField>
golden::Behaviour with() {
  golden::Behaviour behaviour = golden::golden_behaviour();
  behaviour.*kField = kHook;
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
    {"two-values", with<two_wrong_values, &golden::Behaviour::result>, 2},
    {"another-value", with<another_wrong_value, &golden::Behaviour::result>, 2},
    {"half-unsupported", with<is_first_half, &golden::Behaviour::supports>, 2},
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
