// The library rarely_wrong for tests of fuzzing and of level quick: golden with one fault that few
// programs show, each as small as possible. It is as fast as golden, except for programs that come
// close to the fault.
#pragma once

namespace vconform::adapters::rarely_wrong {

// The fault, read by create(), which fails for any other text. It concerns vector instructions
// (vconv, deq, cast_deq):
//   compacted-in-place: wrong if both operands begin at one place and the repeats of the source lie
//     farther apart; not in counter mode
//   interleaved-repeats: wrong if the operands have no block in common and lie between each other,
//     with block strides of 1
//   overlap-one-block: wrong if the blocks that its two walks touch have exactly one in common;
//     masks do not matter, and in counter mode the repeats are those of the count
//   one-value:I:V: wrong where instruction I converts the pattern V, as in
//     one-value:vconv_f162s8a:0x4a5b
//   mask-63-64: wrong if a repeat has 128 elements and mask bits 63 and 64 differ; not in counter
//     mode
//   offset-minus-256: wrong where a factor has offset -256 and sign 0
//   repeat-255: leaves a byte unwritten if repeat is 255; not in counter mode
// A wrong result has its last bit flipped: every result that a fault about values concerns,
// otherwise the first one.
inline constexpr const char* kFaultVariable = "VCONFORM_FAULT";

}  // namespace vconform::adapters::rarely_wrong
