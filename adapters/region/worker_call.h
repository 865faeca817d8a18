// The call of a worker program: the backend to load, and the shared memory.
#pragma once

#include <sys/types.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "adapters/load/loadable.h"
#include "adapters/region/shared_region.h"

namespace vconform::adapters {

// The exit code of a program that was called as a worker and cannot be one.
inline constexpr int kCannotBeWorker = 125;

struct WorkerCall {
  Loadable backend;
  RegionShape shape;
  // The descriptor of the region's file.
  int descriptor = -1;
  // The process that judges.
  pid_t suite = 0;
};

// The words of the call, without the program's name, and back: nullopt if another version of the
// suite, or no suite, wrote them.
std::vector<std::string> words_of(const WorkerCall& call);
std::optional<WorkerCall> worker_call_from(std::span<char* const> words);

}  // namespace vconform::adapters
