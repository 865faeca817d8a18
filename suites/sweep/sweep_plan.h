// The plan of a sweep: domains, cut into chunks that are numbered over all of them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "generators/sweep/domain.h"
#include "suites/judging/property.h"
#include "suites/shards/shard.h"

namespace vconform::suites {

// A domain and the features of its programs.
struct PlannedDomain {
  generators::SweepDomain domain;
  spec::FeatureSet features;
};

struct SweepSelection {
  // Instructions; empty: all that can be swept.
  std::vector<std::string> instructions;
  // Values of CTRL; empty: all that make a difference.
  std::vector<std::uint64_t> ctrls;
};

// The selected domains that `subject` claims, in the order of the rows. Throws spec::InputError for
// an instruction that is unknown, cannot be swept or is not claimed, and if nothing is left.
std::vector<PlannedDomain> sweep_domains(const SweepSelection& selection, const Subject& subject);

struct ChunkId {
  std::size_t domain = 0;
  std::uint64_t chunk = 0;

  friend bool operator==(const ChunkId&, const ChunkId&) = default;
  friend auto operator<=>(const ChunkId&, const ChunkId&) = default;
};

// The chunks of a shard, in order.
std::vector<ChunkId> chunks_of(const std::vector<PlannedDomain>& domains, const Shard& shard);

}  // namespace vconform::suites
