// The registers and memories of the simulator; vconv, DEQ and CastDeq.
#include "adapters/exported/testing/simulator.h"

simulator::Registers simulator::registers;

namespace sim = simulator;

// ---- Registers and memories ----

void set_ctrl(uint64_t config) {
  sim::registers.ctrl = config;
}
void set_vector_mask(uint64_t mask1, uint64_t mask0) {
  sim::registers.mask1 = mask1;
  sim::registers.mask0 = mask0;
}
#ifdef SIMULATOR_WITHOUT_DEQSCALE
void set_deqscale(float) {}
#else
void set_deqscale(uint64_t config) {
#ifndef SIMULATOR_DEAF_DEQSCALE
  sim::registers.deqscale = config;
#endif
  (void)config;
}
#endif
void set_quant_pre(uint64_t config) {
  sim::registers.quant_pre = config;
}
void set_fpc(uint64_t config) {
  sim::registers.fpc = config;
}
void set_nd_para(uint64_t config) {
  sim::registers.nd_para = config;
}
void set_lrelu_alpha(float config) {
  sim::registers.lrelu_alpha = config;
}

#ifdef SIMULATOR_OWN_MEMORY
void* vconform_memory_at(int memory, uint64_t offset) {
  alignas(64) static uint8_t ub[256 << 10];
  alignas(64) static uint8_t l1[1 << 20];
  alignas(64) static uint8_t l0c[256 << 10];
  alignas(64) static uint8_t fixpipe[64 << 10];
  struct {
    uint8_t* bytes;
    uint64_t size;
  } const memories[] = {
      {ub, sizeof ub}, {l1, sizeof l1}, {l0c, sizeof l0c}, {nullptr, 0}, {fixpipe, sizeof fixpipe}};
  return offset < memories[memory].size ? memories[memory].bytes + offset : nullptr;
}
#endif

// ---- Walk ----

namespace simulator {

struct Strides {
  uint64_t block;
  uint64_t repeat;

