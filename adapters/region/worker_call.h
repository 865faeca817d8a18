// How a worker is called: what it loads, and where it finds the memory that it shares.
#pragma once

#include <sys/types.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "adapters/load/loadable.h"
#include "adapters/region/shared_region.h"

namespace vconform::adapters {

// Exit code of a program that was called as a worker and cannot be one.
inline constexpr int kCannotBeWorker = 125;

struct WorkerCall {
  Loadable backend;
  RegionShape shape;
  // Of the region's file.
  int descriptor = -1;
  // The process that judges.
  pid_t suite = 0;
};

// Its words without the program's name, and back: nullopt where another version of the suite wrote
// them, or nobody did.
std::vector<std::string> words_of(const WorkerCall& call);
std::optional<WorkerCall> worker_call_from(std::span<char* const> words);

}  // namespace vconform::adapters
