#include "oracle/predict/world_writer.h"

#include <algorithm>
#include <utility>

namespace vconform::oracle {

std::uint32_t WorldWriter::keep(Expectation expectation) {
  world_.cited |= expectation.cited;
  world_.expectations.push_back(std::move(expectation));
  return static_cast<std::uint32_t>(world_.expectations.size() - 1);
}

void WorldWriter::write_from(std::size_t first) {
  for (std::size_t i = first; i < world_.elements.size(); ++i) {
    const PredictedElement& element = world_.elements[i];
    const spec::NumberFormat& format = spec::format_of(element.type);
    const Expectation& expectation = world_.expectations[element.expectation];
    if (expectation.is_exact()) {
      memory_.write(element.memory, element.destination, format, expectation.patterns.front());
    } else {
      memory_.write_uncertain(element.memory, element.destination, format, element.expectation);
    }
  }
}

void WorldWriter::leave_open(const Bytes& bytes, std::uint32_t expectation, std::size_t step) {
  const std::size_t first = world_.elements.size();
  const std::uint64_t end = std::min(bytes.end, memory_.size(bytes.memory));
  budget_.spend(end - std::min(bytes.first, end));
  for (std::uint64_t at = bytes.first; at < end; ++at) {
    PredictedElement element{};
    element.destination = static_cast<Nibble>(at * kNibblesPerByte);
    element.expectation = expectation;
    element.step = static_cast<std::uint16_t>(step);
    element.memory = bytes.memory;
    element.type = spec::NumberType::kU8;
    world_.elements.push_back(element);
  }
  write_from(first);
}

}  // namespace vconform::oracle
