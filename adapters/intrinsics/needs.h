// Features and bits of strides that a call needs of a backend, beyond its row.
#pragma once

#include "adapters/golden/behaviour/behaviour.h"
#include "adapters/vconform_adapter.h"
#include "spec/case/registers.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::adapters::intrinsics {

// `step` is an instruction with its addresses, `cell` its row.
spec::FeatureSet features_needed(const golden::Behaviour& behaviour, const spec::Cell& cell,
                                 const vconform_step& step, const spec::Registers& registers);
// The bits of the widest stride that affects a vector instruction; 0 for a copy.
int stride_bits_needed(const golden::Behaviour& behaviour, const spec::Cell& cell,
                       const vconform_step& step, const spec::Registers& registers);

}  // namespace vconform::adapters::intrinsics
