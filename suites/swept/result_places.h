// The places of a sweep program's results, computed by golden.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "adapters/golden/reference.h"
#include "generators/sweep/memory.h"

namespace vconform::suites {

class ResultPlaces {
 public:
  ResultPlaces(const adapters::golden::Behaviour& behaviour,
               const generators::SweepProgram& program);

  std::uint64_t load(const generators::SweptMemories& memories, std::uint64_t lane) const;
  void store(const generators::SweptMemories& memories, std::uint64_t lane,
             std::uint64_t pattern) const;
  // The pattern of a result of which every byte is `byte`.
  std::uint64_t filled_with(std::uint8_t byte) const;

 private:
  // Element `index` of an array at byte `offset`.
  struct Place {
    std::uint64_t offset;
    std::uint64_t index;
  };

  spec::MemoryId memory_;
  const spec::NumberFormat& format_;
  std::function<Place(std::uint64_t lane)> place_of_;
};

}  // namespace vconform::suites
