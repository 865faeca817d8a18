#include "suites/diagnosis/where/grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

namespace vconform::suites {

namespace {

// The exponents of fields first .. last: the lowest field is that of zero and subnormal numbers,
// the highest that of inf and NaN.
std::string exponents_text(const spec::NumberFormat& format, std::size_t first, std::size_t last) {
  const int low = static_cast<int>(first) - format.bias();
  const int high = static_cast<int>(last) - format.bias();
  const bool has_subnormal = first == 0;
  const bool has_special = last == format.exponent_field_mask();
  if (first == last) {
    return has_subnormal ? "0, subnormal" : has_special ? "inf, NaN" : fmt::format("2^{}", low);
  }
  if (has_subnormal) {
    return fmt::format("below 2^{}", high + 1);
  }
  return has_special ? fmt::format("from 2^{}", low) : fmt::format("2^{} to 2^{}", low, high);
}

std::string digits_text(std::size_t first, std::size_t last) {
  return first == last ? fmt::format("{}", first) : fmt::format("{} to {}", first, last);
}

}  // namespace

Grid::Grid(Axis lines, Axis columns)
    : lines_(std::move(lines)),
      columns_(std::move(columns)),
      all_(lines_.places.size() * columns_.places.size()) {
  for (std::size_t i = 0; i < all_.size(); ++i) {
    all_[i].line = i / columns_.places.size();
    all_[i].column = i % columns_.places.size();
  }
}

void Grid::add(const Cell& cell) {
  Cell& known = all_.at(cell.line * columns_.places.size() + cell.column);
  known.seen += cell.seen;
  known.wrong += cell.wrong;
}

std::vector<Grid::Cell> Grid::cells() const {
  std::vector<Cell> seen;
  std::ranges::copy_if(all_, std::back_inserter(seen),
                       [](const Cell& cell) { return cell.seen > 0; });
  return seen;
}

NumberPlaces::NumberPlaces(const spec::NumberFormat& format, std::size_t most)
    : format_(format),
      count_(format.is_floating() ? std::size_t{1} << format.exponent_bits
                                  : static_cast<std::size_t>(format.bits) + 1),
      in_one_((count_ + most - 1) / most) {}

std::size_t NumberPlaces::of(std::uint64_t pattern) const {
  const bool is_negative = (pattern & format_.sign_mask()) != 0;
  if (format_.is_floating()) {
    return ((pattern & ~format_.sign_mask()) >> format_.fraction_bits) / in_one_;
  }
  const std::uint64_t magnitude =
      is_negative ? (0 - pattern) & format_.pattern_mask() : pattern & format_.pattern_mask();
  return static_cast<std::size_t>(std::bit_width(magnitude)) / in_one_;
}

Axis NumberPlaces::axis(const std::string& of_what) const {
  Axis axis{(format_.is_floating() ? "exponent of " : "binary digits of ") + of_what, {}};
  for (std::size_t first = 0; first < count_; first += in_one_) {
    const std::size_t last = std::min(first + in_one_, count_) - 1;
    axis.places.push_back(format_.is_floating() ? exponents_text(format_, first, last)
                                                : digits_text(first, last));
  }
  return axis;
}

}  // namespace vconform::suites
