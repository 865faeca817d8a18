#include "generators/choices/pairwise.h"

#include <algorithm>
#include <array>
#include <set>

namespace vconform::generators {

namespace {

// Value `i` of parameter `p` and value `j` of the later parameter `q`: p, i, q, j.
using Pair = std::array<std::size_t, 4>;

Pair pair_of(const Indices& row, std::size_t a, std::size_t b) {
  const auto [p, q] = std::minmax(a, b);
  return {p, row[p], q, row[q]};
}

std::set<Pair> all_pairs(std::span<const std::size_t> sizes) {
  std::set<Pair> pairs;
  for (std::size_t q = 1; q < sizes.size(); ++q) {
    for (std::size_t p = 0; p < q; ++p) {
      for (std::size_t i = 0; i < sizes[p]; ++i) {
        for (std::size_t j = 0; j < sizes[q]; ++j) {
          pairs.insert({p, i, q, j});
        }
      }
    }
  }
  return pairs;
}

// How many of the pairs the parameter has in the row.
std::ptrdiff_t new_pairs(const std::set<Pair>& open, const Indices& row, std::size_t parameter) {
  std::ptrdiff_t count = 0;
  for (std::size_t other = 0; other < row.size(); ++other) {
    count += other != parameter && open.contains(pair_of(row, parameter, other)) ? 1 : 0;
  }
  return count;
}

}  // namespace

std::vector<Indices> pairwise(std::span<const std::size_t> sizes,
                              const std::function<bool(const Indices&)>& is_legal) {
  std::vector<Indices> rows;
  std::set<Pair> open = all_pairs(sizes);
  while (!open.empty()) {
    const Pair wanted = *open.begin();
    Indices row(sizes.size(), 0);
    row[wanted[0]] = wanted[1];
    row[wanted[2]] = wanted[3];
    if (!is_legal(row)) {
      open.erase(wanted);
      continue;
    }
    for (std::size_t r = 0; r < sizes.size(); ++r) {
      if (r == wanted[0] || r == wanted[2]) {
        continue;
      }
      Indices best = row;
      for (std::size_t value = 1; value < sizes[r]; ++value) {
        Indices other = row;
        other[r] = value;
        if (new_pairs(open, other, r) > new_pairs(open, best, r) && is_legal(other)) {
          best = other;
        }
      }
      row = best;
    }
    for (std::size_t q = 1; q < row.size(); ++q) {
      for (std::size_t p = 0; p < q; ++p) {
        open.erase(pair_of(row, p, q));
      }
    }
    rows.push_back(row);
  }
  return rows;
}

}  // namespace vconform::generators
