// Arrays in the .npy format of numpy, version 1.0, with a header of 128 bytes: what follows is the
// same array as a plain little-endian .bin.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vconform::suites {

inline constexpr std::size_t kNpyHeaderBytes = 128;

// An array of bytes.
std::string npy_of(std::string_view bytes);
// An array of 16-bit numbers.
std::string npy_of(const std::vector<std::uint16_t>& numbers);
// A table of 64-bit numbers, row by row; their count is a multiple of `columns`.
std::string npy_of(const std::vector<std::uint64_t>& numbers, std::size_t columns);

// The bytes of an array of bytes, whatever its shape. Throws spec::InputError that does not name
// the file, for another type, another order, a header that is none, or bytes that are not as many
// as it says.
std::string_view bytes_of_npy(std::string_view file);

}  // namespace vconform::suites
