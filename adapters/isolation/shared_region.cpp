#include "adapters/isolation/shared_region.h"

#include <new>

namespace vconform::adapters {

namespace {

constexpr std::size_t kProgramsAt = round_up(sizeof(ControlBlock), alignof(SharedProgram));

std::size_t steps_at(const RegionShape& shape) {
  return kProgramsAt + shape.slots * sizeof(SharedProgram);
}

std::size_t bytes_for(const RegionShape& shape) {
  return round_up(steps_at(shape) + shape.slots * shape.max_steps * sizeof(vconform_step),
                  page_size());
}

}  // namespace

SharedRegion::SharedRegion(const RegionShape& shape)
    : shape_(shape),
      // A guard behind it, too.
      pages_(bytes_for(shape) + kGuardBytes, PageRange::Sharing::kWithForkedProcesses),
      memories_(shape.slots, shape.capacities, PageRange::Sharing::kWithForkedProcesses) {
  PageRange::open({pages_.first(), bytes_for(shape)});
  control_ = new (pages_.first()) ControlBlock;
  for (std::size_t i = 0; i < shape.slots; ++i) {
    new (pages_.first() + kProgramsAt + i * sizeof(SharedProgram)) SharedProgram;
  }
  programs_ = reinterpret_cast<SharedProgram*>(pages_.first() + kProgramsAt);
  // They are written before they are read, and pages that are not touched cost nothing.
  steps_ = reinterpret_cast<vconform_step*>(pages_.first() + steps_at(shape));
}

}  // namespace vconform::adapters
