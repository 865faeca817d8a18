// The commands `report` and `compare`: certificates made presentable.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace vconform::suites {

inline constexpr std::string_view kPageFormat = "html";

// Throws spec::InputError for an unknown one.
void check_report_format(const std::string& format);
void check_comparison_format(const std::string& format);

struct ReportOptions {
  // A certificate.json; of the command also a sweep.json.
  std::string file;
  // "html", "markdown", "json", "badge" (SVG) or "badge-json".
  std::string format = "html";
  // Empty: a page becomes report.html beside the certificate, anything else is printed.
  std::string out;
  // The inputs that a mistake affects are counted for sources of 32 bits, too.
  bool whole_domain = false;
};
int make_report(const ReportOptions& options);
// Writes a page to options.out, or to report.html beside options.file. It is made after it is known
// that it can be written.
int give_page(const ReportOptions& options, const std::function<std::string()>& make);

struct CompareOptions {
  // Two certificates, at least.
  std::vector<std::string> files;
  // "markdown", "html" or "json".
  std::string format = "markdown";
  // Empty: a page becomes comparison.html in this folder, anything else is printed.
  std::string out;
};
int compare(const CompareOptions& options);

}  // namespace vconform::suites
