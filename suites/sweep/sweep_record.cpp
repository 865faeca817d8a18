#include "suites/sweep/sweep_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "spec/error.h"
#include "suites/report/certificate_digest.h"
#include "suites/report/json_fields.h"
#include "suites/report/json_file.h"
#include "suites/report/one_line.h"
#include "suites/report/output_folder.h"
#include "suites/runner/progress.h"

namespace vconform::suites {

namespace {

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

std::string file_content(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    throw spec::InputError("cannot read '" + path.string() +
                           "': copy the whole folder of the sweep");
  }
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

SweptCause swept_cause_from(JsonFields fields, const std::filesystem::path& folder) {
  SweptCause swept;
  swept.cause = cause_from(fields);
  swept.file = fields.words("file");
  swept.fails_alone = fields.flag("fails_alone");
  swept.case_text = file_content(folder / swept.file);
  return swept;
}

DomainRecord domain_from(JsonFields fields, const std::filesystem::path& folder) {
  DomainRecord domain;
  domain.instruction = fields.words("instruction");
  domain.ctrl = fields.number("ctrl");
  domain.values = fields.number("values");
  domain.not_run = fields.number("not_run");
  domain.judged = fields.number("judged");
  domain.permitted = fields.number("permitted");
  for (const JsonFields& cause : fields.objects("causes")) {
    domain.causes.push_back(swept_cause_from(cause, folder));
  }
  return domain;
}

std::uint64_t sum(const SweepRecord& record, std::uint64_t DomainRecord::* field) {
  std::uint64_t total = 0;
  for (const DomainRecord& domain : record.domains) {
    total += domain.*field;
  }
  return total;
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

std::string cause_text(const SweptCause& swept, const std::string& folder) {
  const Cause& cause = swept.cause;
  std::string text = fmt::format(
      "    {}{}{}: {}\n", cause.verdict, cause.rule.empty() ? "" : "  " + cause.rule,
      cause.result_class.empty() ? "" : ", " + cause.result_class, with_commas(cause.count));
  text += fmt::format("      smallest  {}\n", cause.smallest.in_short);
  if (cause.count > 1) {
    text += fmt::format("      largest   {}\n", cause.largest.in_short);
  }
  text += fmt::format("      case      {}{}\n", folder + "/" + swept.file,
                      swept.fails_alone ? "" : "  (passes when it runs by itself)");
  return text;
}

std::string domain_text(const DomainRecord& domain, const std::string& folder) {
  std::string text = fmt::format(
      "  {:<46} {:>17} values  {}\n", name_of(domain), with_commas(domain.values),
      conforms(domain)
          ? "conforms"
          : fmt::format(
                "does not conform: {} wrong{}", with_commas(failures(domain)),
                domain.not_run == 0 ? "" : ", " + with_commas(domain.not_run) + " not run"));
  for (const SweptCause& cause : domain.causes) {
    text += cause_text(cause, folder);
  }
  return text;
}

}  // namespace

bool SweepRecord::conforms() const {
  return !domains.empty() &&
         std::all_of(domains.begin(), domains.end(),
                     [](const DomainRecord& domain) { return suites::conforms(domain); }) &&
         (sum(*this, &DomainRecord::values) > 0 || shard.count > 1);
}

std::string file_of(const DomainRecord& domain, const Cause& cause) {
  std::string name = name_of(domain);
  for (const std::string& part : {cause.verdict, cause.rule, cause.result_class}) {
    name += part.empty() ? "" : "-" + part;
  }
  return "failures/" + as_file_name(name) + ".case";
}

std::string to_json(const SweepRecord& record) {
  json document = {{"format", kSweepFormat},
                   {"format_version", kSweepFormatVersion},
                   {"verdict", record.conforms() ? "conforms" : "does not conform"}};
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
  return document.dump(2) + "\n";
}

SweepRecord read_sweep(const std::string& folder) {
  const std::string path = (std::filesystem::path(folder) / "sweep.json").string();
  const json document = read_json_file(path, "sweep");
  try {
    JsonFields fields(document);
    if (fields.text("format") != kSweepFormat ||
        fields.number("format_version") != kSweepFormatVersion) {
      throw spec::InputError(
          fmt::format("is no {} of version {}", kSweepFormat, kSweepFormatVersion));
    }
    if (fields.text("digest") != digest_of_certificate(document)) {
      throw spec::InputError("its digest is not that of its content: it was changed afterwards");
    }
    SweepRecord record;
    record.identity = document.at("sweep");
    JsonFields shard = fields.object("shard");
    record.shard = {shard.number("index"), shard.number("count")};
    for (const JsonFields& domain : fields.objects("domains")) {
      record.domains.push_back(domain_from(domain, folder));
    }
    record.seconds = fields.object("times").seconds("seconds");
    if (record.domains.size() != record.identity.at("domains").size()) {
      throw spec::InputError("its domains are not those of the sweep");
    }
    return record;
  } catch (const spec::InputError& bad) {
    throw spec::InputError("sweep " + in_quotes(path) + ": " + bad.what());
  } catch (const json::exception&) {
    throw spec::InputError("sweep " + in_quotes(path) +
                           ": the field sweep is missing or incomplete");
  }
}

void write_sweep(const SweepRecord& record, const std::string& folder) {
  constexpr std::string_view kFix = "name another folder with --out";
  emptied_case_folder(folder, "failures");
  for (const DomainRecord& domain : record.domains) {
    for (const SweptCause& swept : domain.causes) {
      write_file(std::filesystem::path(folder) / swept.file, swept.case_text, kFix);
    }
  }
  write_file(std::filesystem::path(folder) / "sweep.json", to_json(record), kFix);
}

std::string sweep_text(const SweepRecord& record, const std::string& folder) {
  std::string text;
  std::size_t conforming = 0;
  for (const DomainRecord& domain : record.domains) {
    text += domain_text(domain, folder);
    conforming += conforms(domain) ? 1 : 0;
  }
  const std::uint64_t values = sum(record, &DomainRecord::values);
  const std::uint64_t permitted = sum(record, &DomainRecord::permitted);
  text += fmt::format(
      "\n{} on {} of {} sweeps of an instruction{}: {} values in {:.0f} s ({:.2f} billion/s), {} "
      "of them judged by the oracle{}\nresult in {}\n",
      record.conforms() ? "conforms" : "does not conform; conforms", conforming,
      record.domains.size(), record.shard.count == 1 ? "" : ", shard " + record.shard.text(),
      with_commas(values), record.seconds,
      static_cast<double>(values) / std::max(record.seconds, 1e-9) / 1e9,
      with_commas(sum(record, &DomainRecord::judged)),
      permitted == 0 ? "" : ", " + with_commas(permitted) + " differ from golden and are permitted",
      folder + "/sweep.json");
  return text;
}

}  // namespace vconform::suites
