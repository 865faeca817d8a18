#include "adapters/isolation/description_difference.h"

#include <fmt/format.h>

#include <optional>

#include "adapters/abi/cell.h"

namespace vconform::adapters {

namespace {

std::string claim_text(const std::optional<spec::FeatureSet>& claim) {
  if (!claim) {
    return "no";
  }
  const std::string_view form = (claim->bits & VCONFORM_BY_CONVERT) != 0   ? ", by convert()"
                                : (claim->bits & VCONFORM_BY_ELEMENT) != 0 ? ", by element()"
                                                                           : "";
  std::string names;
  for (const std::string_view name : spec::names_of(*claim)) {
    names += (names.empty() ? "" : ", ") + std::string(name);
  }
  return (names.empty() ? "yes, without features" : "yes, with " + names).append(form);
}

template <typename Value>
std::string change(std::string_view what, const Value& first, const Value& again) {
  return first == again
             ? ""
             : fmt::format("its {} is {} at first, and {} when opened again", what, first, again);
}

std::string claims_difference(const Capabilities& first, const Capabilities& again) {
  for (std::size_t row = 0; row < first.rows.size(); ++row) {
    for (std::size_t mode = 0; mode < first.rows[row].size(); ++mode) {
      const auto& before = first.rows[row][mode];
      const auto& now = again.rows[row][mode];
      if (before != now) {
        const spec::Cell cell{static_cast<std::uint16_t>(row), static_cast<spec::Rounding>(mode)};
        return fmt::format("does it claim {}? At first: {}; when opened again: {}",
                           spec::instruction_name(cell), claim_text(before), claim_text(now));
      }
    }
  }
  return "";
}

std::string choices_text(const Capabilities& capabilities) {
  return fmt::format("{}", fmt::join(capabilities.permissive_choices, ", "));
}

std::string operations_text(const Capabilities& capabilities) {
  std::string text;
  for (const spec::DeclaredOperation& operation : capabilities.operations) {
    text += (text.empty() ? "" : "; ") + spec::to_text(operation);
  }
  return text;
}

}  // namespace

std::string description_difference(const Description& first, const Description& again) {
  const Capabilities& a = first.capabilities;
  const Capabilities& b = again.capabilities;
  for (const std::string& difference :
       {change("name", first.name, again.name), change("version", first.version, again.version),
        change("backend beneath", first.basis, again.basis),
        change("form (execute)", first.judges_addressing, again.judges_addressing),
        claims_difference(a, b),
        change("argument checking", a.argument_checking, b.argument_checking),
        change("thread safety", a.thread_safe, b.thread_safe),
        change("overlap_order", declared_order(a.overlap_order), declared_order(b.overlap_order)),
        change("stride_bits", a.stride_bits, b.stride_bits),
        change("largest_memory", a.largest_memory, b.largest_memory),
        change("list of choices", choices_text(a), choices_text(b)),
        change("list of operations", operations_text(a), operations_text(b))}) {
    if (!difference.empty()) {
      return difference;
    }
  }
  return "";
}

}  // namespace vconform::adapters
