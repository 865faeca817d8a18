// What a CastDeq call has a say in beyond the instruction that it stands for (cast_deq).
#pragma once

#include "oracle/number/expectation.h"
#include "oracle/vector/vector_walk.h"
#include "spec/case/instruction.h"
#include "spec/case/registers.h"

namespace vconform::oracle {

RuleSet rules_of_call(const spec::CastDeq& call);

// A mask argument outside the documented range: a contiguous one that is not 1 to the elements of a
// repeat, a bitwise one with no bit set or, of an s32 source, with a second word. A call that does
// not set its mask has a placeholder there, of which nothing is asked.
bool mask_out_of_range(const spec::CastDeq& call);

// is_vec_deq false for s16 where DEQSCALE, as it stands in `registers`, was set by the tensor form.
bool scale_out_of_range(const spec::CastDeq& call, const spec::Registers& registers);

// The count form with operands that end beyond the memory; of the other forms that is an error of
// the case.
bool count_out_of_range(const spec::CastDeq& call, const VectorWalk& walk,
                        std::uint64_t memory_size);

// An s32 source and is_vec_deq true, of which no page says what it means.
bool is_undefined(const spec::CastDeq& call);

}  // namespace vconform::oracle
