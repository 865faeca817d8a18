// For tests of fuzzing: the library rarely_wrong is golden with one fault that few programs show,
// each as small as it can be. It is as fast as golden, but for programs that come close to the
// fault.
#pragma once

namespace vconform::adapters::rarely_wrong {

// Read by create(), which fails for any other word. Of a vector instruction (vconv, deq, cast_deq):
//   overlap-one-block   wrong where the blocks that its two walks touch have exactly one in common;
//                       masks do not matter, in counter mode there are as many repeats as the count
//                       has
//   one-value:I:V       wrong where instruction I converts the pattern V, as in
//                       one-value:vconv_f162s8a:0x4a5b
//   mask-63-64          wrong where a repeat has 128 elements and mask bits 63 and 64 differ; not
//   in
//                       counter mode
//   offset-minus-256    wrong where a factor has offset -256 and sign 0
//   repeat-255          leaves a byte unwritten where repeat is 255; not in counter mode
// Wrong is the last bit of a result: of every one where the fault is about values, else of
// the first one.
inline constexpr const char* kFaultVariable = "VCONFORM_FAULT";

}  // namespace vconform::adapters::rarely_wrong
