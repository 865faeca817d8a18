// Declarations of a lowering's table that permit or exclude something. A certificate lists all of
// it, and its headline counts the operations that are narrowed so.
#pragma once

#include <string>
#include <vector>

#include "spec/rows/operation_rows.h"

namespace vconform::suites {

// Such as "tcvt_f32_f16_r: never unaligned", "tcvt_f32_s8_r: chain f32>z>f16>r>s8".
std::vector<std::string> exclusions_of(const std::vector<spec::DeclaredOperation>& operations);

// The same as lines for people; "" if there is nothing.
std::string exclusions_text(const std::vector<spec::DeclaredOperation>& operations);

// Declarations of the later tables that the earlier ones lack, about operations of both, wider
// limits apart: "tcvt_f32_f16_r: never unaligned". An operation that converts or quantises
// otherwise is another one: "tcvt_f32_f16_r: is another operation".
std::vector<std::string> newly_excluded(const std::vector<spec::DeclaredOperation>& before,
                                        const std::vector<spec::DeclaredOperation>& now);

// The operations of which something else is excluded than MASK, which every kernel sets.
std::uint64_t narrowed_count(const std::vector<spec::DeclaredOperation>& operations);

}  // namespace vconform::suites
