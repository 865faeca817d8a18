// Scalar accesses of the program at an offset into a memory of the core, as if it were a pointer.
#pragma once

namespace vconform::adapters::intrinsics {

// From now on such an access ends the program with one line on stderr and exit code 1. Any other
// fault ends it as before. Does nothing if the program, or a sanitizer, handles SIGSEGV itself.
void report_scalar_accesses();

}  // namespace vconform::adapters::intrinsics
