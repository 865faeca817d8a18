// A short number for a long sequence, to tell whether two are the same. Equal on every compiler and
// machine; no protection against someone who looks for another sequence with the same one.
#pragma once

#include <cstdint>
#include <string_view>

namespace vconform::spec {

// FNV-1a, over the bytes of the word from the lowest.
constexpr std::uint64_t digest_with(std::uint64_t digest, std::uint64_t word) {
  for (int byte = 0; byte < 8; ++byte) {
    digest = (digest ^ (word >> (8 * byte) & 0xff)) * 0x100000001b3;
  }
  return digest;
}

inline constexpr std::uint64_t kEmptyDigest = 0xcbf29ce484222325;

constexpr std::uint64_t digest_of(std::string_view text, std::uint64_t digest = kEmptyDigest) {
  for (const char c : text) {
    digest = (digest ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  }
  return digest;
}

}  // namespace vconform::spec
