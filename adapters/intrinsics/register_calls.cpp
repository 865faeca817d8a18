// Every prototype of header/registers.h and header/order.h.
#include <chrono>
#include <cstdlib>
#include <cstring>

#include "adapters/intrinsics/core.h"
#include "adapters/intrinsics/issue.h"
#include "adapters/intrinsics/reports.h"

namespace vconform::adapters::intrinsics {

namespace {

constexpr std::uint64_t kCounterMode = spec::with_ctrl_bit(spec::kCtrlCounterMode);
constexpr std::uint64_t kDeqVectorBytes = 128;
constexpr int kDeqVectorShift = 5;

void done(const char* function) {
  reports().result(function, {});
}

void set_fixpipe(const char* function, spec::FixpipeRegister which, std::uint64_t value) {
  core().registers().fixpipe[spec::index_of(which)] = value;
  done(function);
}

void set_deq_scale(std::uint64_t value, bool is_tensor) {
  core().registers().deq_scale = value;
  core().registers().deq_scale_is_tensor = is_tensor;
}

std::int64_t answered(const char* function, std::int64_t answer) {
  done(function);
  return answer;
}

std::int64_t nanoseconds() {
  return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

}  // namespace vconform::adapters::intrinsics

namespace in = vconform::adapters::intrinsics;
using vconform::spec::FixpipeRegister;

void set_ctrl(std::uint64_t config) {
  in::core().registers().ctrl = config;
  in::done("set_ctrl");
}

std::uint64_t get_ctrl() {
  in::done("get_ctrl");
  return in::core().registers().ctrl;
}

void set_vector_mask(std::uint64_t mask1, std::uint64_t mask0) {
  in::core().registers().mask = {mask1, mask0};
  in::done("set_vector_mask");
}

void set_mask_count() {
  in::core().registers().ctrl |= in::kCounterMode;
  in::done("set_mask_count");
}

void set_mask_norm() {
  in::core().registers().ctrl &= ~in::kCounterMode;
  in::done("set_mask_norm");
}

void set_deqscale(std::uint64_t config) {
  in::set_deq_scale(config, false);
  in::done("set_deqscale");
}

void set_deqscale(half config) {
  in::set_deq_scale(__builtin_bit_cast(std::uint16_t, config), false);
  in::done("set_deqscale");
}

void vconform_intrinsics_deq_scale(uint64_t word) {
  in::set_deq_scale(word, false);
  in::done("SetDeqScale");
}

void vconform_intrinsics_deq_vector(uint64_t address, const uint64_t* words) {
  const auto& memories = in::core().memories();
  const auto offset = memories.offset_of(vconform::spec::MemoryId::kUb, address);
  if (!offset || *offset + in::kDeqVectorBytes > memories.size(vconform::spec::MemoryId::kUb)) {
    in::reports().result("SetDeqScale", {VCONFORM_REJECTED, "the vector is not in UB"});
    return;
  }
  std::memcpy(memories.at(vconform::spec::MemoryId::kUb, *offset), words, in::kDeqVectorBytes);
  in::set_deq_scale(*offset >> in::kDeqVectorShift, true);
  in::done("SetDeqScale");
}

void set_quant_pre(std::uint64_t config) {
  in::set_fixpipe("set_quant_pre", FixpipeRegister::kQuantPre, config);
}

void set_fpc(std::uint64_t config) {
  in::set_fixpipe("set_fpc", FixpipeRegister::kFpc, config);
}

void set_nd_para(std::uint64_t config) {
  in::set_fixpipe("set_nd_para", FixpipeRegister::kNdPara, config);
}

void set_lrelu_alpha(float config) {
  in::set_fixpipe("set_lrelu_alpha", FixpipeRegister::kLreluAlpha,
                  __builtin_bit_cast(std::uint32_t, config));
}

void pipe_barrier(pipe_t /*pipe*/) {
  in::done("pipe_barrier");
}

void set_flag(pipe_t /*from*/, pipe_t /*to*/, std::uint8_t /*event*/) {
  in::done("set_flag");
}

void wait_flag(pipe_t /*from*/, pipe_t /*to*/, std::uint8_t /*event*/) {
  in::done("wait_flag");
}

void trap() {
  in::reports().result("trap", {VCONFORM_REJECTED, "the program ends itself"});
  in::reports().end();
  std::abort();
}

// Block 0 of 1, on core 0.
std::int64_t get_block_idx() {
  return in::answered("get_block_idx", 0);
}
std::int64_t get_block_num() {
  return in::answered("get_block_num", 1);
}
std::int64_t get_subblockid() {
  return in::answered("get_subblockid", 0);
}
std::int64_t get_subblockdim() {
  return in::answered("get_subblockdim", 1);
}
std::int64_t get_coreid() {
  return in::answered("get_coreid", 0);
}
std::int64_t get_rsvd_cnt() {
  return in::answered("get_rsvd_cnt", 0);
}
std::int64_t get_arch_ver() {
  return in::answered("get_arch_ver", __NPU_ARCH__);
}
std::int64_t get_pc() {
  return in::answered("get_pc", 0);
}
std::int64_t get_sys_cnt() {
  return in::answered("get_sys_cnt", in::nanoseconds());
}
