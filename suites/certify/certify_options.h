// Options of the commands certify and merge.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "suites/judging/backend_options.h"

namespace vconform::suites {

struct CertifyOptions {
  BackendOptions backend;
  std::string level = "standard";
  std::vector<std::string> families;  // empty: all
  // Families of which every row must be claimed.
  std::vector<std::string> required;
  std::uint64_t seed = 1;
  std::size_t jobs = 0;  // 0: as many as there are processors
  std::string out = "vconform-out";
  // A file of waivers; `update_waivers` adds rows to it for what it does not waive.
  std::string waivers;
  bool update_waivers = false;
  // The certificate.json of an earlier run.
  std::string baseline;
  // Seconds after which no further unit is begun, and the number of units to run, in the order of
  // budget_plan(). At most one of them is given.
  std::optional<double> budget;
  std::optional<std::uint64_t> budget_units;
  // Print the table of deviations in Markdown instead of the summary.
  bool table = false;
  // Print the counts of each pair of types and the reading of each open rule too.
  bool verbose = false;
  // A file with an Ed25519 private key; empty: the certificate is not signed.
  std::string sign;
  // "i/n": run this part of the plan only, and leave the verdict to merge; "environment": the part
  // that the environment says; empty: all of it.
  std::string shard;
  // Keep a journal of the units that are done in the folder `out`, and continue the one there.
  bool resume = false;
};

struct MergeOptions {
  // The folders of the shards of one sweep, or of one run of certify.
  std::vector<std::string> folders;
  std::string out;
  // Those of the shards of certify, and what decides the verdict; `out` counts for it.
  CertifyOptions run;
  // The options of `run` that were given, such as "--level": sweeps have none of them.
  std::vector<std::string> given;
};

}  // namespace vconform::suites
