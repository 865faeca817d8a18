// Order between pipes, queries about the core, and trap.
//
// Instructions run one after another on a host, so barriers and flags compute nothing: they are
// calls that an observer sees. The queries answer for block 0 of 1.
#pragma once

#include "adapters/intrinsics/header/caller.h"
#include "adapters/intrinsics/header/enums.h"

// NOLINTBEGIN(readability-identifier-naming, bugprone-macro-parentheses): the names of the pages

// X(name) for each query without argument.
#define VCONFORM_EACH_QUERY(X) \
  X(get_block_idx)             \
  X(get_block_num)             \
  X(get_subblockid)            \
  X(get_subblockdim)           \
  X(get_coreid)                \
  X(get_rsvd_cnt)              \
  X(get_arch_ver)              \
  X(get_pc)                    \
  X(get_sys_cnt)

#ifdef VCONFORM_INTRINSICS_DEFINE

void pipe_barrier(pipe_t pipe);
void set_flag(pipe_t from, pipe_t to, uint8_t event);
void wait_flag(pipe_t from, pipe_t to, uint8_t event);
[[noreturn]] void trap();

#define VCONFORM_QUERY(name) int64_t name();

#else

inline void pipe_barrier(pipe_t pipe, VCONFORM_CALL_SITE) {
  namespace in = vconform::intrinsics;
  void pipe_barrier(pipe_t);
  const vconform_argument arguments[] = {in::word("pipe", pipe)};
  in::issue({"pipe_barrier", "", file, line}, arguments, [&] { pipe_barrier(pipe); });
}

#define VCONFORM_FLAG(name)                                                                        \
  inline void name(pipe_t from, pipe_t to, vconform::intrinsics::Wide event, VCONFORM_CALL_SITE) { \
    namespace in = vconform::intrinsics;                                                           \
    void name(pipe_t, pipe_t, uint8_t);                                                            \
    const vconform_argument arguments[] = {                                                        \
        in::word("from", from), in::word("to", to), {"event", event, EVENT_ID0, EVENT_ID7}};       \
    in::issue({#name, "", file, line}, arguments,                                                  \
              [&] { name(from, to, static_cast<uint8_t>(event)); });                               \
  }
VCONFORM_FLAG(set_flag)
VCONFORM_FLAG(wait_flag)

inline void trap(VCONFORM_CALL_SITE) {
  [[noreturn]] void trap();
  vconform::intrinsics::issue({"trap", "", file, line}, [&] { trap(); });
}

#define VCONFORM_QUERY(name)                                                       \
  inline int64_t name(VCONFORM_CALL_SITE) {                                        \
    extern int64_t name();                                                         \
    int64_t value = 0;                                                             \
    vconform::intrinsics::issue({#name, "", file, line}, [&] { value = name(); }); \
    return value;                                                                  \
  }

#endif

VCONFORM_EACH_QUERY(VCONFORM_QUERY)

// An immediate operand, kept out of the compiler's sight on the device.
constexpr int64_t get_imm(int64_t value) {
  return value;
}

// NOLINTEND(readability-identifier-naming, bugprone-macro-parentheses)
