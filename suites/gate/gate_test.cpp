// The gate as people use it: a backend that changes between two runs.
#include "suites/runner/cli_fixture.h"

namespace vconform::suites {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class Gate : public CliTest {
 protected:
  // A quick run of the library, changed in this way, under another name for each.
  RunResult certify(const std::string& change, const std::string& name,
                    const std::string& options = "") const {
    setenv("VCONFORM_CHANGE", change.c_str(), 1);
    return run_command("certify --backend '" VCONFORM_CHANGING_GOLDEN
                       "' --family vconv --level quick --profile a2" +
                       out(name) + options);
  }
  std::string baseline(const std::string& name) const {
    return " --baseline '" + certificate(name) + "'";
  }
  std::string certificate(const std::string& name) const {
    return (folder_ / name / "certificate.json").string();
  }
  std::string waivers() const { return " --waivers '" + (folder_ / "waivers.json").string() + "'"; }
  // Gives every candidate row its reason.
  void fill_in_reasons() const {
    std::string text = contents(folder_ / "waivers.json");
    const std::string empty = "\"reason\": \"\"";
    for (std::size_t at = text.find(empty); at != std::string::npos; at = text.find(empty)) {
      text.replace(at, empty.size(), "\"reason\": \"issue 12\"");
    }
    write("waivers.json", text);
  }
};

TEST_F(Gate, ARegressionByOneValueOfOneRowIsNamed) {
  EXPECT_EQ(certify("nothing", "before").status, 0);
  const RunResult same = certify("nothing", "same", baseline("before"));
  EXPECT_EQ(same.status, 0) << same.output;
  EXPECT_THAT(same.output, HasSubstr("Gate: all of 6 checks hold"));
  const RunResult worse = certify("one-value", "after", baseline("before"));
  EXPECT_EQ(worse.status, 1);
  EXPECT_THAT(worse.output,
              HasSubstr("newly deviates: vconv_f162s8r under round.nearest-ties-to-even: MISMATCH "
                        "Vconv.EveryPattern/f162s8_r: 0x3e00 = 1.5 -> 0x01 = 1, not 0x02 = 2   " +
                        (folder_ / "after/failures/vconv_f162s8r-EveryPattern-").string()));
  EXPECT_THAT(worse.output, Not(HasSubstr("newly deviates: vconv_f162s8z")));
  EXPECT_THAT(contents(folder_ / "after/junit.xml"),
              AllOf(HasSubstr("classname=\"Gate.Baseline\" name=\"deviations\""),
                    HasSubstr("type=\"GATE\"")));
}

TEST_F(Gate, ABackendThatNoLongerRunsHalfOfItsRowsFails) {
  EXPECT_EQ(certify("nothing", "before").status, 0);
  const RunResult unclaimed = certify("half-unclaimed", "unclaimed", baseline("before"));
  EXPECT_EQ(unclaimed.status, 1);
  EXPECT_THAT(unclaimed.output, HasSubstr("vconv_f162u8r is no longer claimed"));
  // By itself it conforms on all that it claims.
  EXPECT_EQ(run_command("verify-certificate '" + certificate("unclaimed") + "'").status, 0);
  const RunResult unsupported = certify("half-unsupported", "unsupported", baseline("before"));
  EXPECT_EQ(unsupported.status, 1);
  EXPECT_THAT(unsupported.output, HasSubstr("newly deviates: vconv_f162u8r"));
  EXPECT_THAT(unsupported.output, HasSubstr("BROKE CLAIM"));
}

TEST_F(Gate, AWaivedDeviationPassesUntilItIsAnother) {
  const RunResult first = certify("one-value", "first", waivers() + " --update-waivers");
  EXPECT_EQ(first.status, 1);
  EXPECT_THAT(first.output, HasSubstr("fill in the reason"));
  expect_refused("certify --level quick" + out("none") + waivers(), 2, "reason is empty");
  fill_in_reasons();
  const RunResult waived = certify("one-value", "waived", waivers());
  EXPECT_EQ(waived.status, 0) << waived.output;
  EXPECT_THAT(waived.output, AllOf(HasSubstr("1 with waivers"), HasSubstr("since: issue 12")));
  EXPECT_THAT(contents(folder_ / "waived/junit.xml"), HasSubstr("waived; issue 12"));
  const RunResult verified = run_command("verify-certificate '" + certificate("waived") + "'");
  EXPECT_EQ(verified.status, 0);
  EXPECT_THAT(verified.output, HasSubstr("conforms with waivers"));

  const RunResult one_more = certify("two-values", "more", waivers());
  EXPECT_EQ(one_more.status, 1);
  EXPECT_THAT(one_more.output, HasSubstr("is not named by it: vconv_f162s8r: MISMATCH "
                                         "Vconv.EveryPattern/f162s8_r"));
  const RunResult against = certify("two-values", "against", baseline("waived"));
  EXPECT_EQ(against.status, 1);
  EXPECT_THAT(against.output, HasSubstr("no longer waived"));
}

TEST_F(Gate, ABackendThatImprovesPassesAndItsWaiverCanGo) {
  EXPECT_EQ(certify("one-value", "first", waivers() + " --update-waivers").status, 1);
  fill_in_reasons();
  EXPECT_EQ(certify("one-value", "before", waivers()).status, 0);
  const RunResult better = certify("nothing", "better", waivers() + baseline("before"));
  EXPECT_EQ(better.status, 0) << better.output;
  EXPECT_THAT(better.output, HasSubstr("newly conforms: vconv_f162s8r"));
  EXPECT_THAT(better.output, HasSubstr("conforms now, the waiver can go: MISMATCH"));
  // Once that run is the baseline, the waiver hides nothing.
  const RunResult stale = certify("nothing", "stale", waivers() + baseline("better"));
  EXPECT_EQ(stale.status, 1);
  EXPECT_THAT(stale.output, HasSubstr("matches nothing, remove it: MISMATCH"));
  EXPECT_EQ(certify("nothing", "alone", waivers()).status, 1);
}

TEST_F(Gate, WithABaselineKnownDeviationsPassAndAreSaid) {
  EXPECT_EQ(certify("one-value", "before").status, 1);
  const RunResult same = certify("one-value", "same", baseline("before"));
  EXPECT_EQ(same.status, 0) << same.output;
  EXPECT_THAT(same.output, HasSubstr("though the backend does not conform"));
  EXPECT_EQ(run_command("verify-certificate '" + certificate("same") + "'").status, 1);
  const RunResult two = certify("two-values", "two", baseline("before"));
  EXPECT_EQ(two.status, 1);
  EXPECT_THAT(two.output, HasSubstr("deviates otherwise, in"));
}

// The same cases fail, with the same example.
TEST_F(Gate, OneResultThatIsWrongInAnotherWayIsSeen) {
  EXPECT_EQ(certify("two-values", "before").status, 1);
  const RunResult other = certify("another-value", "after", baseline("before"));
  EXPECT_EQ(other.status, 1);
  EXPECT_THAT(other.output, HasSubstr("deviates otherwise, in"));
  EXPECT_THAT(other.output, Not(HasSubstr("newly deviates")));
}

TEST_F(Gate, OtherReadingsFail) {
  EXPECT_EQ(certify("nothing", "before").status, 0);
  const RunResult pinned =
      certify("nothing", "pinned", baseline("before") + " --choice subnormal.results=flushed");
  EXPECT_EQ(pinned.status, 1);
  EXPECT_THAT(pinned.output, HasSubstr("subnormal.results: gradual before, flushed now"));
}

// The lines of certificates.md, in the folder of a certificate.
TEST_F(Gate, TheDigestIsOneThatOthersCompute) {
  EXPECT_EQ(certify("one-value", "first").status, 1);
  const std::string script = "sed -n '/^```python$/,/^```$/p' '" VCONFORM_SOURCE_DIR
                             "/suites/gate/certificates.md' | grep -v '^```' >check.py && "
                             "grep -q sha256 check.py && python3 check.py";
  const std::string in_folder = "cd '" + (folder_ / "first").string() + "' && ";
  EXPECT_EQ(std::system((in_folder + script).c_str()), 0);
  EXPECT_EQ(std::system((in_folder + "sed -i s/1.5/1.6/ certificate.json").c_str()), 0);
  EXPECT_NE(std::system((in_folder + script + " 2>/dev/null").c_str()), 0);
}

TEST_F(Gate, BadFilesAreRefusedBeforeTheRun) {
  EXPECT_EQ(certify("nothing", "good").status, 0);
  const std::string good = contents(certificate("good"));
  const auto both = [&](const std::string& file, const std::string& part) {
    expect_refused("certify --level quick" + out("x") + " --baseline " + file, 2, part);
    expect_refused("verify-certificate " + file, 2, part);
  };
  both("/nowhere.json", "/nowhere.json");
  both("'" + folder_.string() + "'", "folder");
  both(write("cut.json", good.substr(0, good.size() - 200)), "cut off");
  const std::string huge = write("huge.json", "");
  fs::resize_file(folder_ / "huge.json", 100 << 20);
  both(huge, "MiB");
  both(write("deep.json", std::string(1 << 20, '[')), "deep");
  std::string edited = good;
  edited.replace(edited.find("\"verdict\": \"conforms\""), 21, "\"verdict\": \"perfect! \"");
  both(write("edited.json", edited), "digest");
  const auto waived = [&](const std::string& file, const std::string& part) {
    expect_refused("certify --level quick" + out("x") + " --waivers " + file, 2, part);
  };
  waived("/nowhere.json", "/nowhere.json");
  waived("'" + certificate("good") + "'", "vconform-waivers");
  waived(huge, "MiB");
  expect_refused("certify --level quick --baseline ''" + out("x"), 2, "--baseline");
  expect_refused("certify --level quick --waivers ''" + out("x"), 2, "--waivers");
  expect_refused("certify --level quick --update-waivers" + out("x"), 2, "--waivers");
  expect_refused("certify --level quick --update-waivers --waivers /nowhere/w.json" + out("x"), 2,
                 "/nowhere");
  EXPECT_FALSE(fs::exists(folder_ / "x"));
  expect_refused("certify --level quick" + out("good") + baseline("good"), 2, "write over it");
  EXPECT_EQ(contents(certificate("good")), good);
}

}  // namespace
}  // namespace vconform::suites
