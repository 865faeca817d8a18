// Options and exit codes of ./vconform.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>

#include "adapters/load_error.h"
#include "spec/error.h"
#include "spec/version.h"
#include "suites/report/program.h"
#include "suites/runner/commands.h"
#include "suites/runner/supervisor.h"

namespace vconform::suites {
namespace {

void add_backend_options(CLI::App& command, BackendOptions& options) {
  command.add_option("--backend", options.backend, "what to run: see the command backends")
      ->capture_default_str();
  command.add_option(
      "--profile", options.profile,
      "readings of the open rules: a2, pages, probed:FILE; without it the backend is "
      "probed first");
  command.add_option("--choice", options.choices, "rule=reading, besides the profile")
      ->allow_extra_args(false);
}

// CLI::Range lets NaN pass.
std::string time_limit_problem(const std::string& text) {
  double seconds = 0;
  const bool is_number = CLI::detail::lexical_cast(text, seconds);
  return is_number && seconds >= 0.001 && seconds <= 3600
             ? ""
             : fmt::format("'{}' is no time limit: give seconds from 0.001 to 3600", text);
}

std::string duration_problem(const std::string& text) {
  constexpr double kMost = 1e7;
  double seconds = 0;
  const bool is_number = CLI::detail::lexical_cast(text, seconds);
  return is_number && seconds > 0 && seconds <= kMost
             ? ""
             : fmt::format("'{}' is no time to fuzz for: give seconds, more than 0", text);
}

// An unset variable of a script must not turn a gate off.
std::string empty_problem(const std::string& text) {
  return text.empty() ? "the name is empty: name a file, or leave the option out" : "";
}

CLI::Option* add_time_limit(CLI::App& command, BackendOptions& options) {
  return command
      .add_option("--time-limit", options.time_limit,
                  "seconds of the processor that a case may take, and ten times that in all")
      ->check(time_limit_problem)
      ->capture_default_str();
}

void add_isolation(CLI::App& command, BackendOptions& options) {
  CLI::Option* in_process =
      command.add_flag("--in-process", options.in_process,
                       "run the backend in the judging process, without isolation");
  add_time_limit(command, options)->excludes(in_process);
}

void add_certify(CLI::App& app, CertifyOptions& options) {
  CLI::App& command = *app.add_subcommand("certify", "certify a backend against the rules");
  add_backend_options(command, options.backend);
  add_isolation(command, options.backend);
  command.add_option("--level", options.level, "quick, standard or exhaustive")
      ->capture_default_str();
  command
      .add_option("--family", options.families,
                  "vconv, deq, cast_deq, copy_matrix, data_copy; all when not given")
      ->delimiter(',');
  command.add_option("--require", options.required, "families of which every row must be claimed")
      ->delimiter(',');
  command.add_option("--seed", options.seed, "of everything random")->capture_default_str();
  command.add_option("--jobs", options.jobs, "processes; as many as processors when not given")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1024}));
  command.add_option("--out", options.out, "folder for certificate.json and failures")
      ->capture_default_str();
  CLI::Option* waivers = command
                             .add_option("--waivers", options.waivers,
                                         "file of deviations that are accepted, each with a reason")
                             ->check(empty_problem);
  command
      .add_flag("--update-waivers", options.update_waivers,
                "add rows for new deviations to that file, their reasons left to fill in")
      ->needs(waivers);
  command
      .add_option("--baseline", options.baseline,
                  "certificate.json of an earlier run: nothing may be worse than there")
      ->check(empty_problem);
  command.add_flag("--table", options.table, "print the deviations as a Markdown table");
  command.add_option("--sign", options.sign, "PEM file of an Ed25519 private key to sign it with")
      ->check(empty_problem);
}

