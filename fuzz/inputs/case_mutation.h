// Mutations of the text of a case that mostly leave it a case: a number or a line is changed.
#pragma once

#include <cstddef>
#include <cstdint>

namespace vconform::fuzz {

// For LLVMFuzzerCustomMutator; returns the new size. Changes bytes instead now and then.
std::size_t mutated_case(std::uint8_t* data, std::size_t size, std::size_t max_size, unsigned seed);

}  // namespace vconform::fuzz
