// Options and exit codes of ./vconform.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <new>
#include <sstream>
#include <string_view>

#include "adapters/containment/memory_watch.h"
#include "adapters/load_error.h"
#include "spec/case/version.h"
#include "spec/profiles/choices.h"
#include "spec/text/error.h"
#include "suites/bench/bench.h"
#include "suites/commands/commands.h"
#include "suites/commands/options.h"
#include "suites/commands/streams.h"
#include "suites/files/disk_error.h"
#include "suites/files/exit_codes.h"
#include "suites/files/one_line.h"
#include "suites/files/program.h"
#include "suites/judging/level.h"
#include "suites/mutants/catalogue.h"
#include "suites/probing/families.h"
#include "suites/probing/resolve_choices.h"
#include "suites/processes/supervisor.h"
#include "suites/sweep/shard.h"
#include "suites/sweep/sweep.h"

namespace vconform::suites {
namespace {

constexpr Range kJobs{1, 1024};

std::function<void(std::uint64_t)> to(std::uint64_t& target) {
  return [&target](std::uint64_t number) { target = number; };
}

void check_profile(const std::string& profile) {
  if (!is_probed_file(profile)) {
    spec::profile_named(profile);
  }
}

void check_choices(const std::vector<std::string>& choices) {
  spec::Choices pinned;
  spec::pin_all(pinned, choices);
}

void add_readings(CLI::App& command, BackendOptions& options, const std::string& without_profile) {
  add_text(
      command, "--profile", options.profile,
      "readings of the open rules: a2, pages, m200, probed:FILE; without it " + without_profile,
      check_profile);
  add_texts(command, "--choice", options.choices, "rule=reading, besides the profile",
            check_choices)
      ->allow_extra_args(false);
}

void add_backend(CLI::App& command, BackendOptions& options) {
  add_text(command, "--backend", options.backend, "what to run: see the command backends");
}

void add_backend_options(CLI::App& command, BackendOptions& options) {
  add_backend(command, options);
  add_readings(command, options, "the backend is probed first");
}

void check_memory_size(const std::string& text) {
  if (!adapters::memory_size(text)) {
    throw spec::InputError("give a number of bytes with K, M, G or T, such as 512M");
  }
}

// Options that limit what the process of a backend may use.
void add_limits(CLI::App& command, BackendOptions& options) {
  add_seconds(command, "--time-limit", options.time_limit,
              "seconds of the processor that a case may take, and ten times that in all", 0.001,
              3600);
  add_text(
      command, "--memory-limit", options.memory_limit,
      "memory that the backend's process may hold, such as 512M; half of what there is when not "
      "given",
      check_memory_size);
  add_texts(command, "--allow-write", options.allow_write, "folders that the backend may write to");
}

void add_isolation(CLI::App& command, BackendOptions& options) {
  command.add_flag("--in-process", options.in_process,
                   "judge the memory images where the backend's process holds them, without a copy "
                   "for each case");
  add_limits(command, options);
}

CLI::Option* add_level(CLI::App& command, std::string& level) {
  return add_text(command, "--level", level, "quick, standard or exhaustive",
                  [](const std::string& name) { level_named(name); });
}

CLI::Option* add_seed(CLI::App& command, std::uint64_t& seed) {
  return add_number(command, "--seed", to(seed), "of everything random")
      ->default_str(std::to_string(seed));
}

void add_jobs(CLI::App& command, std::size_t& jobs) {
  add_number(command, "--jobs", to(jobs), "processes; as many as processors when not given", kJobs);
}

CLI::Option* add_families(CLI::App& command, const std::string& name,
                          std::vector<std::string>& families, const std::string& description) {
  return add_names(command, name, families, description,
                   [](const std::vector<std::string>& names) { families_named(names); });
}

void add_certify(CLI::App& app, CertifyOptions& options) {
  CLI::App& command = *app.add_subcommand("certify", "certify a backend against the rules");
  add_backend_options(command, options.backend);
  add_isolation(command, options.backend);
  add_level(command, options.level);
  add_families(command, "--family", options.families,
               "vconv, deq, cast_deq, copy_matrix, data_copy; all when not given");
  add_families(command, "--require", options.required,
               "families of which every row that the profile's product has must be claimed");
  add_seed(command, options.seed);
  add_jobs(command, options.jobs);
  add_text(command, "--out", options.out, "folder for certificate.json and failures");
  CLI::Option* waivers = add_text(command, "--waivers", options.waivers,
                                  "file of deviations that are accepted, each with a reason");
  command
      .add_flag("--update-waivers", options.update_waivers,
                "add rows for new deviations to that file, their reasons left to fill in")
      ->needs(waivers);
  add_text(command, "--baseline", options.baseline,
           "certificate.json of an earlier run: nothing may be worse than there");
  command.add_flag("--table", options.table, "print the deviations as a Markdown table");
  add_text(command, "--sign", options.sign, "PEM file of an Ed25519 private key to sign it with");
}

void add_sweep(CLI::App& app, SweepOptions& options) {
  CLI::App& command =
      *app.add_subcommand("sweep", "run every bit pattern that an instruction can meet");
  add_backend_options(command, options.backend);
  add_isolation(command, options.backend);
  add_names(command, "--instruction", options.instructions,
            "vconv_f322f16r,…; all that can be swept when not given");
  add_numbers(command, "--ctrl", options.ctrls,
              "values of the CTRL register; all that make a difference when not given");
  add_text(command, "--shard", options.shard,
           "i/n: this part only; when not given what SLURM_ARRAY_TASK_ID and _COUNT or "
           "GTEST_SHARD_INDEX and GTEST_TOTAL_SHARDS say",
           [](const std::string& text) { shard_from_text(text); });
  command.add_flag("--resume", options.resume, "continue the sweep in --out, if there is one");
  add_jobs(command, options.jobs);
  add_number(command, "--max-failures", to(options.max_failures),
             "after so many wrong results the rest of a chunk of 2^22 values is not run", {1})
      ->default_str(std::to_string(options.max_failures));
  add_text(command, "--out", options.out, "folder for sweep.json, failures and the journal")
      ->required();
}

void add_merge(CLI::App& app, MergeOptions& options) {
  CLI::App& command = *app.add_subcommand("merge", "the shards of a sweep as one sweep");
  add_texts(command, "DIR", options.folders, "the folders of all shards")->required();
  add_text(command, "--out", options.out, "folder for the merged sweep, beside the others")
      ->required();
}

void add_probe(CLI::App& app, ProbeOptions& options) {
  CLI::App& command =
      *app.add_subcommand("probe", "which reading of each open rule does a backend follow");
  add_backend(command, options.backend);
  add_isolation(command, options.backend);
  add_text(command, "--out", options.out, "folder for probe.json and the cases that show it");
}

void add_replay(CLI::App& app, ReplayOptions& options) {
  CLI::App& command =
      *app.add_subcommand("replay", "run saved cases; exit 1 while one still fails");
  add_backend_options(command, options.backend);
  add_isolation(command, options.backend);
  add_texts(command, "FILE.case", options.files, "case files")->required();
}

void add_fuzz(CLI::App& app, FuzzOptions& options) {
  CLI::App& command =
      *app.add_subcommand("fuzz", "look for failing cases with a fuzzer that coverage guides");
  add_backend_options(command, options.backend);
  add_limits(command, options.backend);
  add_names(command, "--family", options.families,
            "vconv, deq, cast_deq, copy_matrix, data_copy, and programs of several steps; "
            "all when not given");
  add_seconds(command, "--time", options.seconds, "seconds, shared by the families", 0.001, 1e7);
  add_text(command, "--corpus", options.corpus, "folder of inputs, which is read first and grows");
  command.add_flag("!--no-seeds", options.seeds, "begin without the seeds that are built");
  add_seed(command, options.seed);
  add_jobs(command, options.jobs);
  add_text(command, "--out", options.out, "folder for failures");
  CLI::Option* regressions =
      add_text(command, "--regressions", options.regressions,
               "folder of findings that were kept: run first, and not reported again");
  add_texts(command, "--keep", options.keep,
            "FILE.case…: copy these into the folder of --regressions, and do nothing else")
      ->needs(regressions);
}

void add_explain(CLI::App& app, ExplainOptions& options) {
  CLI::App& command =
      *app.add_subcommand("explain", "derive what must come out, step by step, exactly");
  add_text(command, "WHAT", options.what,
           "a .case file, an instruction such as vconv_f322f16o, deq or vconv_deq")
      ->required();
  add_texts(command, "ARGUMENT", options.arguments,
            "the source's bits, such as 0x3f801000; of deq M= offset= sign= src=, of "
            "vconv_deq M= src=, of a copy src=, the fields of its word and ReLUPRE= alpha= "
            "or isRelu=");
  add_number(
      command, "--ctrl", [&options](std::uint64_t ctrl) { options.ctrl = ctrl; },
      "the CTRL register, 0 when not given");
  add_readings(command, options.backend, "a2, and for a dequantisation or a copy every reading");
}

void check_format(const std::string& format) {
  if (format != kTextFormat && format != kJsonFormat) {
    throw spec::InputError(fmt::format("unknown format {}: use {} or {}", in_quotes(format),
                                       kTextFormat, kJsonFormat));
  }
}

void add_list(CLI::App& app, ListOptions& options) {
  CLI::App& command = *app.add_subcommand(
      "list", "every instruction, its modes, and every rule; or where the pages are at fault");
  add_families(command, "--family", options.families,
               "vconv, deq, cast_deq, copy_matrix, data_copy; all when not given");
  command.add_flag("--errata", options.errata,
                   "instead, where the pages contradict themselves or are silent");
  add_text(command, "--format", options.format, "text or json", check_format);
}

void add_verify_certificate(CLI::App& app, VerifyCertificateOptions& options) {
  CLI::App& command = *app.add_subcommand(
      "verify-certificate", "whether a certificate is whole, consistent and of these rules");
  add_text(command, "FILE", options.file, "a certificate.json")->required();
  add_text(command, "--key", options.key, "PEM file of the public key that it must be signed by");
}

void add_mutants(CLI::App& app, MutantsOptions& options) {
  CLI::App& command =
      *app.add_subcommand("mutants", "run the plan against deliberately wrong backends");
  add_level(command, options.level);
  add_names(command, "--class", options.classes,
            "bundled, rounding, source, limit, argument, register, reading, mechanical; all when "
            "not given",
            [](const std::vector<std::string>& names) {
              for (const std::string& name : names) {
                mutant_class_named(name);
              }
            });
  add_seed(command, options.seed);
  add_jobs(command, options.jobs);
  add_number(command, "--every", to(options.every), "run every n-th mutant only", {1})
      ->default_str(std::to_string(options.every));
  add_text(command, "--out", options.out, "file for the scores as JSON");
}

void add_coverage(CLI::App& app, CoverageOptions& options) {
  CLI::App& command = *app.add_subcommand(
      "coverage", "which classes of values, addresses and registers the cases of a level reach");
  CLI::Option* certificate = add_text(command, "CERTIFICATE", options.certificate,
                                      "certificate.json of a run, instead of a level");
  add_level(command, options.level)->excludes(certificate);
  add_families(command, "--family", options.families,
               "vconv, deq, cast_deq, copy_matrix, data_copy; all when not given")
      ->excludes(certificate);
  add_seed(command, options.seed)->excludes(certificate);
  add_jobs(command, options.jobs);
  add_text(command, "--format", options.format, "text or json", check_format);
  command.add_flag(
      "--missed", options.missed,
      "list every bin that was missed, with something that lies in it, and the reasons "
      "why others are impossible");
}

void add_bench(CLI::App& app, BenchOptions& options) {
  CLI::App& command = *app.add_subcommand("bench", "how fast it is, each figure against another");
  add_text(command, "--filter", options.filter,
           "a group of measurements or an instruction; all when not given");
  add_text(command, "--out", options.out, "file for the figures as JSON");
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
  CoverageOptions coverage_options;
  BenchOptions bench_options;
  VerifyCertificateOptions certificate;
  add_certify(app, certify_options);
  add_sweep(app, sweep_options);
  add_merge(app, merge_options);
  add_probe(app, probe_options);
  add_mutants(app, mutants_options);
  add_coverage(app, coverage_options);
  add_bench(app, bench_options);
  add_verify_certificate(app, certificate);
  add_replay(app, replay_options);
  add_fuzz(app, fuzz_options);
  add_explain(app, explain_options);
  add_list(app, list_options);
  app.add_subcommand("backends", "what can be named with --backend");
  app.add_subcommand("doctor", "which containment, compilers and packages hold here");
  refuse_options_without_value(argc, argv);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) {
    std::ostringstream text;
    const int status = app.exit(help, text, text);
    fmt::print("{}", text.str());
    return status;
  } catch (const CLI::ParseError& error) {
    if (argc > 1 && argv[1][0] != '-' && app.get_subcommands().empty()) {
      fmt::print(stderr, "vconform: unknown command {}; see {} --help\n", in_quotes(argv[1]),
                 program());
      return kBadInput;
    }
    fmt::print(stderr, "vconform: {}; see {} --help\n", printable(error.what()), program());
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
  if (command == "coverage") {
    return coverage(coverage_options);
  }
  return command == "list" ? list(list_options) : backends();
}

// Turns any exception into one line on standard error and an exit code. An exception that does not
// name bad input is a fault of vconform, its disk or its machine, and never a verdict.
int exit_code_of(int argc, char** argv) {
  const auto ended = [](int status, std::string_view message) {
    std::fflush(stdout);
    fmt::print(stderr, "vconform: {}\n", printable(message));
    return status;
  };
  try {
    return run(argc, argv);
  } catch (const spec::InputError& error) {
    return ended(kBadInput, error.what());
  } catch (const adapters::LoadError& error) {
    return ended(kNoBackend, error.what());
  } catch (const DiskError& error) {
    return ended(kBroken, error.what());
  } catch (const std::bad_alloc&) {
    return ended(kBroken, "the run could not be finished: out of memory");
  } catch (const std::exception& error) {
    return ended(kBroken, fmt::format("the run could not be finished: {}", error.what()));
  } catch (...) {
    return ended(kBroken, "the run could not be finished: an exception of an unknown kind");
  }
}

}  // namespace
}  // namespace vconform::suites

int main(int argc, char** argv) {
  using namespace vconform::suites;
  prepare_streams();
  return finish_streams(supervised([&] { return exit_code_of(argc, argv); }));
}
