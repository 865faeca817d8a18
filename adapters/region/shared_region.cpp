#include "adapters/region/shared_region.h"

#include <algorithm>
#include <new>
#include <utility>

#include "adapters/region/processors.h"

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

// The size with a guard at the end.
std::size_t guarded_bytes_for(const RegionShape& shape) {
  return bytes_for(shape) + kGuardBytes;
}

std::uint64_t memories_at(const RegionShape& shape) {
  return PageRange::size_for(guarded_bytes_for(shape));
}

std::uint64_t file_bytes_for(const RegionShape& shape) {
  return memories_at(shape) +
         PageRange::size_for(GuardedMemories::bytes_for(shape.all_capacities()));
}

}  // namespace

std::vector<MemorySizes> RegionShape::all_capacities() const {
  std::vector<MemorySizes> all(slots, capacities);
  std::uint64_t& gm = all.front()[static_cast<std::size_t>(spec::MemoryId::kGm)];
  gm = std::max(gm, first_gm);
  for (std::size_t i = slots - small_slots; i < slots; ++i) {
    all[i].fill(small);
  }
  return all;
}

SharedRegion::SharedRegion(const RegionShape& shape)
    : SharedRegion(shape, shape.slots - shape.small_slots, SharedFile(file_bytes_for(shape))) {
  new (control_) ControlBlock;
  control_->processors = processors_of_the_run();
  for (std::size_t i = 0; i < shape.slots; ++i) {
    new (programs_ + i) SharedProgram;
  }
}

SharedRegion::SharedRegion(const RegionShape& shape, int descriptor)
    : SharedRegion(shape, 0, SharedFile::adopted(descriptor)) {
  const SharedFile closed = std::move(file_);
}

SharedRegion::SharedRegion(const RegionShape& shape, std::size_t opened, SharedFile file)
    : shape_(shape),
      file_(std::move(file)),
      pages_(guarded_bytes_for(shape), {file_.descriptor(), 0}),
      control_(reinterpret_cast<ControlBlock*>(pages_.first())),
      programs_(reinterpret_cast<SharedProgram*>(pages_.first() + kProgramsAt)),
      // Needs no initialisation: steps are written before they are read, and untouched pages cost
      // nothing.
      steps_(reinterpret_cast<vconform_step*>(pages_.first() + steps_at(shape))),
      memories_(shape.all_capacities(), opened, {file_.descriptor(), memories_at(shape)}) {
  PageRange::open({pages_.first(), bytes_for(shape)});
}

std::uint64_t SharedRegion::distance_of(std::uint64_t address) const {
  return address - reinterpret_cast<std::uint64_t>(memories_.pages().first());
}

std::uint64_t SharedRegion::address_of(std::uint64_t distance) const {
  return distance + reinterpret_cast<std::uint64_t>(memories_.pages().first());
}

}  // namespace vconform::adapters
