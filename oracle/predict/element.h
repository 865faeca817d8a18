// The result of one element, whatever the family of its instruction.
#pragma once

#include <cstdint>
#include <variant>

#include "oracle/copy_matrix/copy_matrix.h"
#include "oracle/number/element_input.h"
#include "oracle/reading/settle.h"
#include "spec/case/instruction.h"
#include "spec/rows/conversions.h"

namespace vconform::oracle {

// The arithmetic that an instruction applies to an element.
class ElementArithmetic {
 public:
  // A row of the family vconv or deq, or an operation, under CTRL.
  ElementArithmetic(const spec::Cell& cell, std::uint64_t ctrl) : kind_(Vector{cell, ctrl}) {}
  explicit ElementArithmetic(const FixpipeMode& mode) : kind_(mode) {}
  explicit ElementArithmetic(const spec::DataCopy& step) : kind_(step) {}

  Expectation run(Derivation& d, const ElementInput& input) const;
  // The type of the destination, or the one that a bit of input.scale selects.
  spec::NumberType result_type(const ElementInput& input) const;

 private:
  struct Vector {
    spec::Cell cell;
    std::uint64_t ctrl;
  };
  std::variant<Vector, FixpipeMode, spec::DataCopy> kind_;
};

// The arithmetic of an operation under its CTRL at entry: its conversions, or the element chain of
// a family.
ElementArithmetic arithmetic_of_operation(const spec::Operation& step);

// The result and the steps on the way to it, see settle.
Derived derive(const ElementArithmetic& arithmetic, const ElementInput& input,
               const spec::Choices& known);
// The results under all combinations of open rules, see alternatives_of.
Alternatives convert_element(const ElementArithmetic& arithmetic, const ElementInput& input,
                             const spec::Choices& known, const RuleSet& cited_before = {});

}  // namespace vconform::oracle
