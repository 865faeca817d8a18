// Target: what a program behind exec: answers. It is taken whole, or refused in one line with
// nothing changed. The first byte of an input says what the rest answers: programs, an array, or
// the line start.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "adapters/exec/frames.h"
#include "adapters/exec/start_answer.h"
#include "fuzz/inputs/reader_check.h"

namespace {

using namespace vconform;
using namespace adapters::exec;
using Bytes = std::vector<std::uint8_t>;

// Whether it is taken.
template <typename Take>
bool is_taken(const Take& take) {
  try {
    take();
    return true;
  } catch (const BadAnswer& refusal) {
    fuzz::expect_one_line(refusal.what());
    return false;
  }
}

void take_programs_of(std::span<const std::uint8_t> body) {
  constexpr std::uint32_t kNone = ~std::uint32_t{0};
  constexpr std::size_t kSize = 100;
  std::array<Bytes, 2> held = {Bytes(kSize, 1), Bytes(kSize, 1)};
  std::array<vconform_memories, 2> memories{};
  std::array<vconform_program, 2> programs{};
  for (std::size_t i = 0; i < programs.size(); ++i) {
    memories[i].memory[VCONFORM_UB] = {held[i].data(), kSize};
    programs[i].memories = &memories[i];
    programs[i].status = kNone;
  }
  const bool taken = is_taken([&] { take_programs(body, programs); });
  for (std::size_t i = 0; i < programs.size(); ++i) {
    fuzz::expect((programs[i].status != kNone) == taken, "a program has no status, or too early");
    fuzz::expect(taken || held[i] == Bytes(kSize, 1), "a memory changes by a refused answer");
  }
}

void take_array_of(std::span<const std::uint8_t> body) {
  const Bytes before(12, 1);
  Bytes results = before;
  const bool taken = is_taken([&] { take_array(body, results); });
  fuzz::expect(taken || results == before, "a result changes by a refused answer");
}

void read_line(const std::string& line) {
  is_taken([&] {
    const StartAnswer answer = start_answer_from(line);
    fuzz::expect(!answer.name.empty() && !answer.version.empty(), "a program has no name");
    fuzz::expect(answer.stride_bits <= 16, "a stride has too many bits");
    fuzz::expect(
        std::ranges::all_of(answer.rows, [](const auto& row) { return row.roundings != 0; }),
        "a claim has no rounding");
  });
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) {
    return 0;
  }
  const std::span<const std::uint8_t> rest(data + 1, size - 1);
  switch (*data % 3) {
    case 0:
      take_programs_of(rest);
      break;
    case 1:
      take_array_of(rest);
      break;
    default:
      read_line(fuzz::text_of(rest.data(), rest.size()));
  }
  return 0;
}
