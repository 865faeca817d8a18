// The commands of ./vconform (but for `test`, which the entry script does). Each prints to standard
// output and returns the exit code; bad input is thrown as spec::InputError, a backend that cannot
// be loaded as adapters::LoadError.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vconform::suites {

// Exit codes. What is thrown besides those two is a fault of vconform itself, its disk or its
// machine, and never a verdict.
inline constexpr int kConforms = 0;
inline constexpr int kDoesNotConform = 1;
inline constexpr int kBadInput = 2;
inline constexpr int kNoBackend = 3;
inline constexpr int kBroken = 4;

// Which backend, and under which readings of the open rules.
struct BackendOptions {
  std::string backend = "golden";
  // "a2", "pages", "probed:FILE"; empty: the backend is probed first.
  std::string profile;
  // "rule=reading", besides the profile.
  std::vector<std::string> choices;
  // Judge the memories of its process where they stand, without a copy for each case.
  bool in_process = false;
  // Seconds of the processor that a case may take; ten times that in all.
  double time_limit = 2;
  // That its process may hold, "512M"; empty: half of what there is.
  std::string memory_limit;
  // Folders that it may write to.
  std::vector<std::string> allow_write;
};

struct CertifyOptions {
  BackendOptions backend;
  std::string level = "standard";
  std::vector<std::string> families;  // empty: all
  // Families of which every row must be claimed.
  std::vector<std::string> required;
  std::uint64_t seed = 1;
  std::size_t jobs = 0;  // 0: as many as there are processors
  std::string out = "vconform-out";
  // A file of waivers, and whether rows for what it does not waive are added to it.
  std::string waivers;
  bool update_waivers = false;
  // The certificate.json of an earlier run.
  std::string baseline;
  // Print the table of deviations in Markdown instead of the summary.
  bool table = false;
  // A file with an Ed25519 private key; empty: nobody signs.
  std::string sign;
};
int certify(const CertifyOptions& options);

struct VerifyCertificateOptions {
  std::string file;
  // A file with the public key of who must have signed it; empty: any signature is left unchecked.
  std::string key;
};
// Exit code 0 when the certificate is sound and conforms, with waivers or without; 1 when it is
// sound and does not.
int verify_certificate(const VerifyCertificateOptions& options);

struct SweepOptions {
  BackendOptions backend;
  std::vector<std::string> instructions;  // empty: all that can be swept
  // CTRL; empty: all of its values that make a difference.
  std::vector<std::uint64_t> ctrls;
  // "i/n"; empty: what the environment says, or all.
  std::string shard;
  bool resume = false;
  std::size_t jobs = 0;  // 0: as many as there are processors
  // Wrong results after which a chunk is not run further.
  std::uint64_t max_failures = 10000;
  std::string out;
};
int sweep(const SweepOptions& options);

struct MergeOptions {
  // Of the shards of one sweep.
  std::vector<std::string> folders;
  std::string out;
};
int merge(const MergeOptions& options);

struct ProbeOptions {
  BackendOptions backend;
  std::string out = "vconform-out";
};
// Exit code 1 when the backend follows no known reading of some rule, or two at once.
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
  // What is read first and grows; empty: a folder that is gone afterwards.
  std::string corpus;
  // Whether the seeds that are built with the targets are read too.
  bool seeds = true;
  std::uint64_t seed = 1;
  std::size_t jobs = 0;  // 0: as many as there are processors
  std::string out = "vconform-out";
  // A folder of findings that were kept; empty: none.
  std::string regressions;
  // Cases to keep there; then nothing is fuzzed.
  std::vector<std::string> keep;
};
// Exit code 1 when something was found, or a kept finding still fails.
int fuzz(const FuzzOptions& options);

struct ExplainOptions {
  BackendOptions backend;
  // A case file; an instruction name with a source pattern; or deq or vconv_deq with the fields of
  // the scale and src, each "name=value".
  std::string what;
  std::vector<std::string> arguments;
  // With an instruction only.
  std::optional<std::uint64_t> ctrl;
};
int explain(const ExplainOptions& options);

struct ListOptions {
  std::vector<std::string> families;
};
int list(const ListOptions& options);

int backends();

// Which measures of containment, programs and backends are here. Exit code 4 when the files of
// vconform's own that a run needs are not.
int doctor();

struct BenchOptions {
  // A group of measurements, or one of them; empty: all.
  std::string filter;
  // A file for the figures; empty: none.
  std::string out;
};
int bench(const BenchOptions& options);

struct MutantsOptions {
  std::string level = "quick";
  std::uint64_t seed = 1;
};
// Exit code 1 when one survives.
int mutants(const MutantsOptions& options);

}  // namespace vconform::suites
