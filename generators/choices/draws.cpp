#include "generators/choices/draws.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <utility>

namespace vconform::generators {

namespace {

using Candidates = std::vector<Draws>;

std::ptrdiff_t offset(std::size_t i) {
  return static_cast<std::ptrdiff_t>(i);
}

Draws without_trailing_zeros(Draws draws) {
  while (!draws.empty() && draws.back() == 0) {
    draws.pop_back();
  }
  return draws;
}

void drop_tails(const Draws& draws, Candidates& out) {
  for (std::size_t dropped = draws.size(); dropped > 0; dropped /= 2) {
    out.emplace_back(draws.begin(), draws.end() - offset(dropped));
  }
}

// Whether the run has a draw that is not 0. A run of zeros is not a part that a generator repeats:
// dropping it only moves what follows, and zeroing it changes nothing.
bool is_worth_a_try(const Draws& draws, std::size_t begin, std::size_t end) {
  return std::any_of(draws.begin() + offset(begin), draws.begin() + offset(end),
                     [](std::uint64_t draw) { return draw != 0; });
}

// Adds the lists with one run dropped, for a run at every `step`-th place.
void drop_runs(const Draws& draws, std::size_t length, std::size_t step, Candidates& out) {
  for (std::size_t begin = 0; begin + length < draws.size(); begin += step) {
    if (is_worth_a_try(draws, begin, begin + length)) {
      Draws shorter(draws.begin(), draws.begin() + offset(begin));
      shorter.insert(shorter.end(), draws.begin() + offset(begin + length), draws.end());
      out.push_back(std::move(shorter));
    }
  }
}

void zero_runs(const Draws& draws, std::size_t length, Candidates& out) {
  for (std::size_t begin = 0; begin < draws.size(); begin += length) {
    const std::size_t end = std::min(begin + length, draws.size());
    if (is_worth_a_try(draws, begin, end)) {
      Draws zeroed = draws;
      std::fill(zeroed.begin() + offset(begin), zeroed.begin() + offset(end), std::uint64_t{0});
      out.push_back(std::move(zeroed));
    }
  }
}

void replace(const Draws& draws, std::size_t i, std::uint64_t value, Candidates& out) {
  Draws changed = draws;
  changed[i] = value;
  out.push_back(std::move(changed));
}

// Larger draws are reduced only in ways that need few steps from any number: taking 1 from 2^31
// again and again would not end in reasonable time.
constexpr std::uint64_t kSmallDraw = 64;

std::uint64_t without_lower_half(std::uint64_t draw) {
  const int half = static_cast<int>(std::bit_width(draw)) / 2;
  return draw >> half << half;
}

// Zero is not tried here: zero_runs has it already.
void reduce_each(const Draws& draws, Candidates& out) {
  for (std::size_t i = 0; i < draws.size(); ++i) {
    const std::uint64_t draw = draws[i];
    if (draw >= 2) {
      replace(draws, i, draw / 2, out);
    }
    if (draw > kSmallDraw && without_lower_half(draw) != draw) {
      replace(draws, i, without_lower_half(draw), out);
    }
    if (draw >= 3 && draw <= kSmallDraw) {
      replace(draws, i, draw - 1, out);
    }
  }
}

}  // namespace

std::vector<Draws> simpler(const Draws& given) {
  const Draws draws = without_trailing_zeros(given);
  Candidates candidates;
  drop_tails(draws, candidates);
  for (std::size_t length = draws.size() / 2; length > kDrawsPerPart; length /= 2) {
    drop_runs(draws, length, length, candidates);
    zero_runs(draws, length, candidates);
  }
  drop_runs(draws, kDrawsPerPart, 1, candidates);
  for (std::size_t length = kDrawsPerPart; length > 0; length /= 2) {
    zero_runs(draws, length, candidates);
  }
  reduce_each(draws, candidates);
  return candidates;
}

}  // namespace vconform::generators
