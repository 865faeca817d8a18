// The wrong results that nothing explains, by class of their inputs.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "spec/profiles/choices.h"
#include "suites/diagnosis/evidence.h"

namespace vconform::suites {

// Each wrong element is in the first class that it belongs to.
enum class InputClass : std::uint8_t {
  kNan,
  kInf,
  kZero,
  // A finite source whose result is beyond the range, or becomes a limit.
  kOverflow,
  kTie,
  // The source or the result is subnormal.
  kSubnormal,
  kNegative,
  kPositive,
  // The source is the result of an earlier step, or there is none.
  kNoSource,
  // A byte that no result belongs to.
  kOutside,
};
inline constexpr std::array<std::string_view, 10> kInputClassNames = {
    "NaN",
    "inf",
    "zero",
    "finite overflow",
    "ties",
    "subnormals",
    "other negative",
    "other positive",
    "results of earlier steps",
    "bytes that no result belongs to"};
constexpr std::string_view name_of(InputClass input) {
  return kInputClassNames[static_cast<std::size_t>(input)];
}

struct InputCount {
  InputClass input;
  // Wrong elements of a sample.
  std::uint64_t elements = 0;

  friend bool operator==(const InputCount&, const InputCount&) = default;
};

// The elements of a case that hold what is not permitted, as far as no later one was written over
// them.
std::vector<const oracle::PredictedElement*> wrong_elements(const Observed& one);

// The classes of some wrong elements of each case, the commonest first. `readings` are those that
// the backend follows; other rules are taken as golden follows them.
std::vector<InputCount> inputs_of_failures(std::span<const Observed* const> wrong,
                                           const spec::Choices& readings);

}  // namespace vconform::suites
