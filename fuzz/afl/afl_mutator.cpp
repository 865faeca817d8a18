// A target's own mutator as a library for AFL_CUSTOM_MUTATOR_LIBRARY, with the objects of the
// target: the driver of AFL++ does not call it.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace vconform::fuzz {

namespace {

// SplitMix64.
std::uint64_t next_bits(std::uint64_t& state) {
  state += 0x9e3779b97f4a7c15;
  std::uint64_t x = state;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

struct Mutator {
  std::uint64_t bits = 0;
  // A buffer as large as the most bytes that AFL++ has asked for.
  std::vector<std::uint8_t> bytes;
};

// The random bits of the running mutator, as LLVMFuzzerMutate gets no context. AFL++ has one
// thread.
std::uint64_t* running_bits = nullptr;

// One byte more, one byte less, or a changed one.
std::size_t mutate_bytes(std::span<std::uint8_t> bytes, std::size_t size, std::uint64_t bits) {
  const auto byte = static_cast<std::uint8_t>(bits >> 8);
  const auto at = static_cast<std::ptrdiff_t>((bits >> 16) % (size + 1));
  const auto first = bytes.begin();
  const auto past = first + static_cast<std::ptrdiff_t>(size);
  if ((bits % 4 == 0 || size == 0) && size < bytes.size()) {
    std::copy_backward(first + at, past, past + 1);
    first[at] = byte;
    return size + 1;
  }
  if (first + at == past) {
    return size;
  }
  if (bits % 4 == 1) {
    std::copy(first + at + 1, past, first + at);
    return size - 1;
  }
  first[at] = static_cast<std::uint8_t>(bits % 4 == 2 ? byte : first[at] ^ (1U << (byte % 8)));
  return size;
}

}  // namespace

}  // namespace vconform::fuzz

// NOLINTBEGIN(readability-identifier-naming): the names of the engines
extern "C" {

std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most,
                                    unsigned int seed);

std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most) {
  using namespace vconform::fuzz;
  return mutate_bytes({data, most}, size, next_bits(*running_bits));
}

void* afl_custom_init(void* /*afl*/, unsigned int seed) {
  return std::make_unique<vconform::fuzz::Mutator>(vconform::fuzz::Mutator{seed, {}}).release();
}

std::size_t afl_custom_fuzz(void* context, std::uint8_t* input, std::size_t size,
                            std::uint8_t** mutated, std::uint8_t* /*other*/,
                            std::size_t /*other_size*/, std::size_t most) {
  auto& mutator = *static_cast<vconform::fuzz::Mutator*>(context);
  vconform::fuzz::running_bits = &mutator.bits;
  mutator.bytes.resize(std::max(mutator.bytes.size(), most));
  const std::size_t kept = std::min(size, most);
  std::copy_n(input, kept, mutator.bytes.begin());
  const auto seed = static_cast<unsigned int>(vconform::fuzz::next_bits(mutator.bits));
  *mutated = mutator.bytes.data();
  return LLVMFuzzerCustomMutator(mutator.bytes.data(), kept, most, seed);
}

void afl_custom_deinit(void* context) {
  const std::unique_ptr<vconform::fuzz::Mutator> owned(
      static_cast<vconform::fuzz::Mutator*>(context));
}

}  // extern "C"
// NOLINTEND(readability-identifier-naming)
