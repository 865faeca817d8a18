#include "suites/swept/free_differences.h"

#include "suites/judging/run_case.h"

namespace vconform::suites {

namespace {

using spec::NumberFormat;

bool is_zero(const NumberFormat& format, std::uint64_t pattern) {
  return (pattern & ~format.sign_mask()) == 0;
}

// Sources of one class meet the same rules about zeros and NaN.
std::size_t source_class(const NumberFormat& format, std::uint64_t source) {
  if (is_zero(format, source)) {
    return 0;
  }
  if (!format.is_floating()) {
    return 1;
  }
  if (is_nan(format, source)) {
    return 2;
  }
  const bool is_subnormal = (source & format.infinity_pattern()) == 0;
  return is_infinite(format, source) ? 3 : is_subnormal ? 4 : 1;
}

}  // namespace

std::optional<std::size_t> FreeDifferences::class_of(const SweptElement& element,
                                                     std::uint64_t wanted) {
  const spec::Conversion& row = element.domain.cell.conversion();
  const NumberFormat& to = row.to();
  if (!to.is_floating()) {
    return std::nullopt;
  }
  const bool are_nan = is_nan(to, wanted) && is_nan(to, element.got);
  if (!are_nan && !(is_zero(to, wanted) && is_zero(to, element.got))) {
    return std::nullopt;
  }
  const NumberFormat& from = row.from();
  const std::uint64_t source = generators::sweep_value(element.domain, element.number).source;
  const std::size_t source_sign = (source & from.sign_mask()) != 0 ? 1 : 0;
  const std::size_t wanted_sign = (wanted & to.sign_mask()) != 0 ? 1 : 0;
  return (((are_nan ? 1 : 0) * kSourceClasses + source_class(from, source)) * 2 + source_sign) * 2 +
         wanted_sign;
}

bool FreeDifferences::asks_oracle(const SweptElement& element, std::uint64_t wanted) {
  const std::optional<std::size_t> index = class_of(element, wanted);
  if (!index) {
    return true;
  }
  Seen& seen = seen_[*index];
  ++seen.count;
  return !seen.is_free || seen.count <= kFirst || seen.count % kSampleEvery == 0;
}

void FreeDifferences::note(const SweptElement& element, std::uint64_t wanted, bool is_free) {
  if (const std::optional<std::size_t> index = class_of(element, wanted)) {
    seen_[*index].is_free = seen_[*index].is_free && is_free;
  }
}

}  // namespace vconform::suites
