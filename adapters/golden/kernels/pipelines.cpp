#include "adapters/golden/kernels/pipelines.h"

namespace vconform::adapters::golden::kernels {

namespace {

#if defined(__x86_64__)
constexpr const PipelineTable* kTables[] = {&kPipelinesBaseline, &kPipelinesV3, &kPipelinesV4};
#else
constexpr const PipelineTable* kTables[] = {&kPipelinesBaseline};
#endif

}  // namespace

const PipelineTable& pipelines(InstructionSet set) {
  return *kTables[static_cast<std::size_t>(set)];
}

const PipelineTable& pipelines() {
  static const PipelineTable& best = pipelines(instruction_sets().back());
  return best;
}

}  // namespace vconform::adapters::golden::kernels
