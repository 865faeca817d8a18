#include "fuzz/target.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <memory>

#include "adapters/load_error.h"
#include "fuzz/edits/mutate.h"
#include "fuzz/fuzz_one_case.h"
#include "fuzz/run_report.h"
#include "spec/text/error.h"
#include "suites/fuzzing/targets/target_process.h"

// NOLINTBEGIN(readability-identifier-naming): the names of the engine
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned int seed) {
  return vconform::fuzz::mutate({data, most}, size, seed, LLVMFuzzerMutate);
}
// NOLINTEND(readability-identifier-naming)

namespace vconform::fuzz {

namespace {

// The exit codes of ./vconform for bad input and for a backend that cannot be loaded.
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

// Never destroyed at exit, in an unknown order: finish() closes the backend.
std::unique_ptr<CaseFuzzer>* fuzzer = nullptr;
bool is_in_input = false;

// Closes the backend before reporting the end, as it might end the process while it closes.
void finish() {
  run_report().enter_backend();
  fuzzer->reset();
  run_report().leave_backend();
  run_report().say(suites::kEndLine);
}

// An exit during an input comes from the backend, and the engine reports it.
void finish_at_exit() {
  if (!is_in_input && fuzzer != nullptr && run_report().is_own_process()) {
    finish();
  }
}

// Marks an input, including the opening of the backend.
class InInput {
 public:
  InInput() { is_in_input = true; }
  ~InInput() { is_in_input = false; }
  InInput(const InInput&) = delete;
  InInput& operator=(const InInput&) = delete;
};

}  // namespace

int test_one_input(std::optional<spec::Family> family, const std::uint8_t* data, std::size_t size) {
  {
    const InInput guard;
    if (fuzzer == nullptr) {
      std::atexit(finish_at_exit);
      fuzzer = new std::unique_ptr<CaseFuzzer>(opened(family));
    }
    (*fuzzer)->run({data, size});
  }
  // The engine checks its time only between mutations, and reads a corpus to its end.
  if (run_report().is_over()) {
    finish();
    std::_Exit(0);
  }
  return 0;
}

}  // namespace vconform::fuzz
