#include "adapters/golden/kernels/pipelines.h"

#include <array>

#include "adapters/golden/kernels/pipelines_tables.h"

namespace vconform::adapters::golden::kernels {

namespace {

#if defined(__x86_64__)
std::size_t usable_count() {
  if (!__builtin_cpu_supports("x86-64-v3")) {
    return 1;
  }
  return __builtin_cpu_supports("x86-64-v4") ? 3 : 2;
}
constexpr std::array<const PipelineKernels*, 3> kAll = {&kBaselinePipelines, &kX86V3Pipelines,
                                                        &kX86V4Pipelines};
#else
std::size_t usable_count() {
  return 1;
}
constexpr std::array<const PipelineKernels*, 1> kAll = {&kBaselinePipelines};
#endif

}  // namespace

std::span<const PipelineKernels* const> pipeline_kernels() {
  static const std::size_t count = usable_count();
  return std::span(kAll).first(count);
}

const PipelineKernels& fastest_pipelines() {
  return *pipeline_kernels().back();
}

}  // namespace vconform::adapters::golden::kernels
