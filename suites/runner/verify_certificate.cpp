#include <fmt/format.h>

#include "spec/error.h"
#include "suites/report/certificate.h"
#include "suites/report/certificate_record.h"
#include "suites/report/certificate_rules.h"
#include "suites/report/one_line.h"
#include "suites/runner/commands.h"

namespace vconform::suites {

int verify_certificate(const std::string& file) {
  const CertificateRecord record = read_certificate(file);
  try {
    check_rules_of(record);
  } catch (const spec::InputError& error) {
    throw spec::InputError(fmt::format("certificate '{}': {}", file, error.what()));
  }
  fmt::print("{} is whole and unedited, of spec version {}, level {}, seed {}\n", file,
             record.spec_version, record.level, record.seed);
  for (const std::string& weakening : record.weakenings) {
    fmt::print("weakened: {} permits more than the other readings\n", weakening);
  }
  fmt::print("{}: {} ({})\n", one_line(record.backend_name), record.verdict, record.headline);
  return record.verdict == verdict(false, 0) ? kDoesNotConform : kConforms;
}

}  // namespace vconform::suites