  // The place of a lane, of so many in a block of 32 bytes.
  uint64_t of(uint64_t repeat_number, uint64_t lane, uint64_t in_block, uint64_t bytes) const {
#ifdef SIMULATOR_NARROW_STRIDES
    const uint64_t kept = static_cast<uint8_t>(repeat);
#else
    const uint64_t kept = repeat;
#endif
    return 32 * (repeat_number * kept + lane / in_block * block) + lane % in_block * bytes;
  }
};

bool is_active(uint64_t lane) {
#ifdef SIMULATOR_NO_MASK
  (void)lane;
  return true;
#else
  return ((lane < 64 ? registers.mask0 : registers.mask1) >> lane % 64 & 1) != 0;
#endif
}

template <typename Visit>
void each_lane(uint64_t lanes, uint64_t repeats, Visit visit) {
  const uint64_t count = registers.mask0 & 0xffffffff;
  if (ctrl_bit(kCounter)) {
    repeats = (count + lanes - 1) / lanes;
  }
  for (uint64_t repeat = 0; repeat < repeats; ++repeat) {
    for (uint64_t lane = 0; lane < lanes; ++lane) {
      if (ctrl_bit(kCounter) ? repeat * lanes + lane < count : is_active(lane)) {
        visit(repeat, lane);
      }
    }
  }
}

template <typename Dst, typename Src, typename Convert>
void convert(uint64_t dst, uint64_t src, uint64_t repeats, const Strides& to, const Strides& from,
             Convert one) {
  const uint8_t spoilt = attack();
  uint8_t* results = place(VCONFORM_UB, dst);
  const uint8_t* sources = place(VCONFORM_UB, src);
  each_lane(256 / std::max(sizeof(Dst), sizeof(Src)), repeats, [&](uint64_t repeat, uint64_t lane) {
    const Dst result =
        one(load<Src>(sources + from.of(repeat, lane, 32 / sizeof(Src), sizeof(Src))));
    std::memcpy(results + to.of(repeat, lane, 32 / sizeof(Dst), sizeof(Dst)), &result,
                sizeof result);
  });
  *results ^= spoilt;
}

// ---- DEQ ----

struct Deq {
  uint64_t dst;
  uint64_t src;
  uint64_t repeats;
  Strides to;
  Strides from;
};

// Results fill one half of each destination block.
void deq_s16(const Deq& deq, bool is_vector, bool is_high) {
  uint8_t* results = place(VCONFORM_UB, deq.dst) + (is_high ? 16 : 0);
  const uint8_t* sources = place(VCONFORM_UB, deq.src);
  each_lane(128, deq.repeats, [&](uint64_t repeat, uint64_t lane) {
    uint64_t factor = registers.deqscale;
    if (is_vector) {
      factor = load<uint64_t>(place(VCONFORM_UB, (factor & 0x3fff) * 32) + lane % 16 * 8);
    }
    const auto source = load<int16_t>(sources + deq.from.of(repeat, lane, 16, 2));
    results[deq.to.of(repeat, lane, 16, 1)] =
        quantised(static_cast<float>(source) * scale_of(factor), factor);
  });
}

void deq_s32(const Deq& deq) {
  half scale;
  scale.bits = static_cast<uint16_t>(registers.deqscale);
  convert<half, int32_t>(deq.dst, deq.src, deq.repeats, deq.to, deq.from, [&](int32_t source) {
    return to_half(static_cast<float>(source) * float{scale}, 'r');
  });
}

void cast_deq(const vconform_cast_deq& call) {
  const bool counts = call.form == VCONFORM_CAST_DEQ_COUNT;
  const bool is_s16 = call.source_type == VCONFORM_S16;
  const uint64_t ctrl = registers.ctrl;
  Deq deq = {call.dst.offset,
             call.src.offset,
             call.repeat_time,
             {call.dstBlkStride, call.dstRepStride},
             {call.srcBlkStride, call.srcRepStride}};
  if (counts) {
    registers.ctrl |= uint64_t{1} << kCounter;
    registers.mask0 = call.count;
    deq.to = {1, is_s16 ? uint64_t{8} : uint64_t{4}};
    deq.from = {1, 8};
  } else if (call.form == VCONFORM_CAST_DEQ_BITWISE && call.is_set_mask != 0) {
    registers.mask0 = call.mask[0];
    registers.mask1 = call.mask[1];
  } else if (call.is_set_mask != 0) {
    const auto ones = [](uint64_t n) { return n >= 64 ? ~uint64_t{0} : (uint64_t{1} << n) - 1; };
    registers.mask0 = ones(call.mask[0]);
    registers.mask1 = call.mask[0] > 64 ? ones(call.mask[0] - 64) : 0;
  }
  if (is_s16) {
    deq_s16(deq, call.is_vec_deq != 0, call.half_block != 0);
  } else {
    deq_s32(deq);
  }
  registers.ctrl = ctrl;
  if (counts) {
    registers.ctrl &= ~(uint64_t{1} << kCounter);
    registers.mask0 = registers.mask1 = ~uint64_t{0};
  }
}

}  // namespace simulator

// ---- The prototypes ----

// NOLINTBEGIN(bugprone-macro-parentheses): types and names of functions

#define SIMULATE(name, Dst, Src, result)                                                \
  void name(Dst* dst, Src* src, uint8_t repeat, uint16_t dst_block, uint16_t src_block, \
            uint16_t dst_repeat, uint16_t src_repeat) {                                 \
    sim::convert<Dst, Src>(sim::address_of(dst), sim::address_of(src), repeat,          \
                           {dst_block, dst_repeat}, {src_block, src_repeat},            \
                           [](Src x) -> Dst { return result; });                        \
  }

// Each rounding by its letter; `result` uses it as kMode.
#define SIMULATE_ROUNDING(name, letter, Dst, Src, result)                                       \
  void name(Dst* dst, Src* src, uint8_t repeat, uint16_t dst_block, uint16_t src_block,         \
            uint16_t dst_repeat, uint16_t src_repeat) {                                         \
    sim::convert<Dst, Src>(sim::address_of(dst), sim::address_of(src), repeat,                  \
                           {dst_block, dst_repeat}, {src_block, src_repeat}, [](Src x) -> Dst { \
                             constexpr char kMode = letter;                                     \
                             return result;                                                     \
                           });                                                                  \
  }
