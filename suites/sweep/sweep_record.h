// The result of a sweep or of one of its shards: sweep.json and the printed text.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "spec/profiles/choices.h"
#include "suites/output/output_folder.h"
#include "suites/shards/shard.h"
#include "suites/sweep/chunk_runner.h"
#include "suites/sweep/sweep_plan.h"

namespace vconform::suites {

inline constexpr std::string_view kSweepFormat = "vconform-sweep";
inline constexpr int kSweepFormatVersion = 1;

// A cause with the smallest case that shows it.
struct SweptCause {
  Cause cause;
  // The name of the case file, relative to the output folder, and its content.
  std::string file;
  std::string case_text;
  // Whether the case fails when it runs by itself; if not, earlier programs contribute to the
  // fault.
  bool fails_alone = true;
};

struct DomainRecord {
  std::string instruction;
  std::uint64_t ctrl = 0;
  std::uint64_t values = 0;
  std::uint64_t not_run = 0;
  std::uint64_t judged = 0;
  std::uint64_t permitted = 0;
  std::vector<SweptCause> causes;
};

struct SweepRecord {
  // The identity of the sweep, equal in all of its shards.
  nlohmann::ordered_json identity;
  Shard shard;
  std::vector<DomainRecord> domains;
  double seconds = 0;

  // "rule=reading" for each reading of the backend that a page contradicts.
  std::vector<std::string> departures() const;
  // The faults that the backend showed while it was probed.
  std::vector<std::string> probing_faults() const;
  // The readings about a swept instruction that permit what another one forbids, or that a page
  // contradicts and --choice accepts.
  std::vector<spec::Choice> weakenings() const;
  // Whether every value was run and is right, no reading departs, and probing showed no fault. One
  // of many shards may have none of the values of an instruction, or none at all.
  bool conforms() const;
};

// Such as "failures/vconv_f322f16r-round.nearest-ties-to-even-next-above.case".
std::string file_of(const DomainRecord& domain, const Cause& cause);

// The content of sweep.json; sweep-json.md explains its fields. Equal results give equal texts,
// apart from `times`.
std::string to_json(const SweepRecord& record);
// The text of a case file that a sweep names, such as "failures/x.case". Throws spec::InputError.
using CaseTexts = std::function<std::string(const std::string& file)>;
// Parses such a content and checks that nothing was cut off or edited: its fields and digest, that
// counts follow from its domains, and that its cases are cases. Throws spec::InputError naming the
// fault.
SweepRecord sweep_from_text(const std::string& text, const CaseTexts& case_texts);
// Reads a sweep.json and the case files beside it; messages name the file.
SweepRecord read_sweep_file(const std::string& path);
// Reads `folder`/sweep.json likewise.
SweepRecord read_sweep(const std::string& folder);

// Writes sweep.json, its page and the case files. Throws DiskError.
void write_sweep(const SweepRecord& record, const OutputFolder& folder);

// The text to print of a sweep that could not be finished: what was found so far, and that it is
// not whole.
std::string unfinished_text(const SweepRecord& record);

// The text to print; `folder` holds the files.
std::string sweep_text(const SweepRecord& record, const std::string& folder);

}  // namespace vconform::suites
