// A kernel for the tests of traces, as users write one: 100 floats from GM to halves in GM. Its
// argument names what is wrong with it; "right" is nothing. A test finds the lines of its findings
// by the comments behind them.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "adapters/vconform_intrinsics_declared.h"

namespace {

const char* fault = "right";

bool is(const char* name) {
  return std::strcmp(fault, name) == 0;
}

template <typename T>
T* in_ub(uint64_t bytes) {
  // NOLINTNEXTLINE(performance-no-int-to-ptr): operands are pointers or offsets
  return reinterpret_cast<T*>(bytes);
}

__aicore__ void load(__ubuf__ float* dst, __gm__ float* src, int count) {
  copy_gm_to_ubuf(dst, src, 0, 1, (count * 4 + 31) / 32, 0, 0);  // load
  if (is("missing")) {
    return;
  }
  set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);                             // set
  wait_flag(PIPE_MTE2, PIPE_V, is("event") ? EVENT_ID1 : EVENT_ID0);  // wait
}

__aicore__ void store(__gm__ half* dst, __ubuf__ half* src, int count) {
  if (is("barrier")) {
    pipe_barrier(PIPE_V);
  } else {
    pipe_barrier(PIPE_ALL);
  }
  copy_ubuf_to_gm(dst, src, 0, 1, (count * 2 + 31) / 32, 0, 0);  // store
}

__aicore__ void compute(__ubuf__ half* dst, __ubuf__ float* src, int count) {
  set_mask_count();
  set_vector_mask(0, static_cast<uint64_t>(count));
  vconv_f322f16r(dst, src, 1, 1, 1, 4, 8);  // convert
  set_mask_norm();
}

__aicore__ void go_wrong() {
  if (is("argument")) {
    vconv_f322f16r(in_ub<half>(0), in_ub<float>(0x1000), 256, 1, 1, 4, 8);  // argument
  } else if (is("idle")) {
    set_vector_mask(~uint64_t{0}, ~uint64_t{0});
    vconv_f322f16r(in_ub<half>(0), in_ub<float>(0x1000), 1, 1, 1, 70000, 8);  // idle
  } else if (is("misaligned")) {
    set_vector_mask(~uint64_t{0}, ~uint64_t{0});
    vconv_f322f16r(in_ub<half>(8), in_ub<float>(0x1000), 1, 1, 1, 4, 8);  // misaligned
  } else if (is("overlap")) {
    set_vector_mask(~uint64_t{0}, ~uint64_t{0});
    vconv_f322f32r(in_ub<float>(0x20), in_ub<float>(0), 1, 1, 1, 8, 8);  // overlap
  } else if (is("stale")) {
    set_vector_mask(~uint64_t{0}, ~uint64_t{0});
    vconv_deq(in_ub<half>(0), in_ub<int32_t>(0x1000), 1, 1, 1, 4, 8);  // stale
  } else if (is("mask")) {
    vconv_f322f16z(in_ub<half>(0), in_ub<float>(0x1000), 1, 1, 1, 4, 8);  // mask
  } else if (is("ctrl")) {
    set_ctrl(sbitset0(get_ctrl(), 59));  // ctrl
  } else if (is("set")) {
    set_ctrl(sbitset1(get_ctrl(), 59));  // ctrl left set
  } else if (is("nd")) {
    static std::vector<float> matrix(16 * 16);
    float* const gm = matrix.data();
    set_nd_para(1);
    copy_matrix_cc_to_gm(gm, in_ub<float>(0), 0, 16, 16, 16, 16, 0, NoQuant, 0, 0, 1);  // nd
    copy_gm_to_ubuf(in_ub<float>(0x4000), gm, 0, 1, 32, 0, 0);  // read too early
  } else if (is("declared")) {
    vadd(in_ub<half>(0), in_ub<half>(0), in_ub<half>(0), 1);  // declared
  }
}

void end() {
  if (is("crash")) {
    std::fflush(stdout);
    std::abort();
  } else if (is("trap")) {
    trap();  // trap
  } else if (is("exit")) {
    std::exit(3);
  } else if (is("quick-exit")) {
    std::fflush(stdout);
    _exit(0);
  } else if (is("stays")) {
    std::fflush(stdout);
    sleep(10);
  } else if (is("fork") && fork() == 0) {
    go_wrong();
    pipe_barrier(PIPE_ALL);
    _exit(0);
  }
}

}  // namespace

int main(int argc, char** argv) {
  constexpr int kCount = 100;
  fault = argc > 1 ? argv[1] : fault;
  std::vector<float> src(128, 2.5F);
  std::vector<half> dst(128);
  load(in_ub<float>(0x1000), src.data(), kCount);
  compute(in_ub<half>(0), in_ub<float>(0x1000), kCount);
  go_wrong();
  store(dst.data(), in_ub<half>(0), kCount);
  std::printf("the program's own line: %.1f\n", static_cast<double>(static_cast<float>(dst[99])));
  end();
  return 0;
}
