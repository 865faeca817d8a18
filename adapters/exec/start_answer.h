// The control lines of protocol.md.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "adapters/vconform_adapter.h"

namespace vconform::adapters::exec {

inline constexpr int kProtocol = 1;
inline constexpr std::size_t kMostLineBytes = std::size_t{1} << 20;

// A program's answer to the line `start`.
struct StartAnswer {
  std::string name;
  std::string version;
  std::vector<vconform_capability> rows;
  std::uint32_t flags = 0;
  std::uint32_t overlap_order = VCONFORM_ORDER_UNDECLARED;
  std::uint32_t stride_bits = 0;
  std::vector<std::string> choices;
  std::string notes;  // a line each
  std::uint32_t batch = 1;
};

// With their newlines. `seconds` is the time limit.
std::string start_line(double seconds);
std::string stop_line();

// Throws BadAnswer with what is wrong, in one line.
StartAnswer start_answer_from(std::string_view line);

// Whether two starts of one program claim the same, whatever they note and in whatever order.
bool are_alike(const StartAnswer& one, const StartAnswer& other);

}  // namespace vconform::adapters::exec
