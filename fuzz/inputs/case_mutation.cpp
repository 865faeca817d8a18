#include "fuzz/inputs/case_mutation.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/inputs/draws.h"

namespace vconform::fuzz {

namespace {

struct Place {
  std::size_t first;
  std::size_t count;
};

std::vector<Place> lines_of(std::string_view text) {
  std::vector<Place> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    lines.push_back({at, end - at});
    at = end;
  }
  return lines;
}

// Numbers, decimal or hexadecimal, behind '=', '+' or a space.
std::vector<Place> numbers_of(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdefx";
  std::vector<Place> numbers;
  for (std::size_t at = 1; at < text.size(); ++at) {
    const bool begins = std::string_view("=+ ").find(text[at - 1]) != std::string_view::npos;
    if (begins && text[at] >= '0' && text[at] <= '9') {
      const std::size_t end = std::min(text.find_first_not_of(kDigits, at), text.size());
      numbers.push_back({at, end - at});
    }
  }
  return numbers;
}

// A power of two or its neighbour, or a number below a limit of the instructions.
std::string number(Draws& draws) {
  const std::uint64_t power = std::uint64_t{1} << draws.below(64);
  const std::uint64_t beside = power + draws.below(3) - 1;
  const std::uint64_t small = draws.below(300);
  const std::uint64_t blocks = 32 * draws.below(8192);
  switch (draws.below(4)) {
    case 0:
      return fmt::format("{:#x}", beside);
    case 1:
      return fmt::format("{:#x}", blocks);
    default:
      return fmt::format("{}", small);
  }
}

void change_number(std::string& text, Draws& draws) {
  const std::vector<Place> numbers = numbers_of(text);
  if (!numbers.empty()) {
    const Place& place = numbers[draws.below(numbers.size())];
    text.replace(place.first, place.count, number(draws));
  }
}

// Repeats, moves or removes a line.
void change_lines(std::string& text, Draws& draws) {
  const std::vector<Place> lines = lines_of(text);
  if (lines.empty()) {
    return;
  }
  const Place& from = lines[draws.below(lines.size())];
  const Place& to = lines[draws.below(lines.size())];
  const std::string line = text.substr(from.first, from.count);
  if (draws.below(3) == 0) {
    text.erase(from.first, from.count);
  } else {
    text.insert(to.first + to.count, line);
  }
}

}  // namespace

std::size_t mutated_case(std::uint8_t* data, std::size_t size, std::size_t max_size,
                         unsigned seed) {
  Draws draws(seed);
  if (draws.below(4) == 0) {
    return LLVMFuzzerMutate(data, size, max_size);
  }
  std::string text(reinterpret_cast<const char*>(data), size);
  const std::uint64_t changes = 1 + draws.below(4);
  for (std::uint64_t i = 0; i < changes; ++i) {
    if (draws.below(4) == 0) {
      change_lines(text, draws);
    } else {
      change_number(text, draws);
    }
  }
  if (text.size() > max_size) {
    return LLVMFuzzerMutate(data, size, max_size);
  }
  std::copy(text.begin(), text.end(), data);
  return text.size();
}

}  // namespace vconform::fuzz
