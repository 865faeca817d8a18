#include "suites/faults/injected_faults.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "adapters/abi/steps.h"
#include "adapters/testing/faulty_golden.h"
#include "adapters/testing/spoiled_byte.h"
#include "oracle/predict/leaves_memory.h"
#include "oracle/predict/predict.h"
#include "oracle/predict/simulated_memory.h"

namespace vconform::suites {

namespace {

// A kind of fault and the verdict that it must get; empty: that depends on the byte that is
// changed.
struct KindOfFault {
  std::string_view kind;
  std::string_view verdict;
};
constexpr std::array<KindOfFault, adapters::faulty::kKinds.size()> kKindsOfFault = {{
    {"segfault", "CRASH"},
    {"abort", "CRASH"},
    {"exit", "CRASH"},
    {"loop", "TIMEOUT"},
    {"sleep", "TIMEOUT"},
    {"before", ""},
    {"after", ""},
    {"far", ""},
    // The byte lies in an inaccessible page or in a margin with a canary.
    {"behind-ub", "CRASH"},
    {"before-ub", "CRASH"},
    {"source", ""},
    // The status is not one that the C ABI defines.
    {"bad-return", "ERROR"},
}};

std::string_view verdict_of_kind(std::string_view kind) {
  return std::find_if(kKindsOfFault.begin(), kKindsOfFault.end(),
                      [&](const KindOfFault& row) { return row.kind == kind; })
      ->verdict;
}

bool covers(const oracle::PredictedElement& element, spec::MemoryId memory, oracle::Nibble nibble) {
  constexpr int kBitsPerNibble = 4;
  const auto nibbles =
      static_cast<oracle::Nibble>(spec::format_of(element.type).bits / kBitsPerNibble);
  return element.memory == memory && element.destination <= nibble &&
         nibble < element.destination + nibbles;
}

// The last element that writes a nibble; null if none does.
const oracle::PredictedElement* writer_of(const oracle::World& world, spec::MemoryId memory,
                                          oracle::Nibble nibble) {
  const auto last = std::find_if(
      world.elements.rbegin(), world.elements.rend(),
      [&](const oracle::PredictedElement& element) { return covers(element, memory, nibble); });
  return last == world.elements.rend() ? nullptr : &*last;
}

// The judgement of one world about `spoiled`, a memory image in which one byte was spoiled.
enum class Says : std::uint8_t { kOutside, kMismatch, kPermitted };

Says says(const oracle::World& world, const spec::MemoryBytes& spoiled, const spec::Address& byte) {
  bool permitted = true;
  for (std::uint64_t i = 0; i < oracle::kNibblesPerByte; ++i) {
    const oracle::PredictedElement* element = writer_of(
        world, byte.memory, static_cast<oracle::Nibble>(byte.offset * oracle::kNibblesPerByte + i));
    if (element == nullptr) {
      return Says::kOutside;
    }
    const spec::NumberFormat& format = spec::format_of(element->type);
    permitted = permitted && permits(world.expectations[element->expectation], format,
                                     oracle::load_at(spoiled, element->destination, format));
  }
  return permitted ? Says::kPermitted : Says::kMismatch;
}

Demand demand_of_byte(const spec::Address& byte, const spec::Case& program,
                      const spec::MemoryImage& before, const spec::Outcome& right,
                      const spec::Choices& pinned) {
  spec::MemoryBytes spoiled = right.after.of(byte.memory);
  spoiled[byte.offset] = static_cast<std::uint8_t>(~spoiled[byte.offset]);
  std::set<Says> all;
  for (const oracle::World& open : oracle::predict(program, before, pinned)) {
    for (const oracle::World& world : oracle::settled_worlds(open)) {
      all.insert(says(world, spoiled, byte));
    }
  }
  if (all.contains(Says::kPermitted)) {
    return {"", "what the byte becomes is permitted"};
  }
  if (all.size() > 1) {
    return {"", "some readings make the byte a result, others do not"};
  }
  if (all.contains(Says::kOutside)) {
    return {"WROTE OUTSIDE", ""};
  }
  return right.status == spec::OutcomeStatus::kCompleted
             ? Demand{"MISMATCH", ""}
             : Demand{"", "results are not judged: the program is to be refused"};
}

}  // namespace

std::string FaultList::text() const {
  std::string text = std::to_string(one_in);
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    text += (i == 0 ? ":" : ",") + kinds[i];
  }
  return text;
}

std::optional<InjectedFault> fault_in(const FaultList& list, const spec::Case& program,
                                      const spec::MemoryImage& before) {
  std::vector<vconform_step> steps;
  adapters::translate(program.steps, steps);
  spec::MemoryImage image = before;  // the ABI takes no const memory
  vconform_memories memories{};
  for (std::size_t id = 0; id < image.bytes.size(); ++id) {
    memories.memory[id] = {image.bytes[id].data(), image.bytes[id].size()};
  }
  const std::uint64_t hash = adapters::faulty::program_hash(steps.data(), steps.size(), memories);
  if (hash % list.one_in != 0) {
    return std::nullopt;
  }
  InjectedFault fault;
  fault.hash = fmt::format("{:016x}", hash);
  fault.kind = list.kinds[hash / list.one_in % list.kinds.size()];
  if (const auto byte =
          adapters::faulty::spoiled_byte(fault.kind, steps.data(), steps.size(), memories)) {
    fault.byte = spec::Address{static_cast<spec::MemoryId>(byte->memory), byte->offset};
  }
  return fault;
}

Demand demand_of(const InjectedFault& fault, const spec::Case& program,
                 const spec::MemoryImage& before, const spec::Outcome& right,
                 const spec::Choices& pinned) {
  const std::string_view verdict = verdict_of_kind(fault.kind);
  if (!verdict.empty()) {
    return {std::string(verdict), ""};
  }
  if (!fault.byte) {
    return {"", "there is no such byte"};
  }
  try {
    return demand_of_byte(*fault.byte, program, before, right, pinned);
  } catch (const oracle::LeavesMemory&) {
    // A property moves operands by what holds under the pinned readings.
    return {"", "the program leaves its memory under some reading"};
  }
}

}  // namespace vconform::suites
