// The exact oracle on one result of a sweep.
#pragma once

#include <cstdint>
#include <string>

#include "generators/sweep/domain.h"
#include "oracle/number/expectation.h"
#include "spec/profiles/choices.h"

namespace vconform::suites {

// What became of one value.
struct SweptElement {
  const generators::SweepDomain& domain;
  std::uint64_t number;
  // What stood in its place before.
  std::uint64_t old;
  // What stands there now.
  std::uint64_t got;
};

// What the rules permit under `pinned`, each combination of the readings that stay open an
// alternative.
class ElementJudge {
 public:
  ElementJudge(const generators::SweepDomain& domain, std::uint64_t number,
               const spec::Choices& pinned);

  bool permits(std::uint64_t pattern) const;
  // The rule that decides, and a permitted pattern.
  spec::RuleId rule() const { return alternatives_.front().rule; }
  std::uint64_t expected() const;

 private:
  const spec::NumberFormat& format_;
  std::vector<oracle::Expectation> alternatives_;
};

// How a result that is not permitted differs from one that is: "not written", "NaN", "infinity",
// "wrong sign", "next above", "next below", "zero", "limit" or "another value".
std::string_view result_class(const SweptElement& element, std::uint64_t expected);

// "0x40200000 = 2.5 -> 0x00000003 = 3, not 0x00000002 = 2"; of the family deq with the scale.
std::string in_short(const SweptElement& element, std::uint64_t expected);

// See Wrong::order.
std::uint64_t order_of(const generators::SweepDomain& domain, std::uint64_t number);

}  // namespace vconform::suites
