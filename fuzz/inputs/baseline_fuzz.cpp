// Target: a baseline and the certificate that is compared with it, {"before": …, "now": …}. Nothing
// is worse than itself, and claiming less is worse.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "fuzz/inputs/json_mutation.h"
#include "fuzz/inputs/reader_check.h"
#include "suites/files/json_file.h"
#include "suites/gate/baseline.h"
#include "suites/report/certificate_reader.h"

namespace {

using namespace vconform;
using json = nlohmann::ordered_json;
using suites::CertificateRecord;

bool is_worse(const CertificateRecord& before, const CertificateRecord& now) {
  bool worse = false;
  for (const suites::GateCheck& check : suites::compared(before, now, "out")) {
    worse = worse || !check.worse.empty();
  }
  return worse;
}

std::optional<CertificateRecord> part_of(const json& document, const char* name) {
  return fuzz::read_or_refused(
      [&] { return suites::certificate_from_text(document.value(name, json()).dump()); });
}

bool claims_less(const CertificateRecord& before, const CertificateRecord& now) {
  return std::any_of(before.rows.begin(), before.rows.end(), [&](const suites::RowRecord& row) {
    return row.claimed && std::none_of(now.rows.begin(), now.rows.end(), [&](const auto& other) {
             return other.instruction == row.instruction && other.claimed;
           });
  });
}

}  // namespace

// NOLINTBEGIN(readability-identifier-naming): the names that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto document =
      fuzz::read_or_refused([&] { return suites::json_from_text(fuzz::text_of(data, size)); });
  if (!document || !document->is_object()) {
    return 0;
  }
  const auto before = part_of(*document, "before");
  const auto now = part_of(*document, "now");
  fuzz::expect(!before || !is_worse(*before, *before), "a run is worse than itself");
  if (before && now) {
    const bool worse = is_worse(*before, *now);
    fuzz::expect(worse || !claims_less(*before, *now), "less is claimed, and nothing is worse");
    for (const auto& waiver : before->waivers) {
      suites::seen_before(*now, waiver.waiver);
    }
  }
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
  return fuzz::mutated_json(data, size, max_size, seed, [](json& document) {
    for (const char* name : {"before", "now"}) {
      if (document.is_object() && document.contains(name)) {
        fuzz::seal_digest(document[name]);
      }
    }
  });
}
// NOLINTEND(readability-identifier-naming)
