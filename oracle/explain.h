// Predictions and verdicts in words.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "oracle/judge.h"
#include "spec/case.h"
#include "spec/choices.h"

namespace vconform::oracle {

// "0x40200000  f32  sign 0 exp 1 frac 0x200000  = 2.5".
std::string pattern_text(const spec::NumberFormat& format, std::uint64_t pattern);

// "round.floor (documented: vconv, "F")".
std::string rule_text(spec::RuleId id);

// The derivation of one conversion, step by step with exact values, under every combination of the
// choices that are not pinned. Several lines.
std::string explain_conversion(const spec::Cell& cell, std::uint64_t ctrl, std::uint64_t pattern,
                               const spec::Choices& pinned);

// What is wrong first: element, source, expected and got, one line each, and why. `world` is the
// one that was judged against.
std::string explain_difference(const spec::Case& test_case, const World& world,
                               const Difference& difference);

// The same on one line: "0x477fe000 = 65504 -> 0x7c00 = inf, not 0x7bff = 65504".
std::string difference_in_short(const spec::Case& test_case, const Difference& difference);

// Every element that a case writes, `limit` at most, with its derivation; then what stays
// unchanged.
std::string explain_case(const spec::Case& test_case, const spec::Choices& pinned,
                         std::size_t limit);

}  // namespace vconform::oracle
