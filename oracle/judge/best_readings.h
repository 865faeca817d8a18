// The readings of a world's open rules that explain a backend's results.
#pragma once

#include "oracle/predict/world.h"
#include "spec/case/memory_image.h"

namespace vconform::oracle {

// The world with nothing open, under readings that permit all of its elements if there are such
// readings, and otherwise under readings that permit most of them (or nearly so, where that would
// take long to find out).
World best_settled(World world, const spec::MemoryView& after);

}  // namespace vconform::oracle
