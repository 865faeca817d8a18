#include "suites/report/certificate_reader.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "spec/text/error.h"
#include "suites/files/digest.h"
#include "suites/files/json_fields.h"
#include "suites/files/json_file.h"
#include "suites/files/one_line.h"
#include "suites/files/signature.h"
#include "suites/report/certificate_check.h"
#include "suites/report/run_json.h"
#include "suites/report/wrong_element_json.h"

namespace vconform::suites {

namespace {

CertificateCounts counts_of(JsonFields fields) {
  CertificateCounts counts;
  counts.rows = fields.number("rows");
  counts.rows_claimed = fields.number("rows_claimed");
  counts.rows_conforming = fields.number("rows_conforming");
  counts.rows_waived = fields.number("rows_waived");
  counts.rows_required = fields.number("rows_required");
  counts.cases = fields.number("cases");
  counts.elements = fields.number("elements");
  counts.deviations = fields.number("deviations");
  counts.deviations_waived = fields.number("deviations_waived");
  if (fields.has("rows_not_judged")) {
    counts.rows_not_judged = fields.number("rows_not_judged");
  }
  fields.expect_no_others();
  return counts;
}

RowRecord row_of(JsonFields& fields) {
  RowRecord row;
  row.instruction = fields.words("instruction");
  row.family = fields.words("family");
  row.source = fields.words("source");
  row.destination = fields.words("destination");
  row.rounding = fields.text("rounding");
  row.status = fields.words("status");
  row.claimed = fields.flag("claimed");
  row.features = fields.texts("features");
  row.lowered = fields.flag("lowered");
  row.laid_out = fields.has("laid_out_by_suite") && fields.flag("laid_out_by_suite");
  row.required = fields.flag("required");
  row.conforms = fields.flag("conforms");
  row.waived = fields.flag("waived");
  row.not_judged = fields.has("not_judged") && fields.flag("not_judged");
  row.cases = fields.number("cases");
  row.elements = fields.number("elements");
  if (fields.has("programs_elsewhere") || fields.has("elements_elsewhere")) {
    row.programs_elsewhere = fields.number("programs_elsewhere");
    row.elements_elsewhere = fields.number("elements_elsewhere");
  }
  row.systematic_elements = fields.number("systematic_elements");
  const auto number_or_0 = [&](const char* field) {
    return fields.has(field) ? fields.number(field) : 0;
  };
  row.host_elements = {number_or_0("elements_by_host_code"),
                       number_or_0("elements_perhaps_by_host_code")};
  row.further_failing_cases = fields.number("further_failing_cases");
  row.deviations = fields.numbers("deviations");
  return row;
}

UnitRecord unit_of(JsonFields& fields) {
  UnitRecord unit;
  unit.claim = fields.words("claim");
  unit.kind = fields.words("kind");
  unit.ctrl = fields.has("ctrl") ? fields.words("ctrl") : "";
  unit.cases = fields.number("cases");
  unit.elements = fields.number("elements");
  unit.elements_of_others =
      fields.has("elements_of_others") ? fields.number("elements_of_others") : 0;
  unit.ended = fields.has("ended") ? fields.words("ended") : "";
  return unit;
}

PropertyRecord property_of(JsonFields& fields) {
  PropertyRecord property;
  property.property = fields.words("property");
  property.claim = fields.words("claim");
  property.rows = fields.number("rows");
  property.rows_deviating = fields.number("rows_deviating");
  property.cases = fields.number("cases");
  property.elements = fields.number("elements");
  return property;
}

RuleRecord rule_of(JsonFields& fields) {
  RuleRecord rule;
  rule.rule = fields.words("rule");
  rule.status = fields.words("status");
  rule.cited = fields.flag("cited");
  rule.broken = fields.flag("broken");
  return rule;
}

// Files of before these parts were recorded lack all of them.
void read_shown(DeviationRecord& deviation, JsonFields& fields) {
  if (!fields.has("element") && !fields.has("details") && !fields.has("case")) {
    return;
  }
  if (const std::optional<JsonFields> element = fields.object_or_null("element")) {
    deviation.element = wrong_element_of(*element);
  }
  deviation.details = fields.text_or_null("details").value_or("");
  deviation.case_text = fields.text_or_null("case").value_or("");
}

DeviationRecord deviation_of(JsonFields& fields) {
  DeviationRecord deviation;
  deviation.instruction = fields.words("instruction");
  deviation.claim = fields.words("claim");
  deviation.verdict = fields.words("verdict");
  deviation.rule = fields.text_or_null("rule").value_or("");
  deviation.example = fields.text("example");
  fields.number("count");
  deviation.failing_cases = fields.number("failing_cases");
  deviation.fingerprint = fields.words("fingerprint");
  fields.number("cases_run");
  fields.number("shrinks");
  deviation.file = fields.text_or_null("file").value_or("");
  read_shown(deviation, fields);
  deviation.waived_by = fields.number_or_null("waived_by");
  return deviation;
}

CertificateRecord::WaiverRecord waiver_of(JsonFields& fields) {
  CertificateRecord::WaiverRecord record;
  record.waiver.instruction = fields.words("instruction");
  record.waiver.rule = fields.words("rule");
  record.waiver.observed = fields.texts("observed");
  record.waiver.reason = fields.words("reason");
  record.waiver.link = fields.text("link");
  record.deviations = fields.number("deviations");
  return record;
}

CoverageRecord::Part part_of(JsonFields& fields) {
  CoverageRecord::Part part;
  part.family = fields.words("family");
  part.bins = fields.words("bins");
  part.is_pair = fields.flag("pairs");
  part.reachable = fields.number("reachable");
  part.reached = fields.number("reached");
  return part;
}

CoverageRecord coverage_of(JsonFields fields) {
  CoverageRecord record;
  record.model = fields.number("model");
  record.parts = list_of(fields, "parts", part_of);
  fields.expect_no_others();
  return record;
}

std::vector<ChoiceRecord> choices_of(JsonFields fields) {
  std::vector<ChoiceRecord> choices;
  for (const std::string& rule : fields.names()) {
    JsonFields choice = fields.object(rule);
    choices.push_back({rule, choice.text_or_null("reading"), choice.words("from"),
                       choice.has("ground") ? choice.text_or_null("ground") : std::nullopt});
    choice.expect_no_others();
  }
  return choices;
}

void read_backend(CertificateRecord& record, JsonFields fields) {
  record.backend = fields.words("selected");
  record.on = fields.has("on") ? fields.words("on") : "";
  record.backend_name = fields.text("name");
  record.backend_version = fields.text("version");
  record.addressing_judged = fields.flag("addressing_judged");
  record.checks_arguments = fields.flag("checks_arguments");
  if (record.plan) {
    record.plan->stride_bits = fields.number("stride_bits");
    if (fields.has("largest_memory")) {
      record.plan->largest_memory = fields.number("largest_memory");
    }
    record.plan->overlap_order = fields.text_or_null("overlap_order");
    record.plan->thread_safe = fields.flag("thread_safe");
    record.plan->permissive_choices = fields.texts("permissive_choices");
  }
  if (fields.has("supplied")) {
    JsonFields supplied = fields.object("supplied");
    record.supplied = Supplied{supplied.number("units"), supplied.number("units_left_out"),
                               supplied.number("programs"), supplied.number("returned")};
    supplied.expect_no_others();
  }
  if (fields.has("operations")) {
    for (const std::string& text : fields.texts("operations")) {
      record.operations.push_back(spec::declared_operation_from(text));
      spec::declare_operation(record.operations.back());
    }
  }
  fields.expect_no_others();
}

// Checks the kind of document before anything else is asked of it.
std::uint64_t format_version_of(JsonFields& fields) {
  if (fields.text("format") != kCertificateFormat) {
    throw spec::InputError("it is not the certificate.json of a vconform run");
  }
  const std::uint64_t version = fields.number("format_version");
  if (version != kCertificateFormatVersion && version != kOldCertificateFormatVersion) {
    throw spec::InputError(
        fmt::format("it is of format version {}, and this vconform reads {} and "
                    "{}: certify again to make a new one",
                    version, kOldCertificateFormatVersion, kCertificateFormatVersion));
  }
  return version;
}

void read_signer(RunRecord& run, JsonFields fields) {
  const std::string algorithm = fields.words("algorithm");
  if (algorithm != kSignatureAlgorithm) {
    throw spec::InputError(fmt::format("it is signed with {}, and certificates are signed with {}",
                                       in_quotes(algorithm), kSignatureAlgorithm));
  }
  run.fingerprint = fields.words("fingerprint");
  fields.expect_no_others();
}

RunRecord run_of(JsonFields fields) {
  RunRecord run;
  run.part = run_part_of(fields);
  if (const std::optional<JsonFields> signer = fields.object_or_null("signed_by")) {
    read_signer(run, *signer);
  }
  run.digest = fields.words("digest");
  run.signature = fields.text_or_null("signature").value_or("");
  fields.expect_no_others();
  if (run.fingerprint.empty() != run.signature.empty()) {
    throw spec::InputError(run.signature.empty()
                               ? "run.signed_by names a key, but run.signature is missing"
                               : "run.signature is there, but run.signed_by names no key");
  }
  return run;
}

void check_digests(const CertificateRecord& record, const json& document) {
  if (record.digest != digest_of_certificate(document)) {
    throw spec::InputError("its digest is not that of its content: it was edited or damaged");
  }
  if (record.run && record.run->digest != digest_of_run(document)) {
    throw spec::InputError(
        "run.digest is not that of run and digest: one of them was edited or "
        "damaged");
  }
}

std::optional<Budgeted> budget_of(JsonFields& document) {
  if (!document.has("budget")) {
    return std::nullopt;
  }
  JsonFields fields = document.object("budget");
  const Budgeted budget{fields.number("units"), fields.number("units_left_out")};
  fields.expect_no_others();
  return budget;
}

void read_lists(CertificateRecord& record, JsonFields& fields) {
  record.budget = budget_of(fields);
  record.counts = counts_of(fields.object("counts"));
  record.rows = list_of(fields, "rows", row_of);
  if (record.plan) {
    record.plan->digest = fields.words("plan");
    record.plan->units = list_of(fields, "units", unit_of);
  }
  record.properties = list_of(fields, "properties", property_of);
  record.rules = list_of(fields, "rules", rule_of);
  record.deviations = list_of(fields, "deviations", deviation_of);
  if (fields.has("diagnosis")) {
    record.diagnosis = diagnosis_of(fields.object("diagnosis"));
  }
  record.waivers = list_of(fields, "waivers", waiver_of);
  if (fields.has("coverage")) {
    record.coverage = coverage_of(fields.object("coverage"));
  }
}

CertificateRecord record_of(const json& document) {
  JsonFields fields(document);
  CertificateRecord record;
  record.format_version = format_version_of(fields);
  const bool is_old = record.format_version == kOldCertificateFormatVersion;
  if (!is_old) {
    record.plan.emplace();
  }
  record.spec_version = fields.number("spec_version");
  record.vconform_version = fields.words("vconform_version");
  record.verdict = fields.words("verdict");
  record.headline = fields.words("headline");
  read_backend(record, fields.object("backend"));
  record.families = fields.texts("families");
  record.required = fields.texts("required");
  record.level = fields.words("level");
  record.profile = fields.words("profile");
  record.seed = fields.number("seed");
  fields.seconds("time_limit");
  record.choices = choices_of(fields.object("choices"));
  record.weakenings = fields.texts("weakenings");
  read_lists(record, fields);
  if (is_old) {
    fields.object("times").seconds("seconds");
  } else {
    record.run = run_of(fields.object("run"));
  }
  record.digest = fields.words("digest");
  fields.expect_no_others();
  check_digests(record, document);
  return record;
}

}  // namespace

CertificateRecord certificate_from_text(const std::string& text) {
  CertificateRecord record = record_of(json_from_text(text));
  check_certificate(record);
  return record;
}

CertificateRecord own_certificate(const std::string& text) {
  try {
    return certificate_from_text(text);
  } catch (const spec::InputError& error) {
    throw std::logic_error(fmt::format("the certificate contradicts itself: {}", error.what()));
  }
}

CertificateRecord read_certificate(const std::string& path) {
  const json document = read_json_file(path, "certificate");
  try {
    CertificateRecord record = record_of(document);
    check_certificate(record);
    return record;
  } catch (const spec::InputError& error) {
    throw spec::InputError(fmt::format("certificate '{}': {}", path, error.what()));
  }
}

}  // namespace vconform::suites
