// The step of Prediction that is an operation.
#include "oracle/predict/prediction.h"

namespace vconform::oracle {

// Each element by itself: operands do not overlap (case_problem).
void Prediction::execute(const spec::Operation& step) {
  budget_.spend(std::uint64_t{step.rows} * step.cols);
  known_inputs_.clear();
  writer_.expect_elements(std::uint64_t{step.rows} * step.cols);
  for (std::uint32_t row = 0; row < step.rows; ++row) {
    convert_row(step, row);
  }
  if (step.scratch_bytes > 0) {
    const std::uint32_t open = writer_.keep(anything(spec::cite("write.nothing-else")));
    writer_.leave_open(
        {step.scratch.memory, step.scratch.offset, step.scratch.offset + step.scratch_bytes}, open,
        step_);
  }
}

void Prediction::convert_row(const spec::Operation& step, std::uint32_t row) {
  const spec::Conversion& conversion = step.cell.conversion();
  const auto place = [&](const spec::Address& at, const spec::NumberFormat& format,
                         std::uint64_t stride, std::uint32_t col) {
    const std::uint64_t nibbles = static_cast<std::uint64_t>(format.bits) / 4;
    const Nibble nibble = at.offset * kNibblesPerByte + (row * stride + col) * nibbles;
    return nibbles == 1 ? place_of_s4(nibble, readings_) : nibble;
  };
  const std::size_t first = world_.elements.size();
  for (std::uint32_t col = 0; col < step.cols; ++col) {
    PredictedElement element{};
    element.destination = place(step.dst, conversion.to(), step.dst_stride, col);
    element.source = place(step.src, conversion.from(), step.src_stride, col);
    element.repeat = row;
    element.lane = col;
    element.step = static_cast<std::uint16_t>(step_);
    element.memory = step.dst.memory;
    element.source_memory = step.src.memory;
    element.type = conversion.destination;
    element.has_source = true;
    const SimulatedMemory::Found source =
        writer_.read(memory_, step.src.memory, element.source, conversion.from());
    element.source_pattern = source.pattern;
    element.expectation = converted(step, source);
    world_.elements.push_back(element);
  }
  writer_.write_from(first);
}

std::uint32_t Prediction::converted(const spec::Operation& step,
                                    const SimulatedMemory::Found& source) {
  if (!source.pattern) {
    return writer_.keep(anything(world_.expectations[source.expectation].rule));
  }
  const ElementInput input{*source.pattern, 0};
  return known_inputs_.number_of(input, [&] {
    return writer_.keep(convert_element({step.cell, step.ctrl}, input, readings_.decided(),
                                        readings_.cited_before()));
  });
}

}  // namespace vconform::oracle
