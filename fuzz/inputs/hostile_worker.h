// A worker that means harm, in this process: it stands in for adapters/isolation/worker_process and
// futex when a program is linked, so that the suite's side is the real one. Wherever the suite
// starts it, rings for it or looks for its answer, it writes to the shared region what its script
// says.
#pragma once

#include <memory>
#include <span>

#include "adapters/region/shared_region.h"
#include "generators/choices/byte_source.h"

namespace vconform::fuzz {

class HostileWorker {
 public:
  // The one that there is. Every byte string is a script; it must outlive what follows it.
  static HostileWorker& follow(std::span<const std::uint8_t> script);

  // For what the suite does, too: one script has both sides.
  generators::ChoiceSource& choices() { return *choices_; }
  // What the memories of a slot hold.
  spec::MemoryImage image(std::size_t slot) const { return region_->memories(slot).image(sizes_); }
  // Of the memories that programs have.
  void set_sizes(const adapters::MemorySizes& sizes) { sizes_ = sizes; }

  void start(adapters::SharedRegion& region);
  // Now and then something that no worker has to do.
  void scribble();
  // Whether it answers what the suite waits for.
  bool answer(adapters::Doorbell& bell, std::uint32_t wanted);

 private:
  void write_somewhere();
  void write(std::span<std::uint8_t> bytes);

  std::unique_ptr<generators::ByteSource> choices_;
  adapters::SharedRegion* region_ = nullptr;
  adapters::MemorySizes sizes_{};
};

}  // namespace vconform::fuzz
