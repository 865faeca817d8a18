// Words that look random, each a function of a seed and its number: for programs that are made anew
// from their number.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace vconform::generators {

// splitmix64
class RandomWords {
 public:
  explicit RandomWords(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t x = state_ += 0x9e3779b97f4a7c15;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
  }
  std::uint64_t below(std::uint64_t bound) { return next() % bound; }

  template <std::size_t kBytes>
  std::array<std::uint8_t, kBytes> bytes() {
    std::array<std::uint8_t, kBytes> all;
    for (std::size_t i = 0; i < all.size(); i += 8) {
      const std::uint64_t word = next();
      for (std::size_t byte = 0; byte < 8; ++byte) {
        all[i + byte] = static_cast<std::uint8_t>(word >> (8 * byte));
      }
    }
    return all;
  }

 private:
  std::uint64_t state_;
};

}  // namespace vconform::generators
