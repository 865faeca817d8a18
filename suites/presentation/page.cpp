#include "suites/presentation/page.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "suites/files/json_file.h"
#include "suites/presentation/page_data.h"
#include "suites/presentation/row_standing.h"
#include "suites/presentation/written_files.h"
#include "suites/report/certificate_reader.h"

namespace vconform::suites {

namespace {

// Inside a script element nothing but "<" can end it.
std::string in_script(const json& data) {
  const std::string text = data.dump(-1, ' ', false, json::error_handler_t::replace);
  std::string safe;
  safe.reserve(text.size());
  for (const char c : text) {
    safe += c == '<' ? "\\u003c" : std::string(1, c);
  }
  return safe;
}

// The page that a script makes of the data.
std::string page_of(std::string_view script, const json& data) {
  const std::pair<std::string_view, std::string> marks[] = {
      {"{{style}}", std::string(kPageStyle)},
      {"{{parts}}", std::string(kPageParts)},
      {"{{script}}", std::string(script)},
      // Last, so that marks in what backends say stay as they are.
      {"{{data}}", in_script(data)},
  };
  std::string page(kPageFrame);
  for (const auto& [mark, text] : marks) {
    page.replace(page.find(mark), mark.size(), text);
  }
  return page;
}

}  // namespace

std::string report_page(const json& data) {
  return page_of(std::string(kDrawingsScript) + std::string(kReportScript), data);
}

std::string report_page_of(const std::string& certificate) {
  return report_page(page_data(json_from_text(certificate), own_certificate(certificate)));
}

std::string comparison_page(const Comparison& comparison) {
  json data = to_json(comparison);
  data["standings"] = kRowStandingNames;
  return page_of(kComparisonScript, data);
}

std::string sweep_page(const std::string& sweep) {
  json data = json::parse(sweep);
  for (json& domain : data["domains"]) {
    // A script rounds whole numbers beyond 2^53.
    domain["ctrl"] = fmt::format("{:#018x}", domain.at("ctrl").get<std::uint64_t>());
  }
  return page_of(kSweepScript, data);
}

}  // namespace vconform::suites
