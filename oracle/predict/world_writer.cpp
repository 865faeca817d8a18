#include "oracle/predict/world_writer.h"

#include <algorithm>
#include <utility>

namespace vconform::oracle {

std::uint32_t WorldWriter::keep(Expectation expectation) {
  world_.cited |= expectation.cited;
  world_.expectations.push_back(std::move(expectation));
  return static_cast<std::uint32_t>(world_.expectations.size() - 1);
}

std::uint32_t WorldWriter::keep(Alternatives alternatives) {
  if (alternatives.size() == 1) {
    return keep(std::move(alternatives.front().expectation));
  }
  budget_.spend(alternatives.size());
  const auto number = static_cast<std::uint32_t>(world_.expectations.size());
  world_.expectations.push_back(alternatives.front().expectation);
  world_.open.emplace(number, std::move(alternatives));
  return number;
}

Alternatives WorldWriter::alternatives_of(std::uint32_t number) const {
  const auto open = world_.open.find(number);
  return open == world_.open.end() ? Alternatives{{{}, world_.expectations[number]}} : open->second;
}

SimulatedMemory::Found WorldWriter::read(const SimulatedMemory& from, spec::MemoryId memory,
                                         Nibble place, const spec::NumberFormat& format) {
  const SimulatedMemory::Found found = from.read(memory, place, format);
  const auto open = found.pattern ? world_.open.end() : world_.open.find(found.expectation);
  if (open != world_.open.end()) {
    for (const spec::Choice& choice : open->second.front().readings) {
      readings_.ask(choice.rule);
    }
    has_asked_ = true;
  }
  return found;
}

// At least doubles: a program of thousands of steps would otherwise copy all elements at each.
void WorldWriter::expect_elements(std::uint64_t count) {
  const std::size_t needed = world_.elements.size() + count;
  if (needed > world_.elements.capacity()) {
    world_.elements.reserve(std::max(needed, 2 * world_.elements.capacity()));
  }
}

void WorldWriter::write_from(std::size_t first) {
  if (!memory_.remembers()) {
    return;
  }
  for (std::size_t i = first; i < world_.elements.size(); ++i) {
    const PredictedElement& element = world_.elements[i];
    const spec::NumberFormat& format = spec::format_of(element.type);
    const Expectation& expectation = world_.expectations[element.expectation];
    if (expectation.is_exact() && !world_.open.contains(element.expectation)) {
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
  expect_elements(end - std::min(bytes.first, end));
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
