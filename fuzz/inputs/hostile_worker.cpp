#include "fuzz/inputs/hostile_worker.h"

#include <algorithm>
#include <limits>

#include "adapters/isolation/worker_process.h"
#include "adapters/load/open_backend.h"
#include "adapters/region/flat_description.h"

namespace vconform::fuzz {

namespace {

using adapters::ControlBlock;

HostileWorker& the_worker() {
  static HostileWorker worker;
  return worker;
}

template <typename T>
std::span<std::uint8_t> bytes_of(T& object) {
  return {reinterpret_cast<std::uint8_t*>(&object), sizeof object};
}

const adapters::Description& golden() {
  static const adapters::Description description = adapters::open_backend("golden")->description();
  return description;
}

}  // namespace

HostileWorker& HostileWorker::follow(std::span<const std::uint8_t> script) {
  the_worker().choices_ = std::make_unique<generators::ByteSource>(script);
  return the_worker();
}

void HostileWorker::start(adapters::SharedRegion& region) {
  region_ = &region;
  ControlBlock& control = region.control();
  adapters::flatten(golden(), control.description);
  adapters::write_text(control.message_of(1), "");
  control.opened = static_cast<std::uint32_t>(choices_->one_in(16) ? choices_->below(4) : 0);
  scribble();
}

void HostileWorker::scribble() {
  for (std::uint64_t left = choices_->below(4); left > 0; --left) {
    write_somewhere();
  }
}

void HostileWorker::write_somewhere() {
  ControlBlock& control = region_->control();
  // The small slots, of programs that run ahead, are inaccessible in this process until one does.
  const adapters::RegionShape& shape = region_->shape();
  const std::size_t slot = choices_->below(shape.slots - shape.small_slots);
  switch (choices_->below(8)) {
    case 0:
      return write(bytes_of(control));
    case 1:
      return write(bytes_of(control.description));
    case 2:
      return write(bytes_of(control.messages[choices_->below(control.messages.size())]));
    case 3:
      control.ended = choices_->one_in(4) ? choices_->bits(64) : choices_->below(8);
      return;
    case 4:
      region_->program(slot).status =
          static_cast<std::uint32_t>(choices_->one_in(4) ? choices_->bits(32) : choices_->below(5));
      return;
    case 5:
      return write(bytes_of(region_->program(slot)));
    default:
      break;
  }
  // The write may reach the canary of 64 bytes behind the memory.
  const vconform_memories memories = region_->memories(slot).memories(sizes_);
  const vconform_memory& memory = memories.memory[choices_->below(spec::kMemoryCount)];
  if (memory.data != nullptr) {
    write({static_cast<std::uint8_t*>(memory.data), adapters::round_up(memory.size, 64)});
  }
}

void HostileWorker::write(std::span<std::uint8_t> bytes) {
  const bool whole = choices_->one_in(4);
  const std::size_t at = whole ? 0 : choices_->below(bytes.size());
  const std::size_t most = bytes.size() - at;
  const std::size_t count = whole ? most : std::min<std::size_t>(most, 1 + choices_->below(16));
  const auto byte = static_cast<std::uint8_t>(choices_->bits(8));
  const bool same = whole || choices_->one_in(2);
  for (std::uint8_t& one : bytes.subspan(at, count)) {
    one = same ? byte : static_cast<std::uint8_t>(choices_->bits(8));
  }
}

bool HostileWorker::answer(adapters::Doorbell& bell, std::uint32_t wanted) {
  scribble();
  if (choices_->one_in(8)) {
    bell.number = static_cast<std::uint32_t>(choices_->bits(32));
  } else if (!choices_->one_in(8)) {
    bell.number = wanted;
  }
  return adapters::has_reached(bell.number, wanted);
}

}  // namespace vconform::fuzz

// These replace the functions of the library.
namespace vconform::adapters {

pid_t start_worker_process(SharedRegion& region, const Loadable&, int) {
  fuzz::the_worker().start(region);
  // The number of no process: queried, it has ended.
  return std::numeric_limits<pid_t>::max();
}

void ring(Doorbell& bell, std::uint32_t number) {
  bell.number = number;
  fuzz::the_worker().scribble();
}

bool wait_for(Doorbell& bell, std::uint32_t wanted, int, std::chrono::microseconds) {
  return fuzz::the_worker().answer(bell, wanted);
}

}  // namespace vconform::adapters
