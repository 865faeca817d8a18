#include "suites/diagnosis/chain_suspects.h"

#include <fmt/format.h>

#include <cstdint>
#include <utility>

#include "oracle/number/decode.h"
#include "oracle/number/range.h"
#include "oracle/number/round.h"
#include "spec/copy_matrix/copy_matrix.h"
#include "spec/data_copy/data_copy.h"
#include "suites/diagnosis/step_values.h"

namespace vconform::suites {

namespace {

using oracle::ExactValue;

// nullopt for a value that is not finite.
std::optional<StepPlace> place_at(std::size_t step, const ExactValue& exact) {
  return exact.kind == oracle::ValueKind::kFinite
             ? std::optional(StepPlace{step, exact, oracle::fraction_text(exact)})
             : std::nullopt;
}

// An offset of 0 may be added at any time.
std::optional<StepPlace> place_of_offset_order(const ChainElement& element) {
  const std::optional<std::size_t> product = element.step_named("product");
  const std::optional<std::size_t> offset = element.step_named("offset");
  const std::optional<std::size_t> sum = element.step_named("sum");
  if (!product || !offset || !sum || element.steps()[*offset].taken.is_zero() ||
      element.steps()[*product].taken.kind != oracle::ValueKind::kFinite) {
    return std::nullopt;
  }
  return place_at(*sum,
                  oracle::sum_of(element.steps()[*product].taken, element.steps()[*offset].taken));
}

// The fields of a word that say how a source is shifted.
struct ShiftFields {
  std::uint64_t n;
  std::uint64_t mcb;
};
ShiftFields shift_fields(const ChainElement& element) {
  const std::uint64_t word = element.input().scale;
  return element.family() == spec::Family::kCopyMatrix
             ? ShiftFields{spec::kQuantShift.of(word), spec::kQuantMcb.of(word)}
             : ShiftFields{spec::kDeqValueShift.of(word), spec::kDeqValueMcb.of(word)};
}

ExactValue source_of(const ChainElement& element) {
  return oracle::decode(element.source_format(), element.input().pattern);
}

std::optional<StepPlace> place_of_mcb(const ChainElement& element) {
  std::optional<std::size_t> step = element.step_named("start");
  step = step ? step : element.step_named("s32 to f32");
  const ExactValue source = source_of(element);
  std::optional<StepPlace> place = step ? place_at(*step, source) : std::nullopt;
  if (place) {
    const ShiftFields fields = shift_fields(element);
    place->key += fmt::format(" {} {}", fields.n, fields.mcb);
  }
  return place;
}

std::vector<ExactValue> starts(const ChainElement& element, const StepPlace& place) {
  const int shift = static_cast<int>(shift_fields(element).n) + 1;
  const ExactValue shifted =
      oracle::product_of(place.exact, oracle::finite_value(false, 1, -shift));
  const ExactValue whole = oracle::rounded_multiple(shifted, 0, spec::Rounding::kFloor);
  return {oracle::rounded_to(spec::kF32, place.exact), oracle::saturated(spec::kS16, whole)};
}

}  // namespace

Suspect step_as_suspect(std::string_view name) {
  return {[name](const ChainElement& element) {
            const std::optional<std::size_t> step = element.step_named(name);
            return step ? place_at(*step, element.steps()[*step].exact) : std::nullopt;
          },
          [name](const ChainElement&, const StepPlace& place) {
            return values_of_step(name, place.exact);
          },
          rounds_to_whole(name)};
}

Suspect offset_order_as_suspect() {
  return {place_of_offset_order, [](const ChainElement&, const StepPlace& place) {
            return values_of_step("integer", place.exact);
          }};
}

Suspect mcb_as_suspect() {
  return {place_of_mcb, starts};
}

}  // namespace vconform::suites
