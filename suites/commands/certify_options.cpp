#include "suites/commands/certify_options.h"

#include <set>
#include <string>
#include <vector>

#include "suites/commands/common_options.h"

namespace vconform::suites {

namespace {

// The options on which the results of units depend: those of a shard, and of the merge.
void add_run_options(CLI::App& command, CertifyOptions& options) {
  add_backend_options(command, options.backend);
  add_isolation(command, options.backend);
  add_on(command, options.backend);
  add_level(command, options.level);
  add_families(command, "--family", options.families,
               "vconv, deq, cast_deq, copy_matrix, data_copy; all when not given");
  add_seed(command, options.seed);
  add_jobs(command, options.jobs);
  add_number(command, "--budget-units", [&options](std::uint64_t n) { options.budget_units = n; },
             "the first so many units of the order that --budget has, as an earlier one reached",
             {1});
}

// The options that make a verdict of the results.
std::vector<CLI::Option*> add_verdict_options(CLI::App& command, CertifyOptions& options) {
  CLI::Option* required =
      add_families(command, "--require", options.required,
                   "families of which every row that the profile's product has must be claimed");
  CLI::Option* waivers = add_text(command, "--waivers", options.waivers,
                                  "file of deviations that are accepted, each with a reason");
  CLI::Option* update =
      command
          .add_flag("--update-waivers", options.update_waivers,
                    "add rows for new deviations to that file, their reasons left to fill in")
          ->needs(waivers);
  CLI::Option* baseline =
      add_text(command, "--baseline", options.baseline,
               "certificate.json of an earlier run: nothing may be worse than there");
  CLI::Option* table =
      command.add_flag("--table", options.table, "print the deviations as a Markdown table");
  CLI::Option* verbose = command.add_flag(
      "-v,--verbose", options.verbose,
      "print the counts of each pair of types and the reading of each open rule too");
  CLI::Option* sign = add_text(command, "--sign", options.sign,
                               "PEM file of an Ed25519 private key to sign the certificate with");
  return {required, waivers, update, baseline, table, verbose, sign};
}

std::set<const CLI::Option*> option_set(const CLI::App& command) {
  const std::vector<const CLI::Option*> all = command.get_options();
  return {all.begin(), all.end()};
}

}  // namespace

void add_certify(CLI::App& app, CertifyOptions& options) {
  CLI::App& command = *app.add_subcommand("certify", "certify a backend against the rules");
  add_run_options(command, options);
  const std::vector<CLI::Option*> of_verdict = add_verdict_options(command, options);
  CLI::Option* budget =
      add_duration(command, "--budget", options.budget,
                   "time after which no further unit of the plan is begun, such as 1h; those that "
                   "tell most come first, and rows that level quick would have judged further are "
                   "not judged");
  budget->excludes("--budget-units");
  CLI::Option* shard = add_shard(command, options.shard, "of the plan, for merge,");
  shard->excludes(budget);
  for (CLI::Option* option : of_verdict) {
    shard->excludes(option);
  }
  command
      .add_flag("--resume", options.resume,
                "keep a journal in --out, and continue the run there if it was ended")
      ->excludes(budget);
  add_text(command, "--out", options.out, "folder for certificate.json and failures");
}

void add_merge(CLI::App& app, MergeOptions& options) {
  CLI::App& command = *app.add_subcommand(
      "merge", "the shards of a sweep, or of a run of certify with its options, as one");
  add_texts(command, "DIR", options.folders, "the folders of all shards")->required();
  add_text(command, "--out", options.out, "folder for the merged result, beside the others")
      ->required();
  const std::set<const CLI::Option*> of_all = option_set(command);
  add_run_options(command, options.run);
  add_verdict_options(command, options.run);
  command.callback([&command, &options, of_all] {
    for (const CLI::Option* option : command.get_options()) {
      if (option->count() > 0 && !of_all.contains(option)) {
        options.given.push_back(option->get_name());
      }
    }
  });
}

}  // namespace vconform::suites
