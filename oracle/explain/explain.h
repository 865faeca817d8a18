// Predictions and verdicts in words.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "oracle/explain/explain_text.h"
#include "oracle/judge/judge.h"
#include "oracle/number/element_input.h"
#include "oracle/predict/world.h"
#include "spec/case/case.h"
#include "spec/profiles/choices.h"

namespace vconform::oracle {

// The derivation of one element of an instruction, step by step with exact values, under every
// combination of the choices that are not pinned; several lines. Addresses, masks and shapes in
// `step` are ignored.
std::string explain_element(const spec::Step& step, std::uint64_t ctrl, const ElementInput& input,
                            const spec::Choices& pinned);

// The first difference: element, source, expected and got, one line each, and why. `world` is the
// one that the outcome was judged against.
std::string explain_difference(const spec::Case& test_case, const World& world,
                               const Difference& difference);

// Whether the element of the difference may hold what was found under these choices, derived by
// itself from the source that was predicted; its source and its place must not depend on them.
bool may_hold_under(const spec::Choices& choices, const spec::Case& test_case,
                    const Difference& difference);

// The difference on one line: "0x477fe000 = 65504 -> 0x7c00 = inf, not 0x7bff = 65504".
std::string difference_in_short(const spec::Case& test_case, const Difference& difference);

// Every element that a case writes, at most `limit`, with its derivation; then the bytes that stay
// unchanged. First comes what `fails`, marked, with what was found there; then the elements whose
// sources are placed one by one, which most cases are about; then the others in the order of the
// walk.
std::string explain_case(const spec::Case& test_case, const spec::Choices& pinned,
                         std::size_t limit, const std::optional<Difference>& fails = std::nullopt);

}  // namespace vconform::oracle
