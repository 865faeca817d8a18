// Random draws for a mutation, from a seed that the engine gives.
#pragma once

#include <cstddef>
#include <cstdint>

// The engine's own mutations, of bytes.
// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer gives it
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace vconform::fuzz {

// Splitmix64.
class Draws {
 public:
  explicit Draws(unsigned seed) : state_(seed) {}

  std::uint64_t below(std::uint64_t bound) {
    state_ += 0x9e3779b97f4a7c15;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
    return (mixed ^ mixed >> 31) % bound;
  }

 private:
  std::uint64_t state_;
};

}  // namespace vconform::fuzz
