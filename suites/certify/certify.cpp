#include "suites/certify/certify.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "spec/text/error.h"
#include "suites/certify/certify_run.h"
#include "suites/certify/unit_entry.h"
#include "suites/files/exit_codes.h"
#include "suites/files/json.h"
#include "suites/files/one_line.h"
#include "suites/output/earlier_verdict.h"
#include "suites/processes/broken_run.h"
#include "suites/shards/journal.h"
#include "suites/shards/judged_files.h"
#include "suites/shards/parts.h"
#include "suites/shards/shard.h"

namespace vconform::suites {

namespace {

// Results of a run that are known to a journal too.
class JournaledRun {
 public:
  JournaledRun(CertifyRun& run, const CertifyOptions& options, const Shard& shard)
      : run_(run),
        shard_(shard),
        identity_(identity_of(run, shard)),
        journal_(options.out, {kRunWork, identity_},
                 options.resume ? Journal::Mode::kResume : Journal::Mode::kNew,
                 [this](const std::string& line) { add_entry(line, wanted(), results_); }) {
    run_.add_earlier_probing(results_.probing);
  }

  // The results of all units of the shard, those of earlier runs among them.
  const UnitResults& finish() {
    run_.put_away();
    if (run_.probing() != adapters::Incidents()) {
      journal_.add(probing_line(run_.probing()));
    }
    try {
      results_.units =
          run_.run(wanted(), results_.units, [this](std::size_t unit, const UnitResult& result) {
            // A skipped result follows from that of another unit, which may be of another shard.
            if (!result.skipped) {
              journal_.add(entry_line(unit, result));
            }
          });
    } catch (const BrokenRun& error) {
      throw BrokenRun(std::string(error.what()) + "; --resume continues");
    }
    return results_.units;
  }

 private:
  static json identity_of(const CertifyRun& run, const Shard& shard) {
    json identity = run.identity();
    identity["shard"] = shard.text();
    return identity;
  }

  Wanted wanted() const {
    return [this](std::size_t unit) { return unit < run_.units().size() && shard_.has(unit); };
  }

  CertifyRun& run_;
  Shard shard_;
  json identity_;
  JournaledResults results_;
  Journal journal_;
};

int run_shard(const CertifyOptions& options) {
  const Shard shard = shard_named(options.shard);
  CertifyRun run(options, CertifyRun::Readings::kGiven);
  JournaledRun journaled(run, options, shard);
  const UnitResults& results = journaled.finish();
  run.close();
  const auto deviating = std::ranges::count_if(results, [](const auto& known) {
    return !known.second.deviations.empty() || !known.second.blamed.empty();
  });
  fmt::print("shard {}: {} of {} units, {} with deviations; the verdict is that of merge\n",
             shard.text(), results.size(), run.units().size(), deviating);
  return deviating == 0 ? kConforms : kDoesNotConform;
}

// The results that a killed run left would count again when somebody continues it, over the verdict
// of this one.
void expect_no_journal(const std::string& out) {
  if (has_journal_of(out, kRunWork)) {
    throw spec::InputError(
        fmt::format("--out {}: a run that was ended has its journal there: --resume continues it; "
                    "or name another folder",
                    in_quotes(out)));
  }
}

int run_or_shard(const CertifyOptions& options) {
  if (!options.shard.empty() || options.resume) {
    expect_known_again(options.backend.backend);
  }
  if (!options.shard.empty()) {
    return run_shard(options);
  }
  if (!options.resume) {
    expect_no_journal(options.out);
  }
  CertifyRun run(options, CertifyRun::Readings::kMayBeProbed);
  if (options.resume) {
    const int status = run.conclude(JournaledRun(run, options, Shard{}).finish());
    // The next run judges anew.
    remove_journal(options.out);
    return status;
  }
  run.put_away();
  return run.conclude(
      run.run([](std::size_t) { return true; }, {}, [](std::size_t, const UnitResult&) {}));
}

}  // namespace

int certify(const CertifyOptions& options) {
  return with_earlier_verdict_aside(options.out, [&] { return run_or_shard(options); });
}

}  // namespace vconform::suites
