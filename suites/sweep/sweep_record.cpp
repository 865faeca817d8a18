#include "suites/sweep/sweep_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "spec/case/case_limits.h"
#include "spec/case/case_text.h"
#include "spec/profiles/choices.h"
#include "spec/rules/rules.h"
#include "spec/text/error.h"
#include "suites/files/digest.h"
#include "suites/files/json_fields.h"
#include "suites/files/json_file.h"
#include "suites/files/one_line.h"
#include "suites/files/progress_line.h"
#include "suites/files/text_file.h"
#include "suites/judging/departure.h"
#include "suites/presentation/page.h"
#include "suites/probing/resolve_choices.h"
#include "suites/sweep/sweep_identity.h"

namespace vconform::suites {

namespace {

// A sweep has at most 2^35 values, each of which may count for several things.
constexpr std::uint64_t kMostSweptBits = 35;
constexpr std::uint64_t kMostCounted = std::uint64_t{1} << 40;

std::string as_file_name(const std::string& text) {
  std::string name = text;
  std::replace_if(
      name.begin(), name.end(),
      [](unsigned char c) { return std::isalnum(c) == 0 && c != '.' && c != '_'; }, '-');
  return name;
}

json cause_json(const SweptCause& swept) {
  json fields = to_json(swept.cause);
  fields["file"] = swept.file;
  fields["fails_alone"] = swept.fails_alone;
  return fields;
}

json domain_json(const DomainRecord& domain) {
  json causes = json::array();
  for (const SweptCause& cause : domain.causes) {
    causes.push_back(cause_json(cause));
  }
  return {{"instruction", domain.instruction},
          {"ctrl", domain.ctrl},
          {"values", domain.values},
          {"not_run", domain.not_run},
          {"judged", domain.judged},
          {"permitted", domain.permitted},
          {"causes", causes}};
}

// The content of a case file in the folder of a sweep.
std::string case_text_of(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) {
    throw spec::InputError("there is no file " + in_quotes(path.string()) +
                           ": copy the whole folder of the sweep");
  }
  return text_of_file(path.string(), spec::kMaxCaseTextBytes);
}

// A merged sweep writes the case to its own folder, so the file must have the name that a sweep
// gives it.
SweptCause swept_cause_from(JsonFields fields, const DomainRecord& domain,
                            const CaseTexts& case_texts) {
  SweptCause swept;
  swept.cause = cause_from(fields);
  swept.file = fields.words("file");
  swept.fails_alone = fields.flag("fails_alone");
  fields.expect_no_others();
  if (swept.file != file_of(domain, swept.cause)) {
    throw spec::InputError("the case of a cause is in " + in_quotes(swept.file) +
                           ", which is not where a sweep writes it");
  }
  swept.case_text = case_texts(swept.file);
  try {
    spec::case_from_text(swept.case_text);
  } catch (const spec::InputError& bad) {
    throw spec::InputError(in_quotes(swept.file) + ": " + bad.what());
  }
  return swept;
}

std::uint64_t count_in(JsonFields& fields, std::string_view name) {
  const std::uint64_t count = fields.number(name);
  if (count > kMostCounted) {
    throw spec::InputError(fmt::format("{} is {}, more than any sweep counts", name, count));
  }
  return count;
}

DomainRecord domain_from(JsonFields fields, const CaseTexts& case_texts) {
  DomainRecord domain;
  domain.instruction = fields.words("instruction");
  if (!spec::cell_named(domain.instruction)) {
    throw spec::InputError("there is no instruction " + in_quotes(domain.instruction));
  }
  domain.ctrl = fields.number("ctrl");
  domain.values = count_in(fields, "values");
  domain.not_run = count_in(fields, "not_run");
  domain.judged = count_in(fields, "judged");
  domain.permitted = count_in(fields, "permitted");
  for (const JsonFields& item : fields.objects("causes")) {
    SweptCause swept = swept_cause_from(item, domain, case_texts);
    if (!domain.causes.empty() && !is_before(domain.causes.back().cause, swept.cause)) {
      throw spec::InputError("the causes of " + domain.instruction + " are not in order");
    }
    domain.causes.push_back(std::move(swept));
  }
  return domain;
}

// Expects the listed domains to be those of the sweep's identity.
void check_domains(const SweepRecord& record) {
  JsonFields identity(record.identity, "sweep");
  std::vector<JsonFields> planned = identity.objects("domains");
  if (planned.size() != record.domains.size()) {
    throw spec::InputError("its domains are not those of the sweep");
  }
  for (std::size_t i = 0; i < planned.size(); ++i) {
    const std::uint64_t bits = planned[i].number("bits");
    if (planned[i].text("instruction") != record.domains[i].instruction ||
        planned[i].number("ctrl") != record.domains[i].ctrl || bits > kMostSweptBits) {
      throw spec::InputError(fmt::format("sweep.domains[{}] is not domains[{}]", i, i));
    }
  }
}

Shard shard_from(JsonFields fields) {
  const Shard shard{fields.number("index"), fields.number("count")};
  if (shard.index == 0 || shard.index > shard.count || shard.count > kMostShards) {
    throw spec::InputError("there is no shard " + shard.text());
  }
  return shard;
}

std::uint64_t sum(const SweepRecord& record, std::uint64_t DomainRecord::* field) {
  std::uint64_t total = 0;
  for (const DomainRecord& domain : record.domains) {
    total += domain.*field;
  }
  return total;
}

// Sweeps of earlier versions lack some.
std::vector<std::string> texts_of(const nlohmann::ordered_json& identity, std::string_view name) {
  JsonFields fields(identity, "sweep");
  return fields.has(name) ? fields.texts(name) : std::vector<std::string>();
}

std::uint64_t failures(const DomainRecord& domain) {
  std::uint64_t count = 0;
  for (const SweptCause& swept : domain.causes) {
    count += swept.cause.count;
  }
  return count;
}

bool conforms(const DomainRecord& domain) {
  return domain.causes.empty() && domain.not_run == 0;
}

std::string name_of(const DomainRecord& domain) {
  return domain.instruction + (domain.ctrl == 0 ? "" : fmt::format(" CTRL={:#x}", domain.ctrl));
}

// An empty folder: the case is in no file.
std::string cause_text(const SweptCause& swept, const std::string& folder) {
  const Cause& cause = swept.cause;
  std::string text =
      fmt::format("    {}{}{}: {}\n", one_line(cause.verdict),
                  cause.rule.empty() ? "" : "  " + one_line(cause.rule),
                  cause.result_class.empty() ? "" : ", " + one_line(cause.result_class),
                  with_commas(cause.count));
  text += fmt::format("      smallest  {}\n", one_line(cause.smallest.in_short));
  if (cause.count > 1) {
    text += fmt::format("      largest   {}\n", one_line(cause.largest.in_short));
  }
  if (!folder.empty()) {
    text += fmt::format("      case      {}{}\n", folder + "/" + swept.file,
                        swept.fails_alone ? "" : "  (passes when it runs by itself)");
  }
  return text;
}

std::string domain_text(const DomainRecord& domain, const Shard& shard, const std::string& folder) {
  std::string standing = shard.count == 1     ? "conforms"
                         : domain.values == 0 ? "in other shards"
                                              : "no deviation";
  if (!conforms(domain)) {
    standing = fmt::format("does not conform: {} wrong", with_commas(failures(domain)));
    standing += domain.not_run == 0 ? "" : ", " + with_commas(domain.not_run) + " not run";
  }
  std::string text = fmt::format("  {:<46} {:>17} values  {}\n", name_of(domain),
                                 with_commas(domain.values), standing);
  for (const SweptCause& cause : domain.causes) {
    text += cause_text(cause, folder);
  }
  return text;
}

}  // namespace