void add_sweep(CLI::App& app, SweepOptions& options) {
  CLI::App& command =
      *app.add_subcommand("sweep", "run every bit pattern that an instruction can meet");
  add_backend_options(command, options.backend);
  add_isolation(command, options.backend);
  command
      .add_option("--instruction", options.instructions,
                  "vconv_f322f16r,…; all that can be swept when not given")
      ->delimiter(',');
  command
      .add_option("--ctrl", options.ctrls,
                  "values of the CTRL register; all that make a difference when not given")
      ->delimiter(',');
  command
      .add_option("--shard", options.shard,
                  "i/n: this part only; when not given what SLURM_ARRAY_TASK_ID and _COUNT or "
                  "GTEST_SHARD_INDEX and GTEST_TOTAL_SHARDS say")
      ->check(empty_problem);
  command.add_flag("--resume", options.resume, "continue the sweep in --out, if there is one");
  command.add_option("--jobs", options.jobs, "processes; as many as processors when not given")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1024}));
  command
      .add_option("--max-failures", options.max_failures,
                  "after so many wrong results the rest of a chunk of 2^22 values is not run")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command.add_option("--out", options.out, "folder for sweep.json, failures and the journal")
      ->required();
}

void add_merge(CLI::App& app, MergeOptions& options) {
  CLI::App& command = *app.add_subcommand("merge", "the shards of a sweep as one sweep");
  command.add_option("DIR", options.folders, "the folders of all shards")->required();
  command.add_option("--out", options.out, "folder for the merged sweep")->required();
}

void add_probe(CLI::App& app, ProbeOptions& options) {
  CLI::App& command =
      *app.add_subcommand("probe", "which reading of each open rule does a backend follow");
  command.add_option("--backend", options.backend.backend, "see: backends")->capture_default_str();
  add_isolation(command, options.backend);
  command.add_option("--out", options.out, "folder for probe.json and the cases that show it")
      ->capture_default_str();
}

void add_replay(CLI::App& app, ReplayOptions& options) {
  CLI::App& command =
      *app.add_subcommand("replay", "run saved cases; exit 1 while one still fails");
  add_backend_options(command, options.backend);
  add_isolation(command, options.backend);
  command.add_option("FILE.case", options.files, "case files")->required();
}

void add_fuzz(CLI::App& app, FuzzOptions& options) {
  CLI::App& command =
      *app.add_subcommand("fuzz", "look for failing cases with a fuzzer that coverage guides");
  add_backend_options(command, options.backend);
  add_time_limit(command, options.backend);
  command
      .add_option("--family", options.families,
                  "vconv, deq, cast_deq, copy_matrix, data_copy, and programs of several steps; "
                  "all when not given")
      ->delimiter(',');
  command.add_option("--time", options.seconds, "seconds, shared by the families")
      ->check(duration_problem)
      ->capture_default_str();
  command.add_option("--corpus", options.corpus, "folder of inputs, which is read first and grows")
      ->check(empty_problem);
  command.add_flag("!--no-seeds", options.seeds, "begin without the seeds that are built");
  command.add_option("--seed", options.seed, "of everything random")->capture_default_str();
  command.add_option("--jobs", options.jobs, "processes; as many as processors when not given")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1024}));
  command.add_option("--out", options.out, "folder for failures")->capture_default_str();
  CLI::Option* regressions =
      command
          .add_option("--regressions", options.regressions,
                      "folder of findings that were kept: run first, and not reported again")
          ->check(empty_problem);
  command
      .add_option("--keep", options.keep,
                  "FILE.case…: copy these into the folder of --regressions, and do nothing else")
      ->needs(regressions);
}

void add_explain(CLI::App& app, ExplainOptions& options) {
  CLI::App& command =
      *app.add_subcommand("explain", "derive what must come out, step by step, exactly");
  command
      .add_option("WHAT", options.what,
                  "a .case file, an instruction such as vconv_f322f16o, deq or vconv_deq")
      ->required();
  command.add_option(
      "ARGUMENT", options.arguments,
      "the source's bits, such as 0x3f801000; of deq M= offset= sign= src=, of "
      "vconv_deq M= src=, of a copy src=, the fields of its word and ReLUPRE= alpha= "
      "or isRelu=");
  command.add_option("--ctrl", options.ctrl, "the CTRL register, 0 when not given");
  command.add_option("--profile", options.backend.profile,
                     "readings of the open rules: a2, pages, probed:FILE; without it a2, and for a "
                     "dequantisation or a copy every reading");
  command.add_option("--choice", options.backend.choices, "rule=reading, besides the profile")
      ->allow_extra_args(false);
}

void add_list(CLI::App& app, ListOptions& options) {
  CLI::App& command = *app.add_subcommand("list", "every instruction, its modes, and every rule");
  command
      .add_option("--family", options.families,
                  "vconv, deq, cast_deq, copy_matrix, data_copy; all when not given")
      ->delimiter(',');
}

