// The frames of protocol.md: requests written, answers checked. An answer is untrusted.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "adapters/vconform_adapter.h"

namespace vconform::adapters::exec {

inline constexpr std::array<char, 4> kMagic = {'V', 'C', 'X', '1'};
inline constexpr std::uint32_t kExecute = 1;
inline constexpr std::uint32_t kConvert = 2;
inline constexpr std::uint32_t kMostItems = 4096;
inline constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 28;
inline constexpr std::uint32_t kMostMessage = 400;
inline constexpr std::uint64_t kUnit = 8;

constexpr std::uint64_t padded(std::uint64_t bytes) {
  return (bytes + kUnit - 1) / kUnit * kUnit;
}

struct FrameHeader {
  std::array<char, 4> magic = kMagic;
  std::uint32_t kind = 0;
  std::uint32_t count = 0;
  std::uint32_t number = 0;
  std::uint64_t bytes = 0;
};
static_assert(sizeof(FrameHeader) == 24);

struct ArrayHeader {
  std::uint32_t source_type;
  std::uint32_t destination_type;
  std::uint32_t rounding;
  std::uint32_t reserved;
  std::uint64_t ctrl;
  std::uint64_t count;
};
static_assert(sizeof(ArrayHeader) == 32);

// An answer that is not as the protocol says; what() is one line.
class BadAnswer : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Appends the item of a program.
void append_program(std::vector<std::uint8_t>& body, std::span<const vconform_step> steps,
                    const vconform_memories& memories);

// Checks the header of an answer. Throws BadAnswer.
void check_header(const FrameHeader& answer, const FrameHeader& request);

struct Status {
  std::uint32_t status = VCONFORM_OK;
  std::string message;
};

// Takes the answers to programs from a whole body: fills in `status` and `memories` of each, and
// returns the message of the first that is not VCONFORM_OK. Throws BadAnswer, and then nothing has
// changed.
std::string take_programs(std::span<const std::uint8_t> body, std::span<vconform_program> programs);

// Takes the answer to one array; `results` is written if the status is VCONFORM_OK. Throws
// BadAnswer.
Status take_array(std::span<const std::uint8_t> body, std::span<std::uint8_t> results);

}  // namespace vconform::adapters::exec
