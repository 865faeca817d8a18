#include "oracle/predict/element.h"

#include "oracle/data_copy/data_copy.h"
#include "oracle/deq/deq.h"
#include "oracle/dequantise/half_scale.h"
#include "oracle/operation/operation.h"
#include "oracle/vconv/vconv.h"
#include "spec/rows/operation_rows.h"

namespace vconform::oracle {

namespace {

template <typename... Visitors>
struct Overloaded : Visitors... {
  using Visitors::operator()...;
};

}  // namespace

Expectation ElementArithmetic::run(Derivation& d, const ElementInput& input) const {
  return std::visit(
      Overloaded{[&](const Vector& vector) {
                   if (spec::is_operation(vector.cell)) {
                     return operation_element(d, vector.cell, vector.ctrl, input.pattern);
                   }
                   const spec::Conversion& row = vector.cell.conversion();
                   switch (row.deq) {
                     case spec::DeqForm::kNone:
                       return convert(d, vector.cell, vector.ctrl, input.pattern);
                     case spec::DeqForm::kHalf:
                       return dequantise16(d, input, vector.ctrl);
                     default:
                       return dequantise(d, input, row.destination);
                   }
                 },
                 [&](const FixpipeMode& mode) { return fixpipe_element(d, mode, input); },
                 [&](const spec::DataCopy& step) { return data_copy_element(d, step, input); }},
      kind_);
}

spec::NumberType ElementArithmetic::result_type(const ElementInput& input) const {
  return std::visit(
      Overloaded{[&](const Vector& vector) {
                   const spec::Conversion& row = vector.cell.conversion();
                   const bool is_b8 =
                       row.deq != spec::DeqForm::kNone && row.deq != spec::DeqForm::kHalf;
                   return is_b8 ? deq_result_type(input.scale) : row.destination;
                 },
                 [&](const FixpipeMode& mode) { return fixpipe_result_type(mode, input); },
                 [&](const spec::DataCopy& step) { return data_copy_result_type(step, input); }},
      kind_);
}

ElementArithmetic arithmetic_of_operation(const spec::Operation& step) {
  const spec::OperationRow& row = spec::operation_of(step.cell);
  if (!row.quantises()) {
    return {step.cell, step.ctrl};
  }
  const spec::Cell& chain = spec::chain_of(step.cell);
  const std::uint64_t ctrl = spec::ctrl_of_operation(row, step.ctrl);
  if (row.quantisation.family == spec::Family::kCopyMatrix) {
    spec::CopyMatrix copy;
    copy.cell = chain;
    copy.quant_pre = spec::quant_code_of(chain.conversion()).scalar;
    copy.relu_pre = row.quantisation.relu;
    return ElementArithmetic(fixpipe_mode(copy, ctrl));
  }
  if (row.quantisation.family == spec::Family::kDataCopy) {
    spec::DataCopy copy;
    copy.cell = chain;
    copy.is_relu = row.quantisation.relu != 0;
    return ElementArithmetic(copy);
  }
  return {chain, ctrl};
}

Derived derive(const ElementArithmetic& arithmetic, const ElementInput& input,
               const spec::Choices& known) {
  return settle([&](Derivation& d) { return arithmetic.run(d, input); }, known,
                Derivation::For::kSteps);
}

Alternatives convert_element(const ElementArithmetic& arithmetic, const ElementInput& input,
                             const spec::Choices& known, const RuleSet& cited_before) {
  return alternatives_of([&](Derivation& d) { return arithmetic.run(d, input); }, known,
                         cited_before);
}

}  // namespace vconform::oracle
