// The bins of one group that were met.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "suites/coverage/model.h"

namespace vconform::suites {

// A single bin, or one of a pair.
struct Bin {
  Dim a;
  std::size_t class_a;
  // Both nullopt for a single bin.
  std::optional<Dim> b = std::nullopt;
  std::size_t class_b = 0;
};
// "result carry into the exponent", "source -0 x rounding exact".
std::string text_of(const Bin& bin);

class Tally {
 public:
  explicit Tally(const Group& group) : group_(group), pairs_(group.pairs.size()) {}

  void add(const Sample& sample);
  // Whether the sample lies in a bin that was not met.
  bool has_new(const Sample& sample) const;
  void merge(const Tally& other);
  // Whether every bin of the other, of the same group, is one of these.
  bool covers(const Tally& other) const;

  bool has(const Bin& bin) const;
  // The bins that were met, as hexadecimal digits; adds those of the text of another tally of the
  // same group.
  std::string text() const;
  void add_text(std::string_view digits);
  // Every declared bin, singles first.
  std::vector<Bin> bins() const;
  const Group& group() const { return group_; }

 private:
  void add(const Bin& bin);

  using PairSets = std::array<ClassSet, kMostClasses>;

  Group group_;
  std::array<ClassSet, kDims> singles_ = {};
  // For each pair the classes of b that were met with each class of a.
  std::vector<PairSets> pairs_;
};

// The tallies of one instruction, by GroupId.
using CellTallies = std::array<Tally, kGroups>;
CellTallies empty_tallies(const spec::Conversion& row);

}  // namespace vconform::suites