#define SIMULATE_ROUNDINGS(name, Dst, Src, result)  \
  SIMULATE_ROUNDING(name##r, 'r', Dst, Src, result) \
  SIMULATE_ROUNDING(name##f, 'f', Dst, Src, result) \
  SIMULATE_ROUNDING(name##c, 'c', Dst, Src, result) \
  SIMULATE_ROUNDING(name##z, 'z', Dst, Src, result)

// -0 becomes 0.
static float integral(float x, char mode) {
  const double result = sim::rounded(x, mode);
  return result == 0 ? 0.0F : static_cast<float>(result);
}

SIMULATE_ROUNDINGS(vconv_f322f32, float, float, integral(x, kMode))
SIMULATE_ROUNDINGS(vconv_f322s32, int32_t, float, sim::saturated<int32_t>(sim::rounded(x, kMode)))
SIMULATE_ROUNDINGS(vconv_f322f16, half, float, sim::to_half(x, kMode))
SIMULATE_ROUNDINGS(vconv_s322f32, float, int32_t,
                   x == 0 ? 0.0F : static_cast<float>(sim::rounded_to(x, 23, 0, kMode)))
SIMULATE_ROUNDING(vconv_f322f16, 'r', half, float, sim::to_half(x, kMode))
SIMULATE_ROUNDING(vconv_f322f16a, 'a', half, float, sim::to_half(x, kMode))
SIMULATE(vconv_f162f32, float, half, x)
SIMULATE(vconv_s322s16, int16_t, int32_t, sim::saturated<int16_t>(x))
#ifdef SIMULATOR_TRAPS
void vconv_f322s32a(int32_t*, float*, uint8_t, uint16_t, uint16_t, uint16_t, uint16_t) {
  trap();
}
#else
SIMULATE_ROUNDING(vconv_f322s32a, 'a', int32_t, float,
                  sim::saturated<int32_t>(sim::rounded(x, kMode)))
#endif

#define SIMULATE_DEQ(name, Dst, is_vector, is_high)                                         \
  void name(Dst* dst, int16_t* src, uint8_t repeat, uint16_t dst_block, uint16_t src_block, \
            uint8_t dst_repeat, uint8_t src_repeat) {                                       \
    sim::deq_s16({sim::address_of(dst),                                                     \
                  sim::address_of(src),                                                     \
                  repeat,                                                                   \
                  {dst_block, dst_repeat},                                                  \
                  {src_block, src_repeat}},                                                 \
                 is_vector, is_high);                                                       \
  }
SIMULATE_DEQ(vconv_deqs162b8h, int8_t, false, true)
SIMULATE_DEQ(vconv_deqs162b8h, uint8_t, false, true)
SIMULATE_DEQ(vconv_deqs162b8l, int8_t, false, false)
SIMULATE_DEQ(vconv_deqs162b8l, uint8_t, false, false)
SIMULATE_DEQ(vconv_vdeqs162b8h, int8_t, true, true)
SIMULATE_DEQ(vconv_vdeqs162b8h, uint8_t, true, true)
SIMULATE_DEQ(vconv_vdeqs162b8l, int8_t, true, false)
SIMULATE_DEQ(vconv_vdeqs162b8l, uint8_t, true, false)

void vconv_deq(half* dst, int32_t* src, uint8_t repeat, uint16_t dst_block, uint16_t src_block,
               uint8_t dst_repeat, uint8_t src_repeat) {
  sim::deq_s32({sim::address_of(dst),
                sim::address_of(src),
                repeat,
                {dst_block, dst_repeat},
                {src_block, src_repeat}});
}

// NOLINTEND(bugprone-macro-parentheses)

void vconform_intrinsics_cast_deq(const vconform_cast_deq* call) {
  sim::cast_deq(*call);
}