std::vector<std::string> SweepRecord::departures() const {
  return texts_of(identity, "departures");
}

std::vector<std::string> SweepRecord::probing_faults() const {
  return texts_of(identity, "probing");
}

std::vector<spec::Choice> SweepRecord::weakenings() const {
  std::vector<spec::Choice> weakenings;
  const std::vector<std::string> found = departures();
  const json pinned = identity.value("choices", json::object());
  for (const auto& [rule, reading] : pinned.items()) {
    const spec::Choice choice = spec::choice_named(rule + "=" + reading.get<std::string>());
    const bool is_swept = std::ranges::any_of(domains, [&](const DomainRecord& domain) {
      const std::optional<spec::Cell> cell = spec::cell_named(domain.instruction);
      return cell && spec::concerns(spec::rule_of(choice.rule), cell->conversion());
    });
    const bool is_asked = std::ranges::count(found, spec::choice_text(choice)) == 0;
    if (is_swept && weakens(choice, is_asked)) {
      weakenings.push_back(choice);
    }
  }
  return weakenings;
}

bool SweepRecord::conforms() const {
  return !domains.empty() && departures().empty() && probing_faults().empty() &&
         std::ranges::all_of(domains, [&](const DomainRecord& domain) {
           return suites::conforms(domain) && (domain.values > 0 || shard.count > 1);
         });
}

std::string file_of(const DomainRecord& domain, const Cause& cause) {
  std::string name = name_of(domain);
  for (const std::string& part : {cause.verdict, cause.rule, cause.result_class}) {
    name += part.empty() ? "" : "-" + part;
  }
  return "failures/" + as_file_name(name) + ".case";
}

namespace {

// A shard may have none of the values: that it conforms is for merge to say.
std::string_view verdict_of(const SweepRecord& record) {
  return !record.conforms() ? "does not conform" : record.shard.count == 1 ? "conforms" : "part";
}

json json_of(const SweepRecord& record) {
  json document = {{"format", kSweepFormat},
                   {"format_version", kSweepFormatVersion},
                   {"verdict", verdict_of(record)}};
  document["sweep"] = record.identity;
  document["shard"] = {{"index", record.shard.index}, {"count", record.shard.count}};
  std::uint64_t wrong = 0;
  json domains = json::array();
  for (const DomainRecord& domain : record.domains) {
    domains.push_back(domain_json(domain));
    wrong += failures(domain);
  }
  document["counts"] = {{"domains", record.domains.size()},
                        {"values", sum(record, &DomainRecord::values)},
                        {"not_run", sum(record, &DomainRecord::not_run)},
                        {"judged", sum(record, &DomainRecord::judged)},
                        {"permitted", sum(record, &DomainRecord::permitted)},
                        {"wrong", wrong}};
  document["domains"] = domains;
  document["times"] = {{"seconds", record.seconds}};
  document["digest"] = digest_of_certificate(document);
  return document;
}

}  // namespace

