// The knobs of a case: every number in it that an edit may change.
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
    kAddress,  // an address in bytes
    kWord,     // DEQSCALE, a quant word or a deqValue: see spec/number/word_fields.h
    kElement,  // the pattern of a planted element
  };
  using Place = std::variant<std::uint8_t*, std::uint16_t*, std::uint32_t*, std::uint64_t*, bool*>;

  // The low `bits` of the place, which belongs to the case. `type` is that of an element.
  Knob(Kind kind, int bits, Place place, spec::NumberType type = spec::NumberType::kU64)
      : kind_(kind), bits_(bits), type_(type), place_(place) {}

  Kind kind() const { return kind_; }
  int bits() const { return bits_; }
  spec::NumberType type() const { return type_; }
  std::uint64_t value() const;
  // Takes the low bits of the value.
  void set(std::uint64_t value);

 private:
  Kind kind_;
  int bits_;
  spec::NumberType type_;
  Place place_;
};

// The knobs of the steps, then those of the planted elements. They point into the case.
std::vector<Knob> knobs_of(spec::Case& test_case);

}  // namespace vconform::fuzz
