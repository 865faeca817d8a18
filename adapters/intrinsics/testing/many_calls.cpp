// A kernel of many calls, to be measured and recorded: CALLS conversions of eight repeats, over
// TILES tiles of different floats. Prints the seconds that the calls took.
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "adapters/vconform_intrinsics.h"

int main(int argc, char** argv) {
  const long calls = argc > 1 ? std::atol(argv[1]) : 1000000;
  const long tiles = argc > 2 ? std::atol(argv[2]) : 1000;
  constexpr int kElements = 8 * 64;
  auto* const src = static_cast<float*>(vconform_memory_at(VCONFORM_UB, 0x8000));
  auto* const dst = static_cast<half*>(vconform_memory_at(VCONFORM_UB, 0));
  set_vector_mask(~uint64_t{0}, ~uint64_t{0});
  const auto start = std::chrono::steady_clock::now();
  for (long call = 0; call < calls; ++call) {
    const long tile = call % tiles;
    for (int i = 0; i < kElements; ++i) {
      src[i] = static_cast<float>((tile * 131 + i * i) % 65521) * 0.37F;
    }
    vconv_f322f16r(dst, src, 8, 1, 1, 4, 8);
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  std::printf("%.3f\n", seconds.count());
  return static_cast<int>(vconform_intrinsics_failures());
}
