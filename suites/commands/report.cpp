#include <nlohmann/json.hpp>

#include "spec/text/error.h"
#include "suites/commands/commands.h"
#include "suites/files/json_file.h"
#include "suites/files/one_line.h"
#include "suites/presentation/page.h"
#include "suites/presentation/presentation.h"
#include "suites/sweep/merge.h"
#include "suites/sweep/sweep_record.h"

namespace vconform::suites {

int report(const ReportOptions& options) {
  const json document = read_json_file(options.file, "certificate or sweep.json");
  if (!document.is_object() || document.value("format", json()) != kSweepFormat) {
    return make_report(options);
  }
  if (options.format != kPageFormat) {
    throw spec::InputError(in_quotes(options.file) +
                           " is of a sweep, which has a page only: leave --format out");
  }
  if (options.whole_domain) {
    throw spec::InputError(in_quotes(options.file) +
                           " is of a sweep, which counts what it ran: leave --whole-domain out");
  }
  return give_page(options, [&] {
    const SweepRecord record = read_sweep_file(options.file);
    expect_all_values({options.file, record});
    return sweep_page(to_json(record));
  });
}

}  // namespace vconform::suites