void add_verify_certificate(CLI::App& app, VerifyCertificateOptions& options) {
  CLI::App& command = *app.add_subcommand(
      "verify-certificate", "whether a certificate is whole, consistent and of these rules");
  command.add_option("FILE", options.file, "a certificate.json")->required();
  command.add_option("--key", options.key, "PEM file of the public key that it must be signed by")
      ->check(empty_problem);
}

void add_mutants(CLI::App& app, MutantsOptions& options) {
  CLI::App& command =
      *app.add_subcommand("mutants", "run the plan against deliberately wrong backends");
  command.add_option("--level", options.level, "quick, standard or exhaustive")
      ->capture_default_str();
  command.add_option("--seed", options.seed, "of everything random")->capture_default_str();
}

void add_bench(CLI::App& app, BenchOptions& options) {
  CLI::App& command = *app.add_subcommand("bench", "how fast it is, each figure against another");
  command
      .add_option("--filter", options.filter,
                  "a group of measurements or an instruction; all when not given")
      ->check(empty_problem);
  command.add_option("--out", options.out, "file for the figures as JSON")->check(empty_problem);
}

int run(int argc, char** argv) {
  CLI::App app("vconform certifies implementations of the Ascend NPU's conversion instructions");
  app.name(std::string(program()));
  app.set_version_flag("--version", std::string(spec::kProgramVersion));
  app.require_subcommand(1);
  CertifyOptions certify_options;
  SweepOptions sweep_options;
  MergeOptions merge_options;
  ProbeOptions probe_options;
  ReplayOptions replay_options;
  FuzzOptions fuzz_options;
  ExplainOptions explain_options;
  ListOptions list_options;
  MutantsOptions mutants_options;
  BenchOptions bench_options;
  VerifyCertificateOptions certificate;
  add_certify(app, certify_options);
  add_sweep(app, sweep_options);
  add_merge(app, merge_options);
  add_probe(app, probe_options);
  add_mutants(app, mutants_options);
  add_bench(app, bench_options);
  add_verify_certificate(app, certificate);
  add_replay(app, replay_options);
  add_fuzz(app, fuzz_options);
  add_explain(app, explain_options);
  add_list(app, list_options);
  app.add_subcommand("backends", "what can be named with --backend");
  app.add_subcommand("doctor", "which containment, compilers and packages hold here");
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    if (argc > 1 && argv[1][0] != '-' && app.get_subcommands().empty()) {
      fmt::print(stderr, "vconform: unknown command '{}'; see {} --help\n", argv[1], program());
      return kBadInput;
    }
    fmt::print(stderr, "vconform: {}; see {} --help\n", error.what(), program());
    return kBadInput;
  }
  const std::string command = app.get_subcommands().front()->get_name();
  if (command == "certify") {
    return certify(certify_options);
  }
  if (command == "sweep") {
    return sweep(sweep_options);
  }
  if (command == "merge") {
    return merge(merge_options);
  }
  if (command == "probe") {
    return probe_backend(probe_options);
  }
  if (command == "verify-certificate") {
    return verify_certificate(certificate);
  }
  if (command == "replay") {
    return replay(replay_options);
  }
  if (command == "fuzz") {
    return fuzz(fuzz_options);
  }
  if (command == "explain") {
    return explain(explain_options);
  }
  if (command == "bench") {
    return bench(bench_options);
  }
  if (command == "doctor") {
    return doctor();
  }
  if (command == "mutants") {
    return mutants(mutants_options);
  }
  return command == "list" ? list(list_options) : backends();
}

}  // namespace
}  // namespace vconform::suites

int main(int argc, char** argv) {
  using namespace vconform;
  try {
    return suites::supervised([&] { return suites::run(argc, argv); });
  } catch (const spec::InputError& error) {
    fmt::print(stderr, "vconform: {}\n", error.what());
    return suites::kBadInput;
  } catch (const adapters::LoadError& error) {
    fmt::print(stderr, "vconform: {}\n", error.what());
    return suites::kNoBackend;
  } catch (const std::exception& error) {
    fmt::print(stderr, "vconform: the run could not be finished: {}\n", error.what());
    return suites::kDoesNotConform;
  }
}
