// Target: a worker's description of its backend, in shared memory with arbitrary content. An
// accepted one is what flatten() makes.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "adapters/region/flat_description.h"
#include "fuzz/inputs/draws.h"
#include "fuzz/inputs/reader_check.h"

namespace {

using vconform::adapters::FlatDescription;

// A single field, because the claims take most of the space.
std::span<std::uint8_t> some_field(FlatDescription& flat, vconform::fuzz::Draws& draws) {
  const auto bytes_of = [](auto& field) {
    return std::span(reinterpret_cast<std::uint8_t*>(&field), sizeof field);
  };
  const std::array<std::span<std::uint8_t>, 9> others = {
      bytes_of(flat.name),          bytes_of(flat.version),
      bytes_of(flat.thread_safe),   bytes_of(flat.judges_addressing),
      bytes_of(flat.stride_bits),   bytes_of(flat.argument_checking),
      bytes_of(flat.overlap_order), bytes_of(flat.permissive_choices),
      bytes_of(flat.notes)};
  if (draws.below(4) != 0) {
    return others.at(draws.below(others.size()));
  }
  auto& row = flat.claims.at(draws.below(flat.claims.size()));
  return bytes_of(row.at(draws.below(row.size())));
}

}  // namespace

// NOLINTBEGIN(readability-identifier-naming): the names that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace vconform;
  adapters::FlatDescription flat{};
  std::memcpy(&flat, data, std::min(size, sizeof flat));
  const auto description =
      fuzz::read_or_refused([&] { return adapters::unflattened(flat, "backend"); });
  if (!description) {
    return 0;
  }
  adapters::FlatDescription again{};
  adapters::flatten(*description, again);
  fuzz::expect(again.claims == flat.claims, "a claim changes on its way");
  fuzz::expect(again.overlap_order == flat.overlap_order && again.stride_bits == flat.stride_bits &&
                   again.argument_checking == flat.argument_checking &&
                   again.judges_addressing == flat.judges_addressing &&
                   again.thread_safe == flat.thread_safe,
               "what a backend declares changes on its way");
  const adapters::Description twice = adapters::unflattened(again, "backend");
  fuzz::expect(twice.name == description->name && twice.version == description->version,
               "a name changes on its way");
  fuzz::expect(
      twice.capabilities.permissive_choices == description->capabilities.permissive_choices,
      "a choice is lost on its way");
  fuzz::expect(twice.notes == description->notes, "a note is lost on its way");
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
  FlatDescription flat{};
  if (max_size < sizeof flat) {
    return LLVMFuzzerMutate(data, size, max_size);
  }
  std::memcpy(&flat, data, std::min(size, sizeof flat));
  vconform::fuzz::Draws draws(seed);
  const std::span<std::uint8_t> field = some_field(flat, draws);
  if (draws.below(2) == 0) {
    LLVMFuzzerMutate(field.data(), field.size(), field.size());
  } else {
    field.front() = static_cast<std::uint8_t>(draws.below(20));
  }
  std::memcpy(data, &flat, sizeof flat);
  return sizeof flat;
}
// NOLINTEND(readability-identifier-naming)
