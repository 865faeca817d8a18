// The step of Prediction that is an operation.
#include "oracle/predict/prediction.h"
#include "spec/rows/operation_rows.h"

namespace vconform::oracle {

// Each element by itself: operands do not overlap (case_problem).
void Prediction::execute(const spec::Operation& step) {
  budget_.spend(std::uint64_t{step.rows} * step.cols);
  known_inputs_.clear();
  writer_.expect_elements(std::uint64_t{step.rows} * step.cols);
  const ColumnParameters parameters = parameters_of(step);
  for (std::uint32_t row = 0; row < step.rows; ++row) {
    convert_row(step, row, parameters);
  }
  if (step.scratch_bytes > 0) {
    const std::uint32_t open = writer_.keep(anything(spec::cite("write.nothing-else")));
    writer_.leave_open(
        {step.scratch.memory, step.scratch.offset, step.scratch.offset + step.scratch_bytes}, open,
        step_);
  }
}

Prediction::ColumnParameters Prediction::parameters_of(const spec::Operation& step) {
  const spec::OperationParameters has = spec::operation_parameters(step.cell.row);
  const auto column_of = [&](const spec::Address& at, spec::NumberType type, std::uint64_t bytes) {
    std::vector<SimulatedMemory::Found> found;
    for (std::uint64_t col = 0; col < step.cols; ++col) {
      found.push_back(writer_.read(memory_, at.memory,
                                   static_cast<Nibble>((at.offset + col * bytes) * kNibblesPerByte),
                                   spec::format_of(type)));
    }
    return found;
  };
  ColumnParameters parameters{{{has.word ? step.quant : 0}}, {{has.alpha ? step.alpha : 0U}}};
  if (has.words && step.cols > 0) {
    parameters.words = column_of(step.quants, spec::NumberType::kU64, spec::kOperationWordBytes);
  }
  if (has.alphas && step.cols > 0) {
    parameters.alphas = column_of(step.alphas, spec::NumberType::kU32, spec::kOperationAlphaBytes);
  }
  return parameters;
}

void Prediction::convert_row(const spec::Operation& step, std::uint32_t row,
                             const ColumnParameters& parameters) {
  const spec::Conversion& conversion = step.cell.conversion();
  const spec::Quantisation& how = spec::operation_of(step.cell).quantisation;
  const auto place = [&](const spec::Address& at, const spec::NumberFormat& format,
                         std::uint64_t index) {
    const std::uint64_t nibbles = static_cast<std::uint64_t>(format.bits) / 4;
    const auto nibble = static_cast<Nibble>(at.offset * kNibblesPerByte + index * nibbles);
    return nibbles == 1 ? place_of_s4(nibble, readings_) : nibble;
  };
  const std::size_t first = world_.elements.size();
  for (std::uint32_t col = 0; col < step.cols; ++col) {
    PredictedElement element{};
    element.destination = place(step.dst, conversion.to(),
                                spec::element_index(row, col, step.dst_stride, how.dst_block));
    element.source = place(step.src, conversion.from(),
                           spec::element_index(row, col, step.src_stride, how.src_block));
    element.repeat = row;
    element.lane = col;
    element.step = static_cast<std::uint16_t>(step_);
    element.memory = step.dst.memory;
    element.source_memory = step.src.memory;
    element.type = conversion.destination;
    element.has_source = true;
    convert_column(step, parameters, element);
    world_.elements.push_back(element);
  }
  writer_.write_from(first);
}

// An operand that an earlier step left open makes its elements open.
void Prediction::convert_column(const spec::Operation& step, const ColumnParameters& parameters,
                                PredictedElement& element) {
  const SimulatedMemory::Found source =
      writer_.read(memory_, step.src.memory, element.source, step.cell.conversion().from());
  const SimulatedMemory::Found& word = parameters.words[element.lane % parameters.words.size()];
  const SimulatedMemory::Found& alpha = parameters.alphas[element.lane % parameters.alphas.size()];
  for (const SimulatedMemory::Found* operand : {&source, &word, &alpha}) {
    if (!operand->pattern) {
      element.expectation = writer_.keep(anything(world_.expectations[operand->expectation].rule));
      return;
    }
  }
  element.source_pattern = source.pattern;
  element.scale = *word.pattern;
  element.alpha = static_cast<std::uint32_t>(*alpha.pattern);
  const ElementInput input{*source.pattern, element.scale, element.alpha};
  element.expectation = known_inputs_.number_of(input, [&] {
    return writer_.keep(convert_element(arithmetic_of_operation(step), input, readings_.decided(),
                                        readings_.cited_before(input)));
  });
}

}  // namespace vconform::oracle
