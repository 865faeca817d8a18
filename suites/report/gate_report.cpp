#include "suites/report/gate_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "suites/files/one_line.h"

namespace vconform::suites {

namespace {

// Longer lists are in junit.xml.
constexpr std::size_t kLinesShown = 40;

void add_lines(std::string& text, const std::vector<std::string>& lines) {
  for (std::size_t i = 0; i < std::min(lines.size(), kLinesShown); ++i) {
    text += "    " + printable(lines[i]) + "\n";
  }
  if (lines.size() > kLinesShown) {
    text += fmt::format("    and {} more\n", lines.size() - kLinesShown);
  }
}

std::string check_text(const GateCheck& check) {
  if (check.worse.empty() && check.notes.empty()) {
    return "";
  }
  std::string text = fmt::format("  {} {}: {}{}\n", check.suite, check.name, check.claim,
                                 check.worse.empty() ? "" : "   FAILS");
  add_lines(text, check.worse);
  add_lines(text, check.notes);
  return text;
}

}  // namespace

bool GateReport::passes() const {
  return std::all_of(checks.begin(), checks.end(),
                     [](const GateCheck& check) { return check.worse.empty(); });
}

GateCheck waiver_check(const WaiverReport& report, const std::vector<std::string>& gone_since) {
  GateCheck check;
  check.suite = "Gate.Waivers";
  check.name = fmt::format("{} {}", report.waiver.instruction, report.waiver.rule);
  check.claim = "it waives what it names, and nothing else deviates there";
  if (!report.concerned) {
    check.skipped = "the run is about no instruction that it names";
    return check;
  }
  for (const std::string& unseen : report.unseen) {
    const bool is_better =
        std::find(gone_since.begin(), gone_since.end(), unseen) != gone_since.end();
    if (is_better) {
      check.notes.push_back("conforms now, the waiver can go: " + unseen);
    } else {
      check.worse.push_back("matches nothing, remove it: " + unseen);
    }
  }
  for (const std::string& unnamed : report.unnamed) {
    check.worse.push_back("is not named by it: " + unnamed);
  }
  return check;
}

std::string gate_text(const GateReport& report) {
  std::string text;
  for (const GateCheck& check : report.checks) {
    text += check_text(check);
  }
  if (report.checks.empty()) {
    return "";
  }
  const auto failing = std::count_if(report.checks.begin(), report.checks.end(),
                                     [](const GateCheck& check) { return !check.worse.empty(); });
  const std::string last =
      failing == 0 ? fmt::format("Gate: all of {} checks hold\n", report.checks.size())
                   : fmt::format("Gate: {} of {} checks fail\n", failing, report.checks.size());
  return (text.empty() ? "\n" : "\nGate\n" + text) + last;
}

}  // namespace vconform::suites
