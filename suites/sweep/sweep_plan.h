// What a sweep runs: domains, cut into chunks that are numbered over all of them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "generators/sweep/domain.h"
#include "suites/judging/property.h"
#include "suites/sweep/shard.h"

namespace vconform::suites {

// A domain, and the features of its programs.
struct PlannedDomain {
  generators::SweepDomain domain;
  spec::FeatureSet features;
};

struct SweepSelection {
  // Instructions; all that can be swept where none is named.
  std::vector<std::string> instructions;
  // CTRL; all of its values that make a difference where none is given.
  std::vector<std::uint64_t> ctrls;
};

// What `subject` claims of it, in the order of the rows. Throws spec::InputError for an instruction
// that is unknown, cannot be swept or is not claimed, and where nothing is left.
std::vector<PlannedDomain> sweep_domains(const SweepSelection& selection, const Subject& subject);

struct ChunkId {
  std::size_t domain = 0;
  std::uint64_t chunk = 0;

  friend bool operator==(const ChunkId&, const ChunkId&) = default;
  friend auto operator<=>(const ChunkId&, const ChunkId&) = default;
};

// Those of the shard, in order.
std::vector<ChunkId> chunks_of(const std::vector<PlannedDomain>& domains, const Shard& shard);

}  // namespace vconform::suites
