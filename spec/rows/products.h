// The products of the vendor, as the tables of paths of data_copy_enhanced name them (支持型号).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace vconform::spec {

enum class Product : std::uint8_t {
  kTraining,
  kInferenceAiCore,
  kInferenceVectorCore,
  kA2,
  k200A2,
};

// In their order; the pages' names are Atlas 训练系列产品, Atlas推理系列产品AI Core and Vector
// Core, Atlas A2训练系列产品/Atlas 800I A2推理产品, Atlas 200/500 A2推理产品.
inline constexpr std::array<std::string_view, 5> kNamesOfProducts = {
    "training", "inference AI Core", "inference Vector Core", "A2", "200/500 A2"};

class ProductSet {
 public:
  constexpr ProductSet() = default;
  constexpr ProductSet(std::initializer_list<Product> products) {
    for (const Product product : products) {
      bits_ |= 1u << static_cast<unsigned>(product);
    }
  }

  constexpr bool has(Product product) const {
    return (bits_ >> static_cast<unsigned>(product) & 1) != 0;
  }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr ProductSet both(ProductSet other) const {
    ProductSet common;
    common.bits_ = bits_ & other.bits_;
    return common;
  }

 private:
  unsigned bits_ = 0;
};

}  // namespace vconform::spec
