#include "suites/report/junit.h"

#include <fmt/format.h>

#include <algorithm>
#include <pugixml.hpp>
#include <sstream>

#include "suites/files/xml_text.h"
#include "suites/findings/failure_text.h"
#include "suites/report/replay_command.h"

namespace vconform::suites {

namespace {

void set(pugi::xml_node node, const char* attribute, std::string_view value) {
  node.append_attribute(attribute).set_value(xml_text(value).c_str());
}

struct Counts {
  std::uint64_t tests = 0;
  std::uint64_t failures = 0;
  std::uint64_t skipped = 0;

  Counts& operator+=(const Counts& other) {
    tests += other.tests;
    failures += other.failures;
    skipped += other.skipped;
    return *this;
  }
};

void set_counts(pugi::xml_node node, const Counts& counts) {
  node.append_attribute("tests").set_value(counts.tests);
  node.append_attribute("failures").set_value(counts.failures);
  node.append_attribute("errors").set_value(0);
  node.append_attribute("skipped").set_value(counts.skipped);
}

class Document {
 public:
  Document(const Certificate& certificate, const GateReport& gate, const std::string& folder)
      : certificate_(certificate), gate_(gate), folder_(folder) {
    root_ = document_.append_child("testsuites");
    set(root_, "name", "vconform " + certificate.info.backend_name);
  }

  std::string text();

 private:
  // Tests that follow are in this suite, until the next one begins.
  void begin_suite(const std::string& name);
  void end_suite();
  pugi::xml_node test(const std::string& class_name, std::string_view name);
  void skip(pugi::xml_node test, const std::string& why);
  void fail(pugi::xml_node test, const std::string& type, const std::string& message,
            const std::string& details);
  void add_claims_of(const std::string& suite);
  void add_claim(const ClaimReport& claim);
  // `deviations` are the claim's deviations that are not waived.
  void add_failure(pugi::xml_node test, const ClaimReport& claim,
                   const std::vector<std::size_t>& deviations);
  void add_gate();
  bool is_waived_in_part(const RowReport& row) const;
  void add_rows(spec::Family family);

