// Random draws for a mutation, from a seed that the engine gives.
#pragma once

#include <cstddef>
#include <cstdint>

#include "generators/choices/random_words.h"

// The engine's own mutations, of bytes.
// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer gives it
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace vconform::fuzz {

using Draws = generators::RandomWords;

}  // namespace vconform::fuzz
