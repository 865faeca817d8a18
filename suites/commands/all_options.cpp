#include "suites/commands/all_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <string_view>
#include <utility>

#include "spec/text/error.h"
#include "suites/commands/certify_options.h"
#include "suites/commands/common_options.h"
#include "suites/files/one_line.h"
#include "suites/mutants/catalogue.h"

namespace vconform::suites {
namespace {

void add_sweep(CLI::App& app, SweepOptions& options) {
  CLI::App& command =
      *app.add_subcommand("sweep", "run every bit pattern that an instruction can meet");
  add_backend_options(command, options.backend);
  add_isolation(command, options.backend);
  add_names(command, "--instruction", options.instructions,
            "vconv_f322f16r,…; all that can be swept when not given");
  add_numbers(command, "--ctrl", options.ctrls,
              "values of the CTRL register; all that make a difference when not given");
  add_shard(command, options.shard, "of the values");
  command.add_flag("--resume", options.resume, "continue the sweep in --out, if there is one");
  add_jobs(command, options.jobs);
  add_number(command, "--max-failures", to(options.max_failures),
             "after so many wrong results the rest of a chunk of 2^22 values is not run", {1})
      ->default_str(std::to_string(options.max_failures));
  add_text(command, "--out", options.out, "folder for sweep.json, failures and the journal")
      ->required();
}

void add_probe(CLI::App& app, ProbeOptions& options) {
  CLI::App& command =
      *app.add_subcommand("probe", "which reading of each open rule does a backend follow");
  add_backend(command, options.backend);
  add_isolation(command, options.backend);
  add_on(command, options.backend);
  add_text(command, "--out", options.out, "folder for probe.json and the cases that show it");
}

void add_replay(CLI::App& app, ReplayOptions& options) {
  CLI::App& command =
      *app.add_subcommand("replay", "run saved cases; exit 1 while one still fails");
  add_backend_options(command, options.backend);
  add_isolation(command, options.backend);
  add_on(command, options.backend);
  add_texts(command, "FILE.case", options.files, "case files")->required();
}

void add_fuzz(CLI::App& app, FuzzOptions& options) {
  CLI::App& command =
      *app.add_subcommand("fuzz", "look for failing cases with a fuzzer that coverage guides");
  add_backend_options(command, options.backend);
  add_limits(command, options.backend);
  add_on(command, options.backend);
  add_names(command, "--family", options.families,
            "vconv, deq, cast_deq, copy_matrix, data_copy, and programs of several steps; of a "
            "lowering: its operations; all when not given");
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
  add_text(command, "--backend", options.backend.backend,
           "runs a case file on it, and begins with the element that it gets wrong",
           [&options](const std::string&) { options.runs_case = true; });
  add_on(command, options.backend);
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

void add_report(CLI::App& app, ReportOptions& options) {
  CLI::App& command = *app.add_subcommand(
      "report", "a certificate as a page, and in other forms for people; a sweep as a page");
  add_text(command, "FILE", options.file, "a certificate.json, or a sweep.json")->required();
  add_text(command, "--format", options.format, "html, markdown, json, badge (SVG) or badge-json",
           check_report_format);
  add_text(command, "--out", options.out,
           "file; a page is report.html beside FILE when not given, anything else is printed");
  command.add_flag("--whole-domain", options.whole_domain,
                   "count the inputs that a mistake affects for sources of 32 bits, too: up to "
                   "minutes for each instruction");
}

void add_compare(CLI::App& app, CompareOptions& options) {
  CLI::App& command =
      *app.add_subcommand("compare",
                          "several implementations, or two versions of one, by row, rule "
                          "and reading");
  add_texts(command, "FILE", options.files, "certificate.json files, two at least")->required();
  add_text(command, "--format", options.format, "markdown, html or json", check_comparison_format);
  add_text(command, "--out", options.out,
           "file; a page is comparison.html here when not given, anything else is printed");
}

std::string mutant_class_names() {
  std::vector<std::string_view> names;
  for (const MutantClass& one : mutant_classes()) {
    names.push_back(one.name);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

void add_mutants(CLI::App& app, MutantsOptions& options) {
  CLI::App& command =
      *app.add_subcommand("mutants", "run the plan against deliberately wrong backends");
  add_level(command, options.level);
  add_names(command, "--class", options.classes, mutant_class_names() + "; all when not given",
            [](const std::vector<std::string>& names) {
              for (const std::string& name : names) {
                mutant_class_named(name);
              }
            });
  add_seed(command, options.seed);
  add_jobs(command, options.jobs);
  add_number(command, "--every", to(options.every), "run every n-th mutant only", {1})
      ->default_str(std::to_string(options.every));
  add_number(
      command, "--further-seeds", to(options.further_seeds),
      "run a twentieth of those that were killed, and all that survived, under so many seeds "
      "more")
      ->default_str(std::to_string(options.further_seeds));
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

// Shows what stands behind the options of a command that hands it on.
class HandingOn : public CLI::Formatter {
 public:
  explicit HandingOn(std::string rest) : rest_(std::move(rest)) {}

  const std::string& rest() const { return rest_; }
  std::string make_usage(const CLI::App* app, std::string name) const override {
    std::string usage = Formatter::make_usage(app, std::move(name));
    return usage.insert(usage.find_last_not_of('\n') + 1, " " + rest_);
  }

 private:
  std::string rest_;
};

// Everything from the first word on that is no option of ours. CLI11 never sees a "--".
void add_rest(CLI::App& command, const std::string& rest, std::vector<std::string>& words) {
  command.prefix_command();
  command.formatter(std::make_shared<HandingOn>(rest));
  command.callback([&command, &words] { words = command.remaining(); });
}

void add_trace(CLI::App& app, TraceOptions& options) {
  CLI::App& command = *app.add_subcommand(
      "trace",
      "run a host program built against adapters/vconform_intrinsics.h, and say what its "
      "calls promise and what is wrong with them");
  add_text(command, "--on", options.on, "the backend that executes: see the command backends");
  add_number(
      command, "--ctrl", [&options](std::uint64_t ctrl) { options.ctrl = ctrl; },
      "CTRL that a kernel meets, 0 when not given: bits that it leaves changed are findings");
  command.add_flag("--strict", options.is_strict,
                   "reject arguments that are out of range without effect");
  command.add_flag("-v,--verbose", options.is_verbose, "print each call");
  add_text(command, "--format", options.format, "text or json", check_format);
  add_rest(command, "PROGRAM [ARGUMENT]...", options.words);
}

void add_lower_cxx(CLI::App& app, LowerCxxOptions& options) {
  CLI::App& command = *app.add_subcommand(
      "lower-cxx", "compile C++ with [aicore] and other attributes that no host compiler knows");
  add_rest(command, "-- COMPILER [ARGUMENT]...", options.words);
}

void add_smoke(CLI::App& app, SmokeOptions& options) {
  CLI::App& command = *app.add_subcommand(
      "smoke",
      "a backend step by step, before it is certified: what it claims, and one simple case "
      "of each instruction");
  add_text(command, "B", options.backend.backend, "what to try: see the command backends")
      ->required();
  add_limits(command, options.backend);
}

void add_new_adapter(CLI::App& app, NewAdapterOptions& options) {
  CLI::App& command = *app.add_subcommand(
      "new-adapter", "write a folder with an adapter that compiles, and marks what to fill in");
  add_text(command, "--language", options.language, "c, c++, python or rust",
           check_adapter_language)
      ->required();
  add_text(command, "NAME", options.name, "of the folder, and of the backend", check_adapter_name)
      ->required();
}

void add_vectors_export(CLI::App& vectors, VectorsOptions& options) {
  CLI::App& command = *vectors.add_subcommand(
      "export", "write programs, their memories and what is permitted after them");
  VectorsExportOptions& exported = options.exported;
  add_level(command, exported.level);
  add_families(command, "--family", exported.families,
               "vconv, deq, cast_deq, copy_matrix, data_copy; all when not given");
  add_names(command, "--instruction", exported.instructions,
            "vconv_f322f16r,…; all of the families when not given");
  add_seed(command, exported.seed);
  add_readings(command, exported.readings, "a2; what is permitted follows them");
  add_text(
      command, "--max-size", exported.max_size,
      "about the most bytes of the files, such as 64M; 256M when not given, 4M with --format c",
      check_memory_size);
  add_text(
      command, "--format", exported.format,
      "files: tables and memory images as .npy; bin: the same as .bin; c: C11 that checks itself",
      check_vectors_format);
  add_text(command, "--out", exported.out, "a new folder")->required();
  command.callback([&options] { options.is_export = true; });
}

void add_vectors_verify(CLI::App& vectors, VectorsOptions& options) {
  CLI::App& command =
      *vectors.add_subcommand("verify", "judge the results that were put into an exported folder");
  VectorsVerifyOptions& verified = options.verified;
  add_text(command, "DIR", verified.folder, "the folder")->required();
  add_text(command, "--name", verified.name, "what was tried, for the certificate",
           check_supplied_name);
  add_readings(command, verified.readings, "they are found out from the results");
  add_jobs(command, verified.jobs);
  add_text(command, "--out", verified.out, "folder for certificate.json and failures");
  add_text(command, "--sign", verified.sign,
           "PEM file of an Ed25519 private key to sign the certificate with");
}

void add_vectors(CLI::App& app, VectorsOptions& options) {
  CLI::App& command = *app.add_subcommand(
      "vectors",
      "cases as files for a machine without this suite, and the check of what came back");
  command.require_subcommand(1);
  add_vectors_export(command, options);
  add_vectors_verify(command, options);
}

void add_bench(CLI::App& app, BenchOptions& options) {
  CLI::App& command = *app.add_subcommand("bench", "how fast it is, each figure against another");
  add_text(command, "--filter", options.filter,
           "a group of measurements or an instruction; all when not given");
  add_text(command, "--out", options.out, "file for the figures as JSON");
}

}  // namespace

std::string rest_of(const CLI::App& command) {
  const auto* formatter = dynamic_cast<const HandingOn*>(command.get_formatter().get());
  return formatter == nullptr ? "" : formatter->rest();
}

void add_commands(CLI::App& app, AllOptions& options) {
  add_certify(app, options.certify);
  add_sweep(app, options.sweep);
  add_merge(app, options.merge);
  add_probe(app, options.probe);
  add_mutants(app, options.mutants);
  add_coverage(app, options.coverage);
  add_bench(app, options.bench);
  add_verify_certificate(app, options.verify_certificate);
  add_report(app, options.report);
  add_compare(app, options.compare);
  add_replay(app, options.replay);
  add_fuzz(app, options.fuzz);
  add_explain(app, options.explain);
  add_list(app, options.list);
  add_trace(app, options.trace);
  add_lower_cxx(app, options.lower_cxx);
  add_smoke(app, options.smoke);
  add_new_adapter(app, options.new_adapter);
  add_vectors(app, options.vectors);
  app.add_subcommand("backends", "what can be named with --backend");
  app.add_subcommand("doctor", "which containment, compilers and packages hold here");
}

}  // namespace vconform::suites
