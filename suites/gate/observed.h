// The text by which a waiver names a deviation.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace vconform::suites {

// Whether the text matches the pattern, in which * stands for any text.
bool matches(std::string_view pattern, std::string_view text);

// One line such as "MISMATCH Vconv.EveryPattern/f162s8_r: 0x3e00 = 1.5 -> 0x01 = 1, not 0x02 = 2
// [cases: 2, fingerprint: b65cb6ad3ba86dbb]". The fingerprint covers everything that is wrong in
// these cases: one more wrong value changes it, and so does another seed or level.
std::string observed_text(std::string_view verdict, std::string_view claim,
                          std::string_view example, std::uint64_t failing_cases,
                          std::string_view fingerprint);

}  // namespace vconform::suites
