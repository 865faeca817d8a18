// The exact oracle applied to one result of a sweep.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "generators/sweep/domain.h"
#include "oracle/reading/alternatives.h"
#include "spec/profiles/choices.h"

namespace vconform::suites {

// One value of a domain and its result.
struct SweptElement {
  const generators::SweepDomain& domain;
  std::uint64_t number;
  // The pattern in its place before.
  std::uint64_t old;
  // The pattern in its place now.
  std::uint64_t got;
};

// The results that the rules permit under `pinned`; each combination of open readings is an
// alternative.
class ElementJudge {
 public:
  ElementJudge(const generators::SweepDomain& domain, std::uint64_t number,
               const spec::Choices& pinned);

  bool permits(std::uint64_t pattern) const;
  // The readings that permit `got`; empty if there are none, or one of them permits `other` too.
  std::vector<spec::Choice> readings_apart(std::uint64_t got, std::uint64_t other) const;
  // The rule that decides, and a permitted pattern.
  spec::RuleId rule() const { return alternatives_.front().expectation.rule; }
  std::uint64_t expected() const;
  // Whether a rule that leaves each element free affects it.
  bool is_free() const;

 private:
  const spec::NumberFormat& format_;
  oracle::Alternatives alternatives_;
};

// The class of a forbidden result compared with a permitted one: "not written", "NaN", "not NaN",
// "infinity", "wrong sign", "next above", "next below", "zero", "limit" or "another value".
std::string_view result_class(const SweptElement& element, std::uint64_t expected);

// Such as "0x40200000 = 2.5 -> 0x00000003 = 3, not 0x00000002 = 2"; for the family deq with the
// scale.
std::string in_short(const SweptElement& element, std::uint64_t expected);

// The key Wrong::order.
std::uint64_t order_of(const generators::SweepDomain& domain, std::uint64_t number);

}  // namespace vconform::suites
