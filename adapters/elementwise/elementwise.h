// Execution for tables that only convert arrays: masks, repeats and strides are applied here, by a
// walk of its own.
#pragma once

#include <span>
#include <string>

#include "adapters/elementwise/elementwise_walk.h"
#include "adapters/vconform_adapter.h"
#include "spec/rows/features.h"
#include "spec/slugs/rule_id.h"

namespace vconform::adapters {

// The features that the walk adds to the claims of such a table.
inline constexpr spec::FeatureSet kElementwiseFeatures = {
    VCONFORM_FEATURE_MASK | VCONFORM_FEATURE_COUNTER | VCONFORM_FEATURE_REPEAT |
    VCONFORM_FEATURE_STRIDES | VCONFORM_FEATURE_IN_PLACE};
// All sources of a repeat are read first.
inline constexpr spec::Choice kElementwiseOrder = spec::choice("walk.order", "repeat");

// The readings that the walk follows, of every open rule that it affects.
inline constexpr spec::Choice kElementwiseReadings[] = {
    spec::choice("walk.stride-width", "12"), spec::choice("mask.inactive-lanes", "unchanged"),
    spec::choice("s4.nibble", "low-first"), kElementwiseOrder};

// Runs a program with table.convert: gathers the active lanes of a repeat into an array without
// gaps, aligned to 8 bytes, converts it and scatters the results. Returns what execute() would
// return; if the walk refuses, `message` says why.
std::uint32_t execute_elementwise(const vconform_adapter& table, void* context,
                                  std::span<const vconform_step> steps,
                                  const vconform_memories& memories, std::string& message);

}  // namespace vconform::adapters
