// A kernel of many calls, to be measured and recorded: CALLS conversions of eight repeats, over
// TILES tiles of different floats, each copied to UB. Prints the seconds that the calls took.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "adapters/vconform_intrinsics.h"

int main(int argc, char** argv) {
  const long calls = argc > 1 ? std::atol(argv[1]) : 1000000;
  const long tiles = argc > 2 ? std::atol(argv[2]) : 1000;
  constexpr long kElements = 8 * 64;
  std::vector<float> data(static_cast<std::size_t>(tiles * kElements));
  for (std::size_t i = 0; i < data.size(); ++i) {
    const std::size_t tile = i / 512;
    data[i] = static_cast<float>(i * i % 65521 + tile) * 0.37F;
  }
  void* const src = vconform_memory_at(VCONFORM_UB, 0x8000);
  void* const dst = vconform_memory_at(VCONFORM_UB, 0);
  set_vector_mask(~uint64_t{0}, ~uint64_t{0});
  const auto start = std::chrono::steady_clock::now();
  for (long call = 0; call < calls; ++call) {
    std::memcpy(src, data.data() + call % tiles * kElements, kElements * sizeof(float));
    vconv_f322f16r(static_cast<half*>(dst), static_cast<float*>(src), 8, 1, 1, 4, 8);
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  std::printf("%.3f\n", seconds.count());
  return static_cast<int>(vconform_intrinsics_failures());
}
