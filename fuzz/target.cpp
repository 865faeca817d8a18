#include "fuzz/target.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <memory>

#include "adapters/load_error.h"
#include "fuzz/fuzz_one_case.h"
#include "fuzz/mutate.h"
#include "spec/error.h"

// NOLINTBEGIN(readability-identifier-naming): the names of the engine
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned int seed) {
  return vconform::fuzz::mutate({data, most}, size, seed, LLVMFuzzerMutate);
}
// NOLINTEND(readability-identifier-naming)

namespace vconform::fuzz {

namespace {

// The exit codes of ./vconform for bad input, and for a backend that cannot be loaded.
constexpr int kBadInput = 2;
constexpr int kNoBackend = 3;

[[noreturn]] void give_up(int code, const char* why) {
  fmt::print(stderr, "vconform: {}\n", why);
  std::_Exit(code);
}

std::unique_ptr<CaseFuzzer> opened(std::optional<spec::Family> family) {
  try {
    return std::make_unique<CaseFuzzer>(family, setting_of_environment());
  } catch (const spec::InputError& bad) {
    give_up(kBadInput, bad.what());
  } catch (const adapters::LoadError& bad) {
    give_up(kNoBackend, bad.what());
  }
}

}  // namespace

int test_one_input(std::optional<spec::Family> family, const std::uint8_t* data, std::size_t size) {
  static const std::unique_ptr<CaseFuzzer> fuzzer = opened(family);
  fuzzer->run({data, size});
  return 0;
}

}  // namespace vconform::fuzz
