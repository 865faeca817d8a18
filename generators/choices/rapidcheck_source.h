// RapidCheck as a source of choices; the only file of this folder that includes RapidCheck.
#pragma once

#include <cstdint>
#include <functional>

#include <rapidcheck.h>

#include "generators/choices/choice_source.h"
#include "generators/choices/draws.h"

namespace vconform::generators {

// The same seed gives the same choices with every compiler.
class RapidCheckSource final : public ChoiceSource {
 public:
  explicit RapidCheckSource(const rc::Random& random) : random_(random) {}

  std::uint64_t below(std::uint64_t bound) override;

 private:
  rc::Random random_;
};

// The choices that one run of `generate` asks for; replay them to get its result. RapidCheck's size
// is ignored: a bit pattern has no size. Shrinks with simpler().
rc::Gen<Draws> gen_draws(std::function<void(ChoiceSource&)> generate);

}  // namespace vconform::generators
