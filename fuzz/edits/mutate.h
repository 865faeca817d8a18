// The custom mutator: draws new choices, changes choices, or edits the case that the choices make.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace vconform::fuzz {

// The engine's mutation: mutates the first `size` of `most` bytes in place and returns the new
// size.
using EngineMutator =
    std::function<std::size_t(std::uint8_t* bytes, std::size_t size, std::size_t most)>;

// As LLVMFuzzerCustomMutator; the same seed gives the same bytes.
std::size_t mutate(std::span<std::uint8_t> bytes, std::size_t size, std::uint32_t seed,
                   const EngineMutator& engine);

}  // namespace vconform::fuzz
