#include "suites/trace/pipes.h"

#include "spec/rows/memories.h"

namespace vconform::suites {

namespace {

using spec::MemoryId;

struct Route {
  MemoryId from;
  MemoryId to;
  Pipe pipe;
};

constexpr std::array<Route, 5> kRoutes = {{
    {MemoryId::kGm, MemoryId::kUb, Pipe::kMte2},
    {MemoryId::kGm, MemoryId::kL1, Pipe::kMte2},
    {MemoryId::kUb, MemoryId::kGm, Pipe::kMte3},
    {MemoryId::kUb, MemoryId::kL1, Pipe::kMte3},
    {MemoryId::kL1, MemoryId::kUb, Pipe::kMte1},
}};

Pipe pipe_between(MemoryId from, MemoryId to) {
  for (const Route& route : kRoutes) {
    if (route.from == from && route.to == to) {
      return route.pipe;
    }
  }
  return Pipe::kVector;
}

}  // namespace

Pipe pipe_of(const spec::Step& instruction) {
  if (std::holds_alternative<spec::CopyMatrix>(instruction)) {
    return Pipe::kFixpipe;
  }
  if (const auto* copy = std::get_if<spec::DataCopy>(&instruction)) {
    const spec::CopyPath path = copy->cell.conversion().path;
    return pipe_between(spec::memory_of(path.from), spec::memory_of(path.to));
  }
  return Pipe::kVector;
}

}  // namespace vconform::suites
