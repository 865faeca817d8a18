// Every number of a case that an edit may change.
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "spec/case/case.h"

namespace vconform::fuzz {

class Knob {
 public:
  enum class Kind : std::uint8_t {
    kNumber,  // a stride, a repeat, a size
    kMask,
    kCtrl,
    kAddress,  // bytes
    kWord,     // DEQSCALE, a quant word, deqValue: see spec/number/word_fields.h
    kElement,  // the pattern of a planted element
  };
  using Place = std::variant<std::uint8_t*, std::uint16_t*, std::uint32_t*, std::uint64_t*, bool*>;

  // `bits` of what stands at the place, which stays the case's. `type` is that of an element.
  Knob(Kind kind, int bits, Place place, spec::NumberType type = spec::NumberType::kU64)
      : kind_(kind), bits_(bits), type_(type), place_(place) {}

  Kind kind() const { return kind_; }
  int bits() const { return bits_; }
  spec::NumberType type() const { return type_; }
  std::uint64_t value() const;
  // Takes the low bits.
  void set(std::uint64_t value);

 private:
  Kind kind_;
  int bits_;
  spec::NumberType type_;
  Place place_;
};

// Those of the steps, then those of the planted elements. They point into the case.
std::vector<Knob> knobs_of(spec::Case& test_case);

}  // namespace vconform::fuzz
