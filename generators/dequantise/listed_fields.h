// The values of the fields around a scale, the same in every word that has them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace vconform::generators {

// A list, behind which `any` further entries stand for any value.
template <std::size_t kListed>
struct Listed {
  std::array<int, kListed> values;
  std::uint64_t any;

  constexpr std::uint64_t count() const { return kListed + any; }
  std::uint64_t at(std::uint64_t index, std::uint64_t noise) const {
    const std::uint64_t product = (noise + 1) * 0x9e3779b97f4a7c15;
    return index < kListed ? static_cast<std::uint64_t>(values[index]) : product ^ (product >> 29);
  }
};
// The number of different noises.
inline constexpr std::uint64_t kNoise = std::uint64_t{1} << 24;

inline constexpr Listed<13> kOffsets = {
    {0, 0, 0, -256, -1, 1, 255, 254, -255, 127, -128, 128, -127}, 3};
// The bits of M that 1-8-10 does not have: half the value of its last bit, the neighbours of that,
// and all low bits.
inline constexpr int kLowScaleBits = 13;
inline constexpr Listed<10> kLowBits = {{0, 0, 0, 0, 0, 0x1000, 0x0fff, 0x1001, 0x1fff, 1}, 2};
inline constexpr Listed<9> kReserved = {{0, 0, 0, 0, 0, 0, 0, 0, -1}, 2};

}  // namespace vconform::generators
