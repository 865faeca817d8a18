// `probe`, and `certify` with what it finds out, as people call them.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>

#include "adapters/load/open_backend.h"
#include "spec/profiles/choices.h"
#include "spec/rows/instruction_counts.h"
#include "suites/commands/cli_fixture.h"
#include "suites/judging/subject.h"
#include "suites/probing/probe_report.h"
#include "suites/probing/resolve_choices.h"

namespace vconform::suites {
namespace {

using testing::AllOf;
using testing::HasSubstr;

// "  RULE   READING", as both commands print it.
std::string choice_line(const std::string& rule, const std::string& reading) {
  std::string line = "  " + rule;
  line.resize(std::max<std::size_t>(line.size(), 30), ' ');
  return line + " " + reading;
}

class Choices : public CliTest {
 protected:
  // Probes a backend and expects that exit code.
  std::string probed(const std::string& backend, int status = 0) {
    const RunResult probe = run_command("probe --backend " + backend + out("probe"));
    EXPECT_EQ(probe.status, status) << probe.output;
    return probe.output;
  }
  std::string file(const std::string& path) const { return "'" + (folder_ / path).string() + "'"; }
};

TEST_F(Choices, ProbeNamesTheReadingsOfGoldenWithCasesThatReplay) {
  EXPECT_THAT(probed("golden:walk.order=block"),
              AllOf(HasSubstr(choice_line("walk.order", "block")),
                    HasSubstr(choice_line("overflow.odd", "max")),
                    HasSubstr(choice_line("ctrl.59", "absent"))));
  std::string cases;
  for (const auto& entry : fs::directory_iterator(folder_ / "probe" / "probe")) {
    cases += " '" + entry.path().string() + "'";
  }
  const std::string profile = " --profile 'probed:" + (folder_ / "probe/probe.json").string() + "'";
  const RunResult replayed =
      run_command("replay --backend golden:walk.order=block" + cases + profile);
  EXPECT_EQ(replayed.status, 0) << replayed.output;
  // The backend itself declares another order.
  EXPECT_EQ(run_command("replay " + file("probe/probe/walk.order.case") +
                        " --backend golden:walk.order=block --choice walk.order=repeat")
                .status,
            1);
}

TEST_F(Choices, ProbeNamesAnOrderThatIsNotDeclared) {
  for (const char* order : {"repeat", "block", "snapshot"}) {
    setenv("VCONFORM_ORDER", order, 1);
    EXPECT_THAT(probed(VCONFORM_UNDECLARED_ORDER), HasSubstr(choice_line("walk.order", order)));
  }
  unsetenv("VCONFORM_ORDER");
}

// The suite walks for it, so that what is seen of addresses is not its own.
TEST_F(Choices, ABackendThatOnlyConvertsHasNoReadingsOfAddressing) {
  const std::string backend = VCONFORM_SMALLEST_ADAPTER;
  const auto names_no_addressing =
      testing::Not(testing::AnyOf(HasSubstr("walk."), HasSubstr("mask."), HasSubstr("s4.nibble")));
  EXPECT_THAT(probed(backend), names_no_addressing);
  EXPECT_THAT(contents(folder_ / "probe/probe.json"), names_no_addressing);
  for (const std::string& profile :
       {std::string(), std::string(" --profile a2"),
        " --profile 'probed:" + (folder_ / "probe/probe.json").string() + "'"}) {
    const RunResult certified =
        run_command(fmt::format("certify -v --level quick --family vconv --backend {}{}{}", backend,
                                profile, out("certified")));
    EXPECT_EQ(certified.status, 0) << certified.output;
    EXPECT_THAT(certified.output, HasSubstr(fmt::format("  {:<28} {:<20} done by the suite",
                                                        "s4.nibble", "low-first")));
    EXPECT_THAT(contents(folder_ / "certified/certificate.json"),
                HasSubstr("\"overlap_order\": null"));
    EXPECT_EQ(run_command("verify-certificate " + file("certified/certificate.json")).status, 0);
  }
}

TEST_F(Choices, CertifyProbesFirstAndPrintsWhatItJudgesBy) {
  const RunResult certified =
      run_command("certify -v --level quick --family vconv --backend golden:ctrl.59=truncates" +
                  out("certified"));
  EXPECT_EQ(certified.status, 0) << certified.output;
  EXPECT_THAT(certified.output,
              AllOf(HasSubstr(choice_line("ctrl.59", "truncates")),
                    HasSubstr(fmt::format("{0} of {0} rows",
                                          spec::instructions_of(spec::Family::kVconv).all()))));
  EXPECT_TRUE(fs::exists(folder_ / "certified" / "probe.json"));
  // The profile overrides what probing found.
  EXPECT_EQ(run_command("replay --profile a2 --backend golden:ctrl.59=truncates " +
                        file("certified/probe/ctrl.59.case"))
                .status,
            1);
}

// Judged under all readings of DEQ at once, a case of it would have too many worlds.
TEST_F(Choices, AProfileHasProbedWhatItDoesNotPin) {
  const RunResult certified = run_command(
      "certify -v --level quick --profile m200 --family deq --backend golden:deq.s9-rounding=a" +
      out("m200"));
  EXPECT_EQ(certified.status, 0) << certified.output;
  EXPECT_THAT(certified.output, testing::ContainsRegex("deq.s9-rounding +a +probe"));
  EXPECT_EQ(run_command("verify-certificate " + file("m200/certificate.json")).status, 0);
}

TEST_F(Choices, ABackendThatMixesReadingsIsInconsistentAndBothCasesAreThere) {
  EXPECT_THAT(probed("mutant:odd-overflow-by-sign", 1),
              HasSubstr(choice_line("overflow.odd", "INCONSISTENT")));
  EXPECT_TRUE(fs::exists(folder_ / "probe/probe/overflow.odd.case"));
  EXPECT_TRUE(fs::exists(folder_ / "probe/probe/overflow.odd-2.case"));
  const RunResult certified =
      run_command("certify --level quick --family vconv --backend mutant:odd-overflow-by-sign" +
                  out("certified"));
  EXPECT_EQ(certified.status, 1);
  EXPECT_THAT(certified.output,
              AllOf(HasSubstr("INCONSISTENT  Vconv."), HasSubstr("rule overflow.odd"),
                    HasSubstr("probe/overflow.odd.case shows the other reading")));
}

TEST_F(Choices, BadProfilesAreRefused) {
  expect_refused("certify --profile probed:/nowhere" + out("x"), 2, "no such file");
  expect_refused("certify --profile 'probed:" + write("p.json", "{}").substr(1) + out("x"), 2,
                 "is not the probe.json");
  expect_refused("certify --profile a3" + out("x"), 2, "unknown profile 'a3'");
  expect_refused("probe --backend golden:walk.order=never" + out("x"), 2, "unknown backend");
  EXPECT_FALSE(fs::exists(folder_ / "x" / "certificate.json"));
}

// More can be seen of a backend that claims more, and what was not seen would stay open.
TEST_F(Choices, AProbeOfOtherClaimsIsRefused) {
  probed("golden");
  std::string text = contents(folder_ / "probe/probe.json");
  const std::size_t at = text.find("\"claims\": \"sha256:");
  ASSERT_NE(at, std::string::npos);
  char& digit = text.at(at + 19);
  digit = digit == '0' ? '1' : '0';
  expect_refused("certify --profile 'probed:" + write("p.json", text).substr(1) + out("x"), 2,
                 "claims other instructions");
}

// Otherwise a fault that does not recur would be gone with the run that met it.
TEST_F(Choices, AFaultOfAProbeMustBeThereAgain) {
  probed("golden");
  const std::string text = contents(folder_ / "probe/probe.json");
  const std::size_t rule = text.find("\"rule\": \"overflow.odd\"");
  ASSERT_NE(rule, std::string::npos);
  for (const auto& [is, was] : {std::pair("\"follows\"", "\"INCONSISTENT\""),
                                std::pair("\"follows\"", "\"none of the known readings\""),
                                std::pair("\"refused\": false", "\"refused\": true")}) {
    std::string edited = text;
    edited.replace(edited.find(is, rule), std::strlen(is), was);
    expect_refused(
        "certify --level quick --profile 'probed:" + write("p.json", edited).substr(1) + out("x"),
        2, "this backend gives two results for the same case");
  }
  const std::string mixed = "mutant:odd-overflow-by-sign";
  probed(mixed, 1);
  const std::shared_ptr<adapters::Backend> backend = adapters::open_backend(mixed);
  BackendOptions options;
  options.backend = mixed;
  options.profile = "probed:" + (folder_ / "probe/probe.json").string();
  const ResolvedChoices choices = resolve_choices(options, *backend, subject_of(backend));
  EXPECT_EQ(std::ranges::count_if(choices.checked, is_fault), 1);
}

TEST_F(Choices, AProbeRecordsItsIncidents) {
  ProbeReport report;
  report.backend_name = "golden";
  report.rules.emplace_back().rule = spec::cite("overflow.odd");
  report.incidents = {5, 4, 1};
  write("p.json", to_json(report));
  EXPECT_EQ(read_probe((folder_ / "p.json").string()).incidents, report.incidents);
}

TEST_F(Choices, RequiredFamiliesMustBeClaimedWhole) {
  const RunResult certified =
      run_command("certify --level quick --backend x86 --require vconv" + out("x86"));
  if (certified.status == 3) {
    GTEST_SKIP() << "no such instructions on this host";
  }
  EXPECT_EQ(certified.status, 1);
  EXPECT_THAT(certified.output, HasSubstr("required, but not claimed: "));
  expect_refused("certify --require cube" + out("x"), 2, "unknown family 'cube'");
}

}  // namespace
}  // namespace vconform::suites
