#include "suites/coverage/tally.h"

#include <fmt/format.h>

#include <bit>
#include <cassert>
#include <stdexcept>

namespace vconform::suites {

namespace {

constexpr std::string_view kDigits = "0123456789abcdef";
constexpr std::size_t kBitsPerDigit = 4;

template <typename Visit>
void each_class(ClassSet classes, const Visit& visit) {
  for (; classes != 0; classes &= classes - 1) {
    visit(static_cast<std::size_t>(std::countr_zero(classes)));
  }
}

std::string text_of(Dim dim, std::size_t number) {
  const Dimension& dimension = dimension_of(dim);
  return fmt::format("{} {}", dimension.name, dimension.classes[number]);
}

}  // namespace

std::string text_of(const Bin& bin) {
  const std::string first = text_of(bin.a, bin.class_a);
  return bin.b ? first + " x " + text_of(*bin.b, bin.class_b) : first;
}

void Tally::add(const Sample& sample) {
  for (const Dim dim : group_.dims) {
    singles_[index_of(dim)] |= sample[dim];
  }
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    const ClassSet other = sample[group_.pairs[i].b];
    each_class(sample[group_.pairs[i].a], [&](std::size_t number) { pairs_[i][number] |= other; });
  }
}

bool Tally::has_new(const Sample& sample) const {
  for (const Dim dim : group_.dims) {
    if ((sample[dim] & ~singles_[index_of(dim)]) != 0) {
      return true;
    }
  }
  bool is_new = false;
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    const ClassSet other = sample[group_.pairs[i].b];
    each_class(sample[group_.pairs[i].a],
               [&](std::size_t number) { is_new |= (other & ~pairs_[i][number]) != 0; });
  }
  return is_new;
}

void Tally::merge(const Tally& other) {
  assert(other.pairs_.size() == pairs_.size());
  for (std::size_t dim = 0; dim < kDims; ++dim) {
    singles_[dim] |= other.singles_[dim];
  }
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    for (std::size_t number = 0; number < kMostClasses; ++number) {
      pairs_[i][number] |= other.pairs_[i][number];
    }
  }
}

bool Tally::covers(const Tally& other) const {
  Tally both = *this;
  both.merge(other);
  return both.singles_ == singles_ && both.pairs_ == pairs_;
}

bool Tally::has(const Bin& bin) const {
  if (!bin.b) {
    return (singles_[index_of(bin.a)] & only(bin.class_a)) != 0;
  }
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    if (group_.pairs[i].a == bin.a && group_.pairs[i].b == *bin.b) {
      return (pairs_[i][bin.class_a] & only(bin.class_b)) != 0;
    }
  }
  return false;
}

void Tally::add(const Bin& bin) {
  if (!bin.b) {
    singles_[index_of(bin.a)] |= only(bin.class_a);
    return;
  }
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    if (group_.pairs[i].a == bin.a && group_.pairs[i].b == *bin.b) {
      pairs_[i][bin.class_a] |= only(bin.class_b);
    }
  }
}

std::string Tally::text() const {
  const std::vector<Bin> all = bins();
  std::string digits((all.size() + kBitsPerDigit - 1) / kBitsPerDigit, '0');
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (has(all[i])) {
      char& digit = digits[i / kBitsPerDigit];
      digit = kDigits[kDigits.find(digit) | std::size_t{1} << i % kBitsPerDigit];
    }
  }
  return digits;
}

void Tally::add_text(std::string_view digits) {
  const std::vector<Bin> all = bins();
  if (digits.size() != (all.size() + kBitsPerDigit - 1) / kBitsPerDigit) {
    throw std::logic_error("the text of a tally is of another group");
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    if ((kDigits.find(digits[i / kBitsPerDigit]) >> i % kBitsPerDigit & 1) != 0) {
      add(all[i]);
    }
  }
}

CellTallies empty_tallies(const spec::Conversion& row) {
  return {Tally(group_of(GroupId::kValues, row)), Tally(group_of(GroupId::kAddressing, row)),
          Tally(group_of(GroupId::kState, row))};
}

std::vector<Bin> Tally::bins() const {
  std::vector<Bin> all;
  for (const Dim dim : group_.dims) {
    for (std::size_t a = 0; a < dimension_of(dim).classes.size(); ++a) {
      all.push_back({dim, a});
    }
  }
  for (const DimPair& pair : group_.pairs) {
    for (std::size_t a = 0; a < dimension_of(pair.a).classes.size(); ++a) {
      for (std::size_t b = 0; b < dimension_of(pair.b).classes.size(); ++b) {
        all.push_back({pair.a, a, pair.b, b});
      }
    }
  }
  return all;
}

}  // namespace vconform::suites
