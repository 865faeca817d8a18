// Element types of adapters in C++20, and the form element: one element, a word and an alpha to a
// result. Part of vconform.hpp, which includes it.
#ifndef VCONFORM_ELEMENTS_HPP
#define VCONFORM_ELEMENTS_HPP

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "adapters/vconform_adapter.h"

namespace vconform {

// Types of numbers that C++20 lacks, as bit patterns.
struct F16 {
  std::uint16_t bits;
};
struct BF16 {
  std::uint16_t bits;
};
// Two elements; the first is in the low nibble.
struct S4Pair {
  std::uint8_t bits;
};

// The place of T among Types; their number if it is none of them.
template <typename T, typename... Types>
constexpr std::uint32_t index_among() {
  std::uint32_t index = 0;
  const bool is_among = ((std::is_same_v<T, Types> || (++index, false)) || ...);
  return is_among ? index : std::uint32_t{sizeof...(Types)};
}

// The number in the ABI of an element type: here they stand in that order. A library with a half of
// its own adds
//   template <> inline constexpr std::uint32_t vconform::kTypeOf<my::half> = VCONFORM_F16;
template <typename T>
inline constexpr std::uint32_t kTypeOf =
    index_among<T, S4Pair, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, F16,
                BF16, float, std::uint16_t, std::uint32_t, std::uint64_t, double>();
inline constexpr std::uint32_t kNoType = VCONFORM_F64 + 1;

// The arguments of element(): an element of a dequantisation, or of a copy that computes. The
// fields behind -> are those of vconform_element.
class Element {
 public:
  explicit Element(const vconform_element& element) : element_(&element) {}

  const vconform_element* operator->() const { return element_; }

  // Whether the row has this pair of types From to To.
  template <typename From, typename To>
  bool is() const {
    return element_->source_type == kTypeOf<From> && element_->destination_type == kTypeOf<To>;
  }
  // The source as a value.
  template <typename T>
  T source() const {
    return from_bits<T>(element_->source);
  }
  // `bits` of the word from bit `low` on, as a number: 1 to 64 - low of them.
  std::uint64_t word(int low, int bits) const {
    return element_->word << (64 - low - bits) >> (64 - bits);
  }
  // The low bits of the word as a value: the scale M of a factor is word<float>().
  template <typename T>
  T word() const {
    return from_bits<T>(element_->word);
  }
  float alpha() const { return from_bits<float>(element_->alpha); }

 private:
  template <typename T>
  static T from_bits(std::uint64_t bits) {
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= sizeof bits);
    T value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }

  const vconform_element* element_;
};

// The pattern of a result, for element() to return.
template <typename T>
std::uint64_t pattern_of(const T& result) {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= sizeof(std::uint64_t));
  std::uint64_t bits = 0;
  std::memcpy(&bits, &result, sizeof result);
  return bits;
}

}  // namespace vconform

#endif  // VCONFORM_ELEMENTS_HPP