std::string to_json(const SweepRecord& record) {
  return json_of(record).dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

SweepRecord sweep_from_text(const std::string& text, const CaseTexts& case_texts) {
  const json document = json_from_text(text);
  JsonFields fields(document);
  if (fields.text("format") != kSweepFormat ||
      fields.number("format_version") != kSweepFormatVersion) {
    throw spec::InputError(
        fmt::format("it is no {} of version {}", kSweepFormat, kSweepFormatVersion));
  }
  const std::string digest = fields.text("digest");
  if (digest != digest_of_certificate(document)) {
    throw spec::InputError("its digest is not that of its content: it was changed afterwards");
  }
  SweepRecord record;
  fields.object("sweep");
  record.identity = document.at("sweep");
  record.shard = shard_from(fields.object("shard"));
  for (const JsonFields& domain : fields.objects("domains")) {
    record.domains.push_back(domain_from(domain, case_texts));
  }
  record.seconds = fields.object("times").seconds("seconds");
  check_domains(record);
  check_identity(record.identity);
  if (digest != digest_of_certificate(json_of(record))) {
    throw spec::InputError("its verdict or its counts do not follow from its domains");
  }
  return record;
}

SweepRecord read_sweep(const std::string& folder) {
  return read_sweep_file((std::filesystem::path(folder) / "sweep.json").string());
}

SweepRecord read_sweep_file(const std::string& path) {
  const std::filesystem::path in = std::filesystem::path(path).parent_path();
  try {
    return sweep_from_text(text_of_file(path, kMostJsonBytes),
                           [&](const std::string& file) { return case_text_of(in / file); });
  } catch (const spec::InputError& bad) {
    throw spec::InputError("sweep " + in_quotes(path) + ": " + bad.what());
  }
}

void write_sweep(const SweepRecord& record, const OutputFolder& folder) {
  for (const DomainRecord& domain : record.domains) {
    for (const SweptCause& swept : domain.causes) {
      folder.write(swept.file, swept.case_text);
    }
  }
  const std::string text = to_json(record);
  folder.write("sweep.json", text);
  folder.write("report.html", sweep_page(text));
}

namespace {

std::string readings_text(const SweepRecord& record) {
  std::string text;
  for (const std::string& departure : record.departures()) {
    text += departure_line(spec::choice_named(departure)) + "\n";
  }
  for (const std::string& fault : record.probing_faults()) {
    text += one_line(fault) + "\n";
  }
  for (const spec::Choice& weakening : record.weakenings()) {
    text += weakening_line(spec::choice_text(weakening));
  }
  return text;
}

}  // namespace

std::string unfinished_text(const SweepRecord& record) {
  std::string text = readings_text(record);
  for (const DomainRecord& domain : record.domains) {
    text += conforms(domain) ? "" : domain_text(domain, record.shard, "");
  }
  const bool is_red = !record.departures().empty() || !record.probing_faults().empty() ||
                      !std::ranges::all_of(record.domains, conforms);
  return text + fmt::format("\nthe sweep is not whole: of {} values that were run, {}\n",
                            with_commas(sum(record, &DomainRecord::values)),
                            is_red ? "some are wrong" : "none is wrong");
}

std::string sweep_text(const SweepRecord& record, const std::string& folder) {
  std::string text = readings_text(record);
  std::size_t right = 0;
  for (const DomainRecord& domain : record.domains) {
    text += domain_text(domain, record.shard, folder);
    right += conforms(domain) ? 1 : 0;
  }
  const bool is_part = record.shard.count > 1;
  const std::uint64_t values = sum(record, &DomainRecord::values);
  const std::uint64_t permitted = sum(record, &DomainRecord::permitted);
  text += fmt::format(
      "\n{}{} on {} of {} sweeps of an instruction{}: {} values in {:.0f} s ({:.2f} billion/s), {} "
      "of them judged by the oracle{}\nresult in {}\n",
      record.conforms() ? "" : "does not conform; ", is_part ? "no deviation" : "conforms", right,
      record.domains.size(),
      is_part ? ", shard " + record.shard.text() + " (the verdict is that of merge)" : "",
      with_commas(values), record.seconds,
      static_cast<double>(values) / std::max(record.seconds, 1e-9) / 1e9,
      with_commas(sum(record, &DomainRecord::judged)),
      permitted == 0 ? "" : ", " + with_commas(permitted) + " differ from golden and are permitted",
      folder + "/sweep.json");
  return text;
}

}  // namespace vconform::suites
