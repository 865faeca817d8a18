// Where something lies, over two axes: how much was seen in each place, and how much of it is
// wrong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "spec/number/number_format.h"

namespace vconform::suites {

struct Axis {
  // "exponent of the source".
  std::string name;
  // "2^3", in order.
  std::vector<std::string> places;

  friend bool operator==(const Axis&, const Axis&) = default;
};

class Grid {
 public:
  struct Cell {
    std::size_t line = 0;
    std::size_t column = 0;
    std::uint64_t seen = 0;
    std::uint64_t wrong = 0;

    friend bool operator==(const Cell&, const Cell&) = default;
  };

  Grid() = default;
  Grid(Axis lines, Axis columns);

  // Requires a line and a column of the grid.
  void add(const Cell& cell);

  const Axis& lines() const { return lines_; }
  const Axis& columns() const { return columns_; }
  // Those in which something was seen, line by line.
  std::vector<Cell> cells() const;

  friend bool operator==(const Grid&, const Grid&) = default;

 private:
  Axis lines_;
  Axis columns_;
  std::vector<Cell> all_;
};

// Patterns of a format without their signs, in places in order: by exponent or, for integers, by
// the number of binary digits.
class NumberPlaces {
 public:
  // Neighbours share a place so that there are at most `most`.
  NumberPlaces(const spec::NumberFormat& format, std::size_t most);

  std::size_t of(std::uint64_t pattern) const;
  // "exponent of the source", "binary digits of the source".
  Axis axis(const std::string& of_what) const;

 private:
  const spec::NumberFormat& format_;
  std::size_t count_;
  std::size_t in_one_;
};

}  // namespace vconform::suites
