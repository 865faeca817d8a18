// The result of a sweep or of a shard of one: sweep.json, and what is printed.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "suites/report/output_folder.h"
#include "suites/sweep/chunk_runner.h"
#include "suites/sweep/shard.h"
#include "suites/sweep/sweep_plan.h"

namespace vconform::suites {

inline constexpr std::string_view kSweepFormat = "vconform-sweep";
inline constexpr int kSweepFormatVersion = 1;

// A cause with the smallest case that shows it.
struct SweptCause {
  Cause cause;
  // Relative to the output folder, and its content.
  std::string file;
  std::string case_text;
  // Whether that case fails when it runs by itself; something that ran before it has a part in it
  // otherwise.
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
  // Which sweep it is: equal in all of its shards.
  nlohmann::ordered_json identity;
  Shard shard;
  std::vector<DomainRecord> domains;
  double seconds = 0;

  // Every value was run and is right. One of many shards may be empty.
  bool conforms() const;
};

// "failures/vconv_f322f16r-round.nearest-ties-to-even-next-above.case"
std::string file_of(const DomainRecord& domain, const Cause& cause);

// The content of sweep.json, its fields as in suites/sweep/README.md. Equal apart from `times` for
// equal results.
std::string to_json(const SweepRecord& record);
// The text of a case file that a sweep names, such as "failures/x.case"; throws spec::InputError.
using CaseTexts = std::function<std::string(const std::string& file)>;
// What such a content says, and checks that nothing was cut off or edited: its fields, its digest,
// that its counts follow from its domains, that its cases are cases. Throws spec::InputError naming
// what is wrong.
SweepRecord sweep_from_text(const std::string& text, const CaseTexts& case_texts);
// The same of `folder`/sweep.json and the case files beside it; messages name the file.
SweepRecord read_sweep(const std::string& folder);

// Writes sweep.json and the case files. Throws DiskError.
void write_sweep(const SweepRecord& record, const OutputFolder& folder);

// What is printed; `folder` is where the files are.
std::string sweep_text(const SweepRecord& record, const std::string& folder);

}  // namespace vconform::suites
