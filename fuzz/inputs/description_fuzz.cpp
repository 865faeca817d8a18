// What a worker says about its backend, in shared memory that it may have written anything to: what
// is accepted is what flatten() makes.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "adapters/isolation/flat_description.h"
#include "fuzz/inputs/reader_check.h"

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
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
  return 0;
}
