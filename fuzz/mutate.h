// The custom mutator: new choices, other choices, or an edit of the case that the choices make.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace vconform::fuzz {

// Mutates the first `size` of the bytes in place, which are `most` long in all, by means of the
// engine; returns the new size.
using EngineMutator =
    std::function<std::size_t(std::uint8_t* bytes, std::size_t size, std::size_t most)>;

// As LLVMFuzzerCustomMutator; the same seed gives the same bytes.
std::size_t mutate(std::span<std::uint8_t> bytes, std::size_t size, std::uint32_t seed,
                   const EngineMutator& engine);

}  // namespace vconform::fuzz
