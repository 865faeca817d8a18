// Target: the text of cases. An accepted text is written and read again unchanged, and the oracle
// predicts its results or refuses.
#include <cstddef>
#include <cstdint>

#include "fuzz/inputs/case_mutation.h"
#include "fuzz/inputs/reader_check.h"
#include "oracle/predict/predict.h"
#include "spec/case/case_limits.h"
#include "spec/case/case_text.h"
#include "spec/number/digest.h"

namespace {

using namespace vconform;

// Every second case is predicted under open readings.
spec::Choices readings_for(const std::string& text) {
  return text.size() % 2 == 0 ? spec::choices_of(spec::profile_named("a2")) : spec::Choices{};
}

}  // namespace

// NOLINTBEGIN(readability-identifier-naming): the names that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto read =
      fuzz::read_or_refused([&] { return spec::case_from_text(fuzz::text_of(data, size)); });
  if (!read) {
    return 0;
  }
  const std::string text = spec::to_text(*read);
  fuzz::expect(spec::case_from_text(text) == *read, "a case reads otherwise when it is written");
  fuzz::expect(!spec::case_problem(*read), "a case is read that is not allowed");
  const spec::MemoryImage before = spec::initial_image(*read);
  const auto worlds =
      fuzz::read_or_refused([&] { return oracle::predict(*read, before, readings_for(text)); });
  fuzz::expect(!worlds || !worlds->empty(), "a case has no world");
  for (const oracle::World& world : worlds.value_or(std::vector<oracle::World>())) {
    const spec::MemoryImage after = oracle::memory_after(world, before);
    for (std::size_t id = 0; id < spec::kMemoryCount; ++id) {
      fuzz::expect(after.bytes[id].size() == before.bytes[id].size(), "a memory changes its size");
    }
  }
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
  return fuzz::mutated_case(data, size, max_size, seed);
}
// NOLINTEND(readability-identifier-naming)
