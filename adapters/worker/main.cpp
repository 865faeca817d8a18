// The program vconform_worker, which loads a backend, so that no part of it is loaded where a
// verdict is made. It holds neither the oracle nor golden nor the generators.
#include <unistd.h>

#include <cstdio>
#include <span>

#include "adapters/load/shared_library.h"
#include "adapters/worker/worker_main.h"

int main(int argc, char** argv) {
  using namespace vconform::adapters;
  const auto call = worker_call_from({argv, static_cast<std::size_t>(argc)});
  if (!call) {
    std::fputs("vconform_worker: run by vconform alone, of the same version\n", stderr);
    return kCannotBeWorker;
  }
  be_worker(*call, [&call] {
    return std::make_unique<InProcessBackend>(open_shared_library(call->backend),
                                              call->backend.name);
  });
}
