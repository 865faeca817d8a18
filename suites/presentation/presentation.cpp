#include "suites/presentation/presentation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <span>

#include "spec/text/error.h"
#include "suites/files/exit_codes.h"
#include "suites/files/json_file.h"
#include "suites/files/one_line.h"
#include "suites/files/written_file.h"
#include "suites/presentation/badge.h"
#include "suites/presentation/comparison.h"
#include "suites/presentation/markdown.h"
#include "suites/presentation/page.h"
#include "suites/presentation/page_data.h"
#include "suites/report/certificate_reader.h"

namespace vconform::suites {

namespace {

constexpr std::string_view kFix = "name another file with --out";

std::string indented(const json& document) {
  return document.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

constexpr int kWidestSource = 32;

struct ReportFormat {
  std::string_view name;
  std::string (*made)(const CertificateRecord& record, const json& document, int most_bits);
  // Whether it shows how many inputs a mistake affects.
  bool counts_inputs = false;
};
constexpr ReportFormat kReportFormats[] = {
    {kPageFormat,
     [](const CertificateRecord& record, const json& document, int most_bits) {
       return report_page(page_data(document, record, most_bits));
     },
     true},
    {"markdown",
     [](const CertificateRecord& record, const json&, int) { return markdown_of(record); }},
    {"json",
     [](const CertificateRecord& record, const json& document, int most_bits) {
       return indented(page_data(document, record, most_bits));
     },
     true},
    {"badge", [](const CertificateRecord& record, const json&, int) { return badge_svg(record); }},
    {"badge-json", [](const CertificateRecord& record, const json&,
                      int) { return indented(badge_json(record)); }},
};

struct ComparisonFormat {
  std::string_view name;
  std::string (*made)(const Comparison& comparison);
};
constexpr ComparisonFormat kComparisonFormats[] = {
    {"markdown", [](const Comparison& comparison) { return markdown_of(comparison); }},
    {kPageFormat, [](const Comparison& comparison) { return comparison_page(comparison); }},
    {"json", [](const Comparison& comparison) { return indented(to_json(comparison)); }},
};

// Throws if the table has no format of that name.
template <typename Format, std::size_t kCount>
const Format& format_named(const Format (&formats)[kCount], const std::string& name) {
  const auto* found = std::ranges::find(formats, name, &Format::name);
  if (found == std::end(formats)) {
    std::vector<std::string_view> names;
    for (const Format& format : formats) {
      names.push_back(format.name);
    }
    throw spec::InputError(
        fmt::format("unknown format {}: use one of {}", in_quotes(name), fmt::join(names, ", ")));
  }
  return *found;
}

// Makes the text after it is known that it can be written; prints it if no file is named.
template <typename Make>
int give(const std::string& file, const Make& make) {
  if (file.empty()) {
    fmt::print("{}", make());
    return kConforms;
  }
  expect_place_for_file(file, kFix);
  write_file(file, make(), kFix);
  fmt::print("wrote {}\n", one_line(file));
  return kConforms;
}

}  // namespace

void check_report_format(const std::string& format) {
  format_named(kReportFormats, format);
}

void check_comparison_format(const std::string& format) {
  format_named(kComparisonFormats, format);
}

int make_report(const ReportOptions& options) {
  const ReportFormat& format = format_named(kReportFormats, options.format);
  if (options.whole_domain && !format.counts_inputs) {
    throw spec::InputError(fmt::format(
        "format {} shows no counts of inputs: leave --whole-domain out", options.format));
  }
  const CertificateRecord record = read_certificate(options.file);
  const json document = read_json_file(options.file, "certificate");
  const auto make = [&] {
    return format.made(record, document, options.whole_domain ? kWidestSource : kQuickSourceBits);
  };
  return options.format == kPageFormat ? give_page(options, make) : give(options.out, make);
}

int give_page(const ReportOptions& options, const std::function<std::string()>& make) {
  const std::string beside =
      (std::filesystem::path(options.file).parent_path() / "report.html").string();
  return give(options.out.empty() ? beside : options.out, make);
}

int compare(const CompareOptions& options) {
  if (options.files.size() < 2) {
    throw spec::InputError("compare takes two certificates or more: name another one");
  }
  std::vector<NamedRecord> records;
  for (const std::string& file : options.files) {
    records.push_back({file, read_certificate(file)});
  }
  const Comparison comparison = compared(records);
  const bool is_page = options.format == kPageFormat;
  return give(options.out.empty() && is_page ? "comparison.html" : options.out,
              [&] { return format_named(kComparisonFormats, options.format).made(comparison); });
}

}  // namespace vconform::suites
