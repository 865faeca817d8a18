// Words of the device compiler that mean nothing on a host: names of memories, pipes and entries.
// Memories stay part of the prototypes only; clang's address_space would break more than it finds.
#pragma once

#define __ubuf__
#define __gm__
#define __cbuf__
#define __cc__
#define __ca__
#define __cb__
#define __fbuf__
#define __biasbuf__
#define __ssbuf__

#define __tf__
#define __in__
#define __out__
#define __cce_get_tile_ptr(x) (x)
#define __inout_pipe__(...)
#define __in_pipe__(...)
#define __out_pipe__(...)
#define __sync_alias__
#define __simd_callee__

// The pages write it in front of every function; projects that define it themselves come first.
#ifndef __aicore__
#define __aicore__
#endif

// The build of an A2. An API layer is built once more with __DAV_VEC__, once with __DAV_CUBE__.
#ifndef __NPU_ARCH__
#define __NPU_ARCH__ 2201
#endif
