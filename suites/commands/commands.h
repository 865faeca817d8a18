// The commands of ./vconform except those of other rooms, such as certify and sweep, which have
// their own headers, and `test`, which the entry script runs. Each prints to standard output and
// returns the exit code; throws spec::InputError for bad input and adapters::LoadError for a
// backend that cannot be loaded.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "suites/judging/backend_options.h"
#include "suites/presentation/presentation.h"

namespace vconform::suites {

struct VerifyCertificateOptions {
  std::string file;
  // A file with the public key that must have signed it; empty: signatures are not checked.
  std::string key;
};
// Exit code 0 if the certificate is sound and conforms, with or without waivers; 1 if it is sound
// and does not conform.
int verify_certificate(const VerifyCertificateOptions& options);

// A certificate or the result of a sweep, made presentable.
int report(const ReportOptions& options);

struct ProbeOptions {
  BackendOptions backend;
  std::string out = "vconform-out";
};
// Exit code 1 if the backend follows no known reading of some rule, or contradictory ones.
int probe_backend(const ProbeOptions& options);

struct ReplayOptions {
  BackendOptions backend;
  std::vector<std::string> files;
};
int replay(const ReplayOptions& options);

struct FuzzOptions {
  BackendOptions backend;
  std::vector<std::string> families;  // empty: all, and programs of several steps
  double seconds = 60;
  // The corpus, which is read first and grows; empty: a temporary folder.
  std::string corpus;
  // Whether the seeds that are built with the targets are read too.
  bool seeds = true;
  std::uint64_t seed = 1;
  std::size_t jobs = 0;  // 0: as many as there are processors
  std::string out = "vconform-out";
  // A folder of findings that were kept; empty: none.
  std::string regressions;
  // Cases to keep there; if there are any, nothing is fuzzed.
  std::vector<std::string> keep;
};
// Exit code 1 if something was found or a kept finding still fails.
int fuzz(const FuzzOptions& options);

struct ExplainOptions {
  // Its backend is used if `runs_case`.
  BackendOptions backend;
  // Whether a case file is run, so that the explanation begins with what fails.
  bool runs_case = false;
  // A case file; an instruction name, with a source pattern in `arguments`; or deq or vconv_deq
  // with the fields of the scale and src, each "name=value".
  std::string what;
  std::vector<std::string> arguments;
  // The value of CTRL; only with an instruction.
  std::optional<std::uint64_t> ctrl;
};
int explain(const ExplainOptions& options);

// How `list` prints.
inline constexpr std::string_view kTextFormat = "text";
inline constexpr std::string_view kJsonFormat = "json";

struct ListOptions {
  std::vector<std::string> families;  // empty: all
  // The errata instead of rows and rules.
  bool errata = false;
  std::string format = std::string(kTextFormat);
};
int list(const ListOptions& options);

int backends();

// Prints the measures of containment, programs and backends found on this machine. Exit code 4 if
// files of vconform that a run needs are missing.
int doctor();

struct MutantsOptions {
  std::string level = "quick";
  // Empty: all.
  std::vector<std::string> classes;
  std::uint64_t seed = 1;
  // 0: as many as processors.
  std::size_t jobs = 0;
  // 1: all; n: every n-th, beginning with one that the seed decides.
  std::uint64_t every = 1;
  // Seeds after `seed` under which a part of them is hunted again.
  std::uint64_t further_seeds = 0;
  // A file for the scores as JSON; empty: none.
  std::string out;
};
// Exit code 1 if a mutant survives.
int mutants(const MutantsOptions& options);

struct CoverageOptions {
  // The file of a certificate, whose level, seed and claims count; empty: those below.
  std::string certificate;
  std::string level = "standard";
  std::vector<std::string> families;  // empty: all
  std::uint64_t seed = 1;
  // 0: as many as processors.
  std::size_t jobs = 0;
  std::string format = std::string(kTextFormat);
  // With the format text: list what was missed.
  bool missed = false;
};
// Exit code 1 if a bin that can be reached was missed.
int coverage(const CoverageOptions& options);

}  // namespace vconform::suites
