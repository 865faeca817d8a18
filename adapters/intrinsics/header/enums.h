// The enumerations that code names in calls. Only those of QuantMode_t are numbers of the
// instruction word (copy_matrix_cc; cann:cce_aicore_intrinsics.h); the others are consecutive.
#pragma once

// NOLINTBEGIN(readability-identifier-naming, bugprone-macro-parentheses): the names of the pages

enum pipe_t { PIPE_S, PIPE_V, PIPE_M, PIPE_MTE1, PIPE_MTE2, PIPE_MTE3, PIPE_FIX, PIPE_ALL };

enum event_t {
  EVENT_ID0,
  EVENT_ID1,
  EVENT_ID2,
  EVENT_ID3,
  EVENT_ID4,
  EVENT_ID5,
  EVENT_ID6,
  EVENT_ID7
};

enum mem_dsb_t { DSB_ALL, DSB_DDR, DSB_UB, DSB_SEQ };
enum mem_t { L1, L0A, L0B, L0C, UB };
enum cache_line_t { SINGLE_CACHE_LINE, ENTIRE_DATA_CACHE };
enum dcci_dst_t { CACHELINE_ALL, CACHELINE_UB, CACHELINE_OUT, CACHELINE_ATOMIC };
enum pad_t {
  PAD_NONE,
  PAD_MODE1,
  PAD_MODE2,
  PAD_MODE3,
  PAD_MODE4,
  PAD_MODE5,
  PAD_MODE6,
  PAD_MODE7,
  PAD_MODE8
};
// Halves of a register of 256 lanes.
enum lane_half_t { L128, H128 };

// QuantPRE: the pipeline of copy_matrix. A V in front: one quant word for each column.
enum QuantMode_t {
  NoQuant = 0,
  F322F16 = 1,
  VREQ8 = 8,
  REQ8 = 9,
  VDEQF16 = 10,
  DEQF16 = 11,
  VSHIFTS322S16 = 12,
  SHIFTS322S16 = 13,
  F322BF16 = 16,
  VREQ4 = 21,
  REQ4 = 22,
  VQF322B8_PRE = 23,
  QF322B8_PRE = 24,
  VQF322S4 = 25,
  VQF322S4_PRE = VQF322S4,
  QF322S4 = 26,
  QF322S4_PRE = QF322S4,
  // Beyond the A2: no backend here has them.
  QF322F16_PRE = 32,
  QF322BF16_PRE = 34
};

// NOLINTEND(readability-identifier-naming, bugprone-macro-parentheses)
