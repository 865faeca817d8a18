// A malicious worker in this process. At link time it replaces adapters/isolation/worker_process
// and futex, so that the suite's side is the real one. Whenever the suite starts it, rings for it
// or looks for its answer, it writes to the shared region as its script says.
#pragma once

#include <memory>
#include <span>

#include "adapters/region/shared_region.h"
#include "generators/choices/byte_source.h"

namespace vconform::fuzz {

class HostileWorker {
 public:
  // The only worker. Every byte string is a script; it must outlive what follows it.
  static HostileWorker& follow(std::span<const std::uint8_t> script);

  // The script's choices, also for decisions on the suite's side: one script controls both.
  generators::ChoiceSource& choices() { return *choices_; }
  // The memory images of a slot.
  spec::MemoryImage image(std::size_t slot) const { return region_->memories(slot).image(sizes_); }
  // Sets the memory sizes of the programs.
  void set_sizes(const adapters::MemorySizes& sizes) { sizes_ = sizes; }

  void start(adapters::SharedRegion& region);
  // Now and then writes something that no worker has to write.
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
