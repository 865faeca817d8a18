// The bins that the cases of a run lie in.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <unordered_set>
#include <vector>

#include "oracle/number/element_input.h"
#include "oracle/predict/world.h"
#include "spec/case/case.h"
#include "spec/profiles/choices.h"
#include "suites/coverage/alike.h"
#include "suites/coverage/element_classes.h"
#include "suites/coverage/tally.h"

namespace vconform::suites {

class Observer {
 public:
  // Counts the instructions of one row of spec::kRows; those of other rows in the same cases are
  // not counted. `readings` must have a reading of every rule: those under which the cases are
  // predicted.
  Observer(const spec::Conversion& row, const spec::Choices& readings);

  // The elements of the instruction are no longer looked at once they lie in all of these bins,
  // since there are no others. Without this call they always are.
  void expect(const spec::Cell& cell, const Tally& all_values);

  // Counts every element and every instruction of the case whose results are predicted. `is_legal`:
  // no argument is outside its documented range.
  void see(const spec::Case& test_case, bool is_legal);

  // The values of an instruction of the row; and the tallies of all its instructions together.
  const Tally& values(const spec::Cell& cell) const;
  CellTallies all() const;

 private:
  // The properties of an instruction on which an element's classes depend besides its input.
  struct Context {
    spec::Cell cell;
    std::uint64_t ctrl;
    std::uint8_t relu;
    bool is_zero_code;
    friend bool operator==(const Context&, const Context&) = default;
  };
  struct Known {
    std::size_t context = ~std::size_t{0};
    oracle::ElementInput input;
  };

  struct Expected {
    Tally values;
    bool is_met = false;
  };

  CellTallies& tallies_of(const spec::Cell& cell);
  bool wants_values(const spec::Cell& cell);
  bool wants_values(const spec::Case& test_case);
  std::size_t context_of(const spec::Step& step, std::uint64_t ctrl);
  void see_values(const spec::Case& test_case, const oracle::World& world);
  bool is_known(std::size_t context, const oracle::ElementInput& input);

  const spec::Conversion& row_;
  spec::Choices readings_;
  // By the rounding mode, of which each instruction of the row has another one.
  std::map<spec::Rounding, CellTallies> tallies_;
  std::map<spec::Rounding, Expected> expected_;
  std::vector<Context> contexts_;
  // Elements of a vconv with equal keys lie in the same bins.
  Alike alike_;
  std::unordered_set<std::uint64_t> keys_;
  // Inputs of other instructions that were counted lately. One that is not found here is counted
  // again.
  std::vector<Known> known_;
};

}  // namespace vconform::suites
