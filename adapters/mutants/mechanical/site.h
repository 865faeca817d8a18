// A place in a source where the rewriter changes one thing.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace vconform::adapters::mechanical {

enum class Kind : unsigned char { kStatement, kOperator, kComparison, kLogical, kConstant };
std::string_view name_of(Kind kind);

struct Site {
  // Relative to the root of the checkout.
  std::string file;
  // Bytes of the file, [begin, end).
  std::size_t begin = 0;
  std::size_t end = 0;
  Kind kind = Kind::kConstant;
  // The nearest function that has a name.
  std::string function;
  // The text that replaces these bytes; of a statement, which is dropped, empty.
  std::string mutated;
  // Whether the code may also run in the compiler.
  bool is_in_constexpr = false;

  bool operator==(const Site&) const = default;
};

// By file and place; of two at one place the larger comes first, so that a site encloses those
// that follow it.
bool comes_before(const Site& one, const Site& other);

// A site that is no mutant, and why.
struct LeftOut {
  Site site;
  std::string reason;
};

struct Found {
  std::vector<Site> sites;
  std::vector<LeftOut> left_out;
};

}  // namespace vconform::adapters::mechanical
