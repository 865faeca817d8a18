#include "suites/report/run_json.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string_view>

#include "spec/text/error.h"
#include "suites/files/json.h"
#include "suites/files/one_line.h"

namespace vconform::suites {

namespace {

json text_or_null(const std::string& text) {
  return text.empty() ? json() : json(text);
}

// Whether the text has the form "2026-01-31T09:08:07Z".
bool is_time(std::string_view text) {
  constexpr std::string_view kForm = "0000-00-00T00:00:00Z";
  return std::equal(text.begin(), text.end(), kForm.begin(), kForm.end(), [](char c, char form) {
    return form == '0' ? c >= '0' && c <= '9' : c == form;
  });
}

constexpr std::string_view kDigestBegins = "sha256:";
constexpr std::size_t kDigestSize = 71;

}  // namespace

json run_json(const RunPart& run) {
  return {{"started", run.started},
          {"seconds", std::round(run.seconds * 1000) / 1000},
          {"mode", run.mode},
          {"jobs", run.jobs},
          {"library", text_or_null(run.library)},
          {"machine",
           {{"system", run.system},
            {"release", run.release},
            {"architecture", run.architecture},
            {"processor", text_or_null(run.processor)},
            {"processors", run.processors}}},
          {"weather",
           {{"restarts", run.restarts},
            {"unconfirmed_timeouts", run.unconfirmed_timeouts},
            {"outside_kills", run.outside_kills}}},
          {"containment", run.containment}};
}

RunPart run_part_of(JsonFields& fields) {
  RunPart run;
  run.started = fields.words("started");
  if (!is_time(run.started)) {
    throw spec::InputError("run.started " + in_quotes(run.started) +
                           " is no time such as 2026-01-31T09:08:07Z");
  }
  run.seconds = fields.seconds("seconds");
  run.mode = fields.words("mode");
  if (run.mode != "copied" && run.mode != "shared" && run.mode != kSuppliedMode) {
    throw spec::InputError("run.mode " + in_quotes(run.mode) +
                           " is none of copied, shared and supplied");
  }
  run.jobs = fields.number("jobs");
  run.library = fields.text_or_null("library").value_or("");
  if (!run.library.empty() &&
      (run.library.size() != kDigestSize || !run.library.starts_with(kDigestBegins))) {
    throw spec::InputError("run.library " + in_quotes(run.library) + " is no SHA-256");
  }
  JsonFields machine = fields.object("machine");
  run.system = machine.text("system");
  run.release = machine.text("release");
  run.architecture = machine.text("architecture");
  run.processor = machine.text_or_null("processor").value_or("");
  run.processors = machine.number("processors");
  machine.expect_no_others();
  JsonFields weather = fields.object("weather");
  run.restarts = weather.number("restarts");
  run.unconfirmed_timeouts = weather.number("unconfirmed_timeouts");
  run.outside_kills = weather.number("outside_kills");
  weather.expect_no_others();
  run.containment = fields.texts("containment");
  return run;
}

}  // namespace vconform::suites