  const Certificate& certificate_;
  const GateReport& gate_;
  const std::string& folder_;
  pugi::xml_document document_;
  pugi::xml_node root_;
  Counts all_;
  pugi::xml_node suite_;
  Counts in_suite_;
};

void Document::begin_suite(const std::string& name) {
  suite_ = root_.append_child("testsuite");
  set(suite_, "name", name);
  in_suite_ = {};
  const RunInfo& info = certificate_.info;
  pugi::xml_node properties = suite_.append_child("properties");
  const auto add = [&](const char* property, const std::string& value) {
    pugi::xml_node node = properties.append_child("property");
    set(node, "name", property);
    set(node, "value", value);
  };
  add("backend", info.selected);
  if (!info.on.empty()) {
    add("on", info.on);
  }
  add("backend-name", info.backend_name);
  add("version", info.backend_version);
  add("level", info.level);
  add("profile", info.choices.profile);
  add("seed", std::to_string(info.seed));
}

void Document::end_suite() {
  set_counts(suite_, in_suite_);
  all_ += in_suite_;
}

pugi::xml_node Document::test(const std::string& class_name, std::string_view name) {
  pugi::xml_node node = suite_.append_child("testcase");
  set(node, "classname", class_name);
  set(node, "name", name);
  ++in_suite_.tests;
  return node;
}

void Document::skip(pugi::xml_node test, const std::string& why) {
  set(test.append_child("skipped"), "message", why);
  ++in_suite_.skipped;
}

void Document::fail(pugi::xml_node test, const std::string& type, const std::string& message,
                    const std::string& details) {
  pugi::xml_node failure = test.append_child("failure");
  set(failure, "type", type);
  set(failure, "message", message);
  failure.append_child(pugi::node_pcdata).set_value(xml_text(details).c_str());
  ++in_suite_.failures;
}

void Document::add_failure(pugi::xml_node test, const ClaimReport& claim,
                           const std::vector<std::size_t>& deviations) {
  const Deviation& first = certificate_.deviations[deviations.front()].deviation;
  std::string message = (first.rule.empty() ? "" : "rule " + first.rule + ": ") + first.in_short;
  message += fmt::format("; failing cases: {}", first.failing_cases);
  if (deviations.size() > 1) {
    message += fmt::format("; further deviations: {}", deviations.size() - 1);
  }
  std::string details;
  for (const std::size_t i : deviations) {
    const DeviationReport& report = certificate_.deviations[i];
    details += failure_text(report.deviation,
                            replay_command(certificate_.info, folder_, report, CalledFrom::kHere));
    details += "\n";
  }
  if (claim.further_failing_cases > 0) {
    details += fmt::format("{} cases also fail in other ways\n", claim.further_failing_cases);
  }
  fail(test, first.verdict, message, details);
}

void Document::add_claim(const ClaimReport& claim) {
  const std::size_t slash = claim.name.find('/');
  pugi::xml_node node = test(claim.name.substr(0, slash), claim.name.substr(slash + 1));
  if (claim.skipped) {
    skip(node, "not run: the instruction had timed out");
    return;
  }
  std::vector<std::size_t> deviations;
  std::string reasons;
  for (const std::size_t i : claim.deviations) {
    if (const auto waiver = certificate_.deviations[i].waived_by) {
      const std::string& reason = certificate_.waivers[*waiver].waiver.reason;
      reasons += reasons.find(reason) == std::string::npos ? "; " + reason : "";
    } else {
      deviations.push_back(i);
    }
  }
  if (!deviations.empty()) {
    add_failure(node, claim, deviations);
  } else if (claim.further_failing_cases > 0) {
    fail(node, "NOT LISTED", "cases fail in ways that are not listed, which nothing can waive",
         fmt::format("{} cases\n", claim.further_failing_cases));
  } else if (!reasons.empty()) {
    skip(node, "waived" + reasons);
  }
}

void Document::add_claims_of(const std::string& suite) {
  if (std::none_of(certificate_.claims.begin(), certificate_.claims.end(),
                   [&](const ClaimReport& claim) { return claim.suite == suite; })) {
    return;
  }
  begin_suite(suite);
  for (const ClaimReport& claim : certificate_.claims) {
    if (claim.suite == suite) {
      add_claim(claim);
    }
  }
  end_suite();
}

// Whether the row fails by cases that were not run alone: its deviations are waived.
bool Document::is_waived_in_part(const RowReport& row) const {
  return !row.conforms() && !row.waived && row.further_failing_cases == 0 &&
         std::ranges::all_of(row.deviations, [&](std::size_t i) {
           return certificate_.deviations[i].waived_by.has_value();
         });
}

void Document::add_rows(spec::Family family) {
  const std::string suite = suite_name(family, "Claimed");
  begin_suite(suite);
  for (const RowReport& row : certificate_.rows) {
    if (row.cell.conversion().family != family) {
      continue;
    }
    pugi::xml_node node = test(suite, spec::cell_name(row.cell));
    if (!row.claimed && row.required) {
      fail(node, "NOT CLAIMED", "not claimed, though --require demands it", "");
    } else if (!row.claimed) {
      skip(node, "not claimed");
    } else if (row.is_left_open()) {
      fail(node, "NOT JUDGED", "the budget ended before all that level quick has of it", "");
    } else if (row.elements == 0) {
      fail(node, "UNJUDGED", "claimed, but nothing of it was judged", "");
    } else if (is_waived_in_part(row)) {
      fail(node, "NOT JUDGED", "all that deviates is waived, but not all of it was run", "");
    }
  }
  end_suite();
}

void Document::add_gate() {
  std::string suite;
  for (const GateCheck& check : gate_.checks) {
    if (check.suite != suite) {
      suite.empty() ? void() : end_suite();
      suite = check.suite;
      begin_suite(suite);
    }
    pugi::xml_node node = test(suite, check.name);
    if (!check.skipped.empty()) {
      skip(node, check.skipped);
    } else if (!check.worse.empty()) {
      fail(node, "GATE", fmt::format("not so: {}", check.claim),
           fmt::format("{}\n", fmt::join(check.worse, "\n")));
    }
  }
  suite.empty() ? void() : end_suite();
}

std::string Document::text() {
  for (const spec::Family family : certificate_.info.families) {
    for (const PropertyReport& property : certificate_.properties) {
      add_claims_of(suite_name(family, property.name));
    }
    add_claims_of(suite_name(family, kSystematicSuite));
    add_claims_of(suite_name(family, kMagnitudesSuite));
    add_claims_of(suite_name(family, kIllegalSuite));
    add_claims_of(suite_name(family, kReadingsSuite));
    add_rows(family);
  }
  add_gate();
  set_counts(root_, all_);
  set(root_, "time", fmt::format("{:.3f}", certificate_.run.seconds));
  std::ostringstream out;
  document_.save(out, "  ");
  return out.str();
}

}  // namespace

std::string to_junit(const Certificate& certificate, const GateReport& gate,
                     const std::string& folder) {
  return Document(certificate, gate, folder).text();
}

}  // namespace vconform::suites
