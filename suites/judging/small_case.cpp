#include "suites/judging/small_case.h"

#include <algorithm>
#include <utility>

#include "generators/choices/choice_source.h"
#include "generators/choices/draws.h"
#include "generators/operation/words.h"
#include "generators/programs/copied_source.h"
#include "generators/programs/instruction_cases.h"
#include "generators/programs/operands.h"
#include "oracle/explain/element_text.h"
#include "spec/case/memory_image.h"
#include "spec/number/quantization.h"
#include "spec/rows/operation_rows.h"
#include "suites/judging/run_case.h"

namespace vconform::suites {

namespace {

// A case with the scale of another one, and for a VDEQ with its vector, at the same address.
spec::Case with_scale_of(const spec::Case& test_case, const spec::Case& other) {
  const spec::SetDeqScale scale = deq_scale_of(other);
  spec::Case changed = with_deq_scale(test_case, scale);
  if (!is_vdeq(oracle::converting_cell(test_case.steps.back()).conversion().deq)) {
    return changed;
  }
  const spec::MemoryImage before = spec::initial_image(other);
  const spec::Address at{spec::MemoryId::kUb,
                         spec::kVectorAddress.of(scale.value) * spec::kVectorAddressUnit};
  for (std::uint64_t i = 0; i < spec::kVectorFactors; ++i) {
    const std::uint64_t factor = spec::load_element(before.of(at.memory), at.offset,
                                                    spec::format_of(spec::NumberType::kS64), i);
    changed.placements.push_back(spec::PlaceElement{at, spec::NumberType::kS64, i, factor});
  }
  return changed;
}

// The simplest case of a vector instruction, with the scale of another case and this source. The
// result may depend on the lane, since each lane of a VDEQ has its factor: then every lane has it.
spec::Case vector_case(const spec::Cell& cell, std::uint64_t ctrl, const spec::Case& failed,
                       std::uint64_t pattern) {
  const spec::FeatureSet values{static_cast<std::uint32_t>(spec::Feature::kSaturate) |
                                static_cast<std::uint32_t>(spec::Feature::kKeepInf)};
  generators::ReplaySource simplest({});
  spec::Case small = generators::instruction_case(simplest, cell, values);
  if (auto* call = std::get_if<spec::CastDeq>(&small.steps.back())) {
    const auto& as = std::get<spec::CastDeq>(failed.steps.back());
    call->is_vec_deq = as.is_vec_deq;
    call->half_block = as.half_block;
  }
  small = with_ctrl(with_scale_of(small, failed), ctrl);
  spec::Step& step = small.steps.back();
  const spec::Address src = generators::source_of(step);
  const spec::Conversion& worker = oracle::converting_cell(step).conversion();
  const std::uint64_t lanes = is_vdeq(worker.deq) ? spec::kVectorFactors : 1;
  for (std::uint64_t i = 0; i < lanes; ++i) {
    small.placements.emplace_back(spec::PlaceElement{src, worker.source, i, pattern});
  }
  return small;
}

// The failed operation with one source everywhere, and where it quantises one word: on one element,
// on one row, or as it was.
std::vector<spec::Case> operation_cases(const spec::Case& failed,
                                        const oracle::ElementInput& input) {
  std::vector<spec::Case> cases;
  const auto& operation = std::get<spec::Operation>(failed.steps.back());
  const spec::Conversion& row = operation.cell.conversion();
  const spec::OperationLimits& limits = spec::limits_of(operation.cell);
  const spec::Quantisation& how = spec::operation_of(operation.cell).quantisation;
  const std::uint32_t least = row.from().bits < 8 || row.to().bits < 8 ? 2 : 1;
  const std::uint32_t multiple = std::max(least, limits.cols_multiple);
  const std::uint32_t least_rows = std::min(limits.rows_multiple, operation.rows);
  for (const auto& [rows, cols] :
       {std::pair(least_rows, std::min(multiple, operation.cols)),
        std::pair(least_rows, operation.cols), std::pair(operation.rows, operation.cols)}) {
    spec::Case small = failed;
    auto& step = std::get<spec::Operation>(small.steps.back());
    step.rows = rows;
    step.cols = cols;
    const std::uint64_t count = spec::spanned_elements(rows, cols, step.src_stride, how.src_block);
    std::erase_if(small.placements, [](const spec::Placement& placement) {
      return std::holds_alternative<spec::PlaceElement>(placement);
    });
    small.placements.push_back(spec::PlacePatterns{step.src, row.source, count, input.pattern, 0});
    small.steps = {step};
    generators::set_uniform_words(small, input.scale, input.alpha);
    cases.push_back(std::move(small));
  }
  return cases;
}

}  // namespace

std::vector<spec::Case> small_cases(const spec::Cell& cell, std::uint64_t ctrl,
                                    const spec::Case& failed, const oracle::ElementInput& input) {
  if (spec::is_operation(cell)) {
    return operation_cases(failed, input);
  }
  // The simplest case has no count.
  const std::uint64_t normal_mode = ctrl & ~spec::with_ctrl_bit(spec::kCtrlCounterMode);
  return {cell.conversion().is_copy()
              ? generators::copy_of(failed.steps.back(),
                                    {input.pattern, input.scale, input.alpha, normal_mode})
              : vector_case(cell, normal_mode, failed, input.pattern)};
}

}  // namespace vconform::suites
