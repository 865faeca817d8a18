// Execution of rows that are served by convert() or element(): masks, repeats, strides and layouts
// are applied here, by walks of its own.
#pragma once

#include <span>
#include <string>

#include "adapters/abi/capabilities.h"
#include "adapters/elementwise/elementwise_walk.h"
#include "adapters/elementwise/vector_run.h"
#include "adapters/vconform_adapter.h"
#include "spec/rows/features.h"
#include "spec/slugs/rule_id.h"

namespace vconform::adapters {

// The features that the walk adds to the claims of a row of vector instructions, and of a copy.
inline constexpr spec::FeatureSet kElementwiseFeatures = {
    VCONFORM_FEATURE_MASK | VCONFORM_FEATURE_COUNTER | VCONFORM_FEATURE_REPEAT |
    VCONFORM_FEATURE_STRIDES | VCONFORM_FEATURE_IN_PLACE};
inline constexpr spec::FeatureSet kCopyFeatures = {kElementwiseFeatures.bits | VCONFORM_FEATURE_ND |
                                                   VCONFORM_FEATURE_CHANNEL_SPLIT |
                                                   VCONFORM_FEATURE_VECTOR_QUANT};
// All sources of a repeat are read first.
inline constexpr spec::Choice kElementwiseOrder = spec::choice("walk.order", "repeat");

// The readings that the walks follow, of every open rule that they affect.
inline constexpr spec::Choice kElementwiseReadings[] = {
    spec::choice("walk.stride-width", "12"),
    spec::choice("mask.inactive-lanes", "unchanged"),
    spec::choice("s4.nibble", "low-first"),
    kElementwiseOrder,
    spec::choice("walk.stride-width-deq", "8"),
    spec::choice("deq.half", "block"),
    spec::choice("deq.other-half", "unchanged"),
    spec::choice("cast-deq.s32-is-vec-deq", "ignored"),
    spec::choice("cast.count-leaves", "reset"),
    spec::choice("cast.mask-form-ctrl56", "kept"),
    spec::choice("fixpipe.narrow-layout", "merged"),
    spec::choice("fixpipe.dst-stride-unit", "32B"),
    spec::choice("fixpipe.last-block", "valid-only"),
    spec::choice("fixpipe.src-nd-unit", "fractal"),
    spec::choice("fixpipe.nd-count-without-nd", "ignored"),
    spec::choice("fixpipe.nd-limit", "msize"),
    spec::choice("fixpipe.quantpre-codes", "header"),
    spec::choice("fixpipe.quantpre-zero", "from-prototype"),
    spec::choice("copy.block-len-unit", "page"),
    spec::choice("copy.strides", "gap"),
    spec::choice("copy.vdeq-advance", "32"),
    spec::choice("copy.sid-halves", "first-is-0")};

// Runs a program whose rows are served by convert() or element(), and by execute() as `claimed`
// says: then the table executes each part between two others, with the registers as they are.
// Returns what execute() would return; if a walk refuses, `message` says why.
std::uint32_t execute_elementwise(const Served& library, const Capabilities& claimed,
                                  std::span<const vconform_step> steps, vconform_memories& memories,
                                  std::string& message);

}  // namespace vconform::adapters
