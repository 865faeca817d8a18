// The kernels of the library are those for the baseline, on every machine, so that the same sites
// run everywhere: the sources are the same for each instruction set.
#include "adapters/golden/kernels/instruction_sets.h"
#include "adapters/golden/kernels/pipelines.h"
#include "adapters/golden/kernels/vconv_lanes.h"

namespace vconform::adapters::golden::kernels {

const PipelineTable kPipelinesV3 = {};
const PipelineTable kPipelinesV4 = {};
constinit const VconvTable kVconvV3 = {};
constinit const VconvTable kVconvV4 = {};

std::span<const InstructionSet> instruction_sets() {
  static constexpr InstructionSet kBaseline[] = {InstructionSet::kBaseline};
  return kBaseline;
}

}  // namespace vconform::adapters::golden::kernels
