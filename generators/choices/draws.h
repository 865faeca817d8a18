// A case as the list of choices that made it, and the simplification of such lists.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "generators/choices/choice_source.h"

namespace vconform::generators {

// The answers to below(), in order. Zeros at the end may be left off.
using Draws = std::vector<std::uint64_t>;

// A part that a generator repeats, such as a planted element, takes this many draws and begins with
// a draw that is 0 when the repetition ends: dropping as many draws removes one part.
inline constexpr std::size_t kDrawsPerPart = 4;

// Replays draws: missing ones are 0, and those not below their bound are reduced modulo the bound.
class ReplaySource final : public ChoiceSource {
 public:
  // The caller keeps the draws, which must outlive the source.
  explicit ReplaySource(std::span<const std::uint64_t> draws) : draws_(draws) {}

  std::uint64_t below(std::uint64_t bound) override {
    assert(bound >= 1);
    return next_ < draws_.size() ? draws_[next_++] % bound : 0;
  }

 private:
  std::span<const std::uint64_t> draws_;
  std::size_t next_ = 0;
};

// Passes on the choices of another source, which must outlive it, and records them.
class RecordingSource final : public ChoiceSource {
 public:
  explicit RecordingSource(ChoiceSource& from) : from_(from) {}

  std::uint64_t below(std::uint64_t bound) override {
    const std::uint64_t value = from_.below(bound);
    draws_.push_back(value);
    return value;
  }

  const Draws& draws() const { return draws_; }

 private:
  ChoiceSource& from_;
  Draws draws_;
};

// Simpler lists, the most promising first; none equals `given`. Repeatedly taking the first one
// that still fails terminates, since each is shorter or has a smaller draw and no larger one.
std::vector<Draws> simpler(const Draws& given);

}  // namespace vconform::generators
