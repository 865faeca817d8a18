// The name of a finding: equal if verdict, rule and instruction are equal.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "spec/number/digest.h"

namespace vconform::suites {

inline constexpr std::size_t kFindingKeyDigits = 16;

// `rule` is a slug, or empty if none is named; `instruction` is the one to blame.
inline std::string finding_key(std::string_view verdict, std::string_view rule,
                               std::string_view instruction) {
  std::uint64_t digest = spec::kEmptyDigest;
  for (const std::string_view part : std::array{verdict, rule, instruction}) {
    // The length separates the parts.
    digest = spec::digest_with(spec::digest_of(part, digest), part.size());
  }
  std::string key(kFindingKeyDigits, '0');
  for (auto digit = key.rbegin(); digit != key.rend(); ++digit, digest >>= 4) {
    *digit = "0123456789abcdef"[digest & 0xf];
  }
  return key;
}

inline bool is_finding_key(std::string_view text) {
  return text.size() == kFindingKeyDigits &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

}  // namespace vconform::suites
