// Target: certificates, as verify-certificate reads them. The counts of an accepted one add up, and
// a changed one is refused.
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "fuzz/inputs/json_mutation.h"
#include "fuzz/inputs/reader_check.h"
#include "suites/report/certificate_plan.h"
#include "suites/report/certificate_reader.h"
#include "suites/report/certificate_rules.h"

namespace {

using namespace vconform;
using json = nlohmann::ordered_json;

void expect_sums(const suites::CertificateRecord& record) {
  std::uint64_t cases = 0;
  std::uint64_t conforming = 0;
  for (const suites::RowRecord& row : record.rows) {
    cases += row.cases;
    conforming += row.claimed && row.elements > 0 && row.deviations.empty() ? 1 : 0;
    fuzz::expect(cases >= row.cases, "the cases of a certificate are more than can be counted");
  }
  fuzz::expect(record.counts.cases == cases, "the cases of a certificate do not add up");
  fuzz::expect(record.counts.rows_conforming == conforming, "a row that deviates conforms");
}

// Changes any value while the digest stays as it was.
void expect_change_is_refused(const std::string& text) {
  json document = json::parse(text);
  auto field = document.begin();
  std::advance(field, static_cast<std::ptrdiff_t>(text.size() % document.size()));
  if (field.key() == "times" || field.key() == "digest") {
    return;
  }
  field.value() = field.value() == json(1) ? json(2) : json(1);
  fuzz::expect(!fuzz::passes([&] { suites::certificate_from_text(document.dump()); }),
               "a certificate was edited and is accepted");
}

}  // namespace

// NOLINTBEGIN(readability-identifier-naming): the names that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = fuzz::text_of(data, size);
  const auto record = fuzz::read_or_refused([&] { return suites::certificate_from_text(text); });
  if (record) {
    expect_sums(*record);
    expect_change_is_refused(text);
    fuzz::passes([&] {
      suites::check_rules_of(*record);
      suites::check_plan_of(*record);
    });
  }
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
  return fuzz::mutated_json(data, size, max_size, seed, fuzz::seal_digest);
}
// NOLINTEND(readability-identifier-naming)
