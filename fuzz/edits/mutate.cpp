#include "fuzz/edits/mutate.h"

#include <algorithm>
#include <array>
#include <utility>

#include "fuzz/edits/edits.h"
#include "fuzz/edits/input.h"
#include "generators/choices/random_words.h"

namespace vconform::fuzz {

namespace {

using generators::RandomWords;

// Draws a case unrelated to the previous one, so that a small or misguided corpus matters little.
void draw_anew(RandomWords& bits, std::size_t most, Input& input) {
  input.edits.clear();
  // Between registers and addresses alone and as many planted elements as fit.
  input.choices.resize(most / 8 + bits.below(most / 4 + 1));
  std::uint64_t left = 0;
  for (std::size_t i = 0; i < input.choices.size(); ++i, left >>= 8) {
    left = i % 8 == 0 ? bits.next() : left;
    input.choices[i] = static_cast<std::uint8_t>(left);
  }
}

Edit drawn_edit(RandomWords& bits) {
  const std::uint64_t drawn = bits.next();
  Edit edit;
  edit.change = static_cast<std::uint8_t>(drawn % kChanges);
  edit.amount = static_cast<std::uint8_t>(drawn >> 8);
  edit.knob = static_cast<std::uint16_t>(drawn >> 16);
  edit.value = static_cast<std::uint32_t>(drawn >> 32);
  return edit;
}

void change_edits(RandomWords& bits, Input& input) {
  const std::size_t which = bits.below(4);
  if (which == 0 && !input.edits.empty()) {
    input.edits.erase(input.edits.begin() +
                      static_cast<std::ptrdiff_t>(bits.below(input.edits.size())));
  } else if (input.edits.size() < kMostEdits && which != 1) {
    input.edits.push_back(drawn_edit(bits));
  } else if (!input.edits.empty()) {
    input.edits[bits.below(input.edits.size())] = drawn_edit(bits);
  }
}

void change_choices(Input& input, std::size_t most, const EngineMutator& engine) {
  const std::size_t size = input.choices.size();
  input.choices.resize(std::max(size, std::min(most, 2 * size + 16)));
  input.choices.resize(engine(input.choices.data(), size, input.choices.size()));
}

}  // namespace

std::size_t mutate(std::span<std::uint8_t> bytes, std::size_t size, std::uint32_t seed,
                   const EngineMutator& engine) {
  enum class Way { kAnew, kChoices, kEdits, kBoth };
  constexpr std::array<Way, 8> kWays = {Way::kAnew,  Way::kAnew,  Way::kAnew,    Way::kAnew,
                                        Way::kEdits, Way::kEdits, Way::kChoices, Way::kBoth};
  RandomWords bits(seed);
  Input input = decoded(bytes.first(size));
  const Way way = kWays[bits.below(kWays.size())];
  if (way == Way::kAnew) {
    draw_anew(bits, bytes.size(), input);
  }
  if (way == Way::kChoices || way == Way::kBoth) {
    change_choices(input, bytes.size(), engine);
  }
  if (way == Way::kEdits || way == Way::kBoth) {
    change_edits(bits, input);
  }
  std::vector<std::uint8_t> mutated = encoded(input);
  mutated.resize(std::min(mutated.size(), bytes.size()));
  std::copy(mutated.begin(), mutated.end(), bytes.begin());
  return mutated.size();
}

}  // namespace vconform::fuzz
