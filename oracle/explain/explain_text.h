// Patterns, rules, expectations and choices in words.
#pragma once

#include <cstdint>
#include <string>

#include "oracle/number/expectation.h"
#include "spec/number/number_format.h"
#include "spec/profiles/choices.h"

namespace vconform::oracle {

// "0x40200000".
std::string hex_text(const spec::NumberFormat& format, std::uint64_t pattern);
// "0x40200000  f32  sign 0 exp 1 frac 0x200000".
std::string bits_text(const spec::NumberFormat& format, std::uint64_t pattern);
// "0x40200000  f32  sign 0 exp 1 frac 0x200000  = 2.5".
std::string pattern_text(const spec::NumberFormat& format, std::uint64_t pattern);

// "0x40200000 = 2.5".
std::string value_in_short(const spec::NumberFormat& format, std::uint64_t pattern);

// "round.floor (documented: vconv, "F")".
std::string rule_text(spec::RuleId id);

// The permitted patterns, behind "any NaN of f16" where that is permitted too, or "anything".
std::string expectation_text(const spec::NumberFormat& format, const Expectation& expectation);

// Three kinds of lines: the result, the rule that decides it, other rules that affect it.
std::string result_lines(const spec::NumberFormat& format, const Expectation& expectation);

// "under deq.product=f32", a line with the readings decided beyond those pinned; empty if there are
// none.
std::string under_line(const spec::Choices& decided, const spec::Choices& pinned);

}  // namespace vconform::oracle
