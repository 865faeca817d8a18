// Support for tests whose backends are functions of the test: the test program is the worker
// program, too.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstring>

#include "adapters/isolation/isolation_test_support.h"
#include "adapters/worker/worker_main.h"

// The address at which this program is loaded: functions and texts have the same distance from it
// in every process.
// NOLINTNEXTLINE(readability-identifier-naming): the linker gives it this name.
extern "C" const char __executable_start;

namespace vconform::adapters {

namespace {

constexpr const char* kRefuses = "refuses";

using Words = std::array<std::uint64_t, sizeof(vconform_adapter) / sizeof(std::uint64_t)>;
static_assert(sizeof(Words) == sizeof(vconform_adapter));

std::uint64_t start_of_program() {
  return reinterpret_cast<std::uint64_t>(&__executable_start);
}

// Changes every pointer of the table except null. The first word, the size and the version, is not
// a pointer.
template <typename Change>
vconform_adapter with_pointers(const vconform_adapter& table, const Change& change) {
  auto words = std::bit_cast<Words>(table);
  for (std::size_t i = 1; i < words.size(); ++i) {
    words[i] = words[i] == 0 ? 0 : change(words[i]);
  }
  return std::bit_cast<vconform_adapter>(words);
}

vconform_adapter table_from(const std::string& text) {
  Words words{};
  for (std::size_t i = 0; i < words.size(); ++i) {
    words[i] = std::stoull(text.substr(i * 16, 16), nullptr, 16);
  }
  return with_pointers(std::bit_cast<vconform_adapter>(words),
                       [](std::uint64_t distance) { return distance + start_of_program(); });
}

}  // namespace

Loadable backend_of(const vconform_adapter& table) {
  const auto words = std::bit_cast<Words>(
      with_pointers(table, [](std::uint64_t pointer) { return pointer - start_of_program(); }));
  return {"test",           "", fmt::format("{:016x}", fmt::join(words, "")),
          "/proc/self/exe", "", {::testing::TempDir()}};
}

Loadable refusing_backend() {
  return {"test", "", kRefuses, "/proc/self/exe", "", {}};
}

}  // namespace vconform::adapters

// Called before main()'s own work; does not return if this process is to be a worker
// (suites/test_main.cpp).
void be_worker_if_called_so(int argc, char** argv) {
  using namespace vconform::adapters;
  const auto call = worker_call_from({argv, static_cast<std::size_t>(argc)});
  if (!call) {
    return;
  }
  be_worker(*call, [&call]() -> std::unique_ptr<InProcessBackend> {
    if (call->backend.entry == kRefuses) {
      throw LoadError("");
    }
    const vconform_adapter table = table_from(call->backend.entry);
    return std::make_unique<InProcessBackend>(&table, call->backend.name);
  });
}
