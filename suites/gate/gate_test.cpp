// The gate as people use it, with a backend that changes between two runs.
#include <nlohmann/json.hpp>

#include "suites/files/digest.h"
#include "suites/files/signature_test_keys.h"
#include "suites/gate/gate_fixture.h"

namespace vconform::suites {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST_F(GateTest, ARegressionByOneValueOfOneRowIsNamed) {
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

TEST_F(GateTest, ABackendThatNoLongerRunsHalfOfItsRowsFails) {
  EXPECT_EQ(certify("nothing", "before").status, 0);
  const RunResult unclaimed = certify("half-unclaimed", "unclaimed", baseline("before"));
  EXPECT_EQ(unclaimed.status, 1);
  EXPECT_THAT(unclaimed.output, HasSubstr("vconv_f162u8r is no longer claimed"));
  // By itself the run conforms on all that it claims.
  EXPECT_EQ(run_command("verify-certificate '" + certificate("unclaimed") + "'").status, 0);
  const RunResult unsupported = certify("half-unsupported", "unsupported", baseline("before"));
  EXPECT_EQ(unsupported.status, 1);
  EXPECT_THAT(unsupported.output, HasSubstr("newly deviates: vconv_f162u8r"));
  EXPECT_THAT(unsupported.output, HasSubstr("BROKE CLAIM"));
}

TEST_F(GateTest, AWaivedDeviationPassesUntilItIsAnother) {
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
  json other_waiver = json::parse(contents(certificate("waived")));
  other_waiver["waivers"][0]["observed"] = {"MISMATCH Vconv.Monotone/*: 0x1 *"};
  seal_certificate(other_waiver);
  expect_refused("verify-certificate " + write("other.json", other_waiver.dump()), 2,
                 "which does not name it");

  const RunResult one_more = certify("two-values", "more", waivers());
  EXPECT_EQ(one_more.status, 1);
  EXPECT_THAT(one_more.output, HasSubstr("is not named by it: vconv_f162s8r: MISMATCH "
                                         "Vconv.EveryPattern/f162s8_r"));
  const RunResult against = certify("two-values", "against", baseline("waived"));
  EXPECT_EQ(against.status, 1);
  EXPECT_THAT(against.output, HasSubstr("no longer waived"));
}

TEST_F(GateTest, ADepartureFromThePageIsWaivedLikeAnyDeviation) {
  const auto departing = [&](const std::string& reading, const std::string& name) {
    return run_command("certify --level quick --family cast_deq --backend golden:deq.half=" +
                       reading + waivers() + out(name));
  };
  const RunResult first =
      run_command("certify --level quick --family cast_deq --backend golden:deq.half=four-blocks" +
                  waivers() + " --update-waivers" + out("first"));
  EXPECT_EQ(first.status, 1) << first.output;
  fill_in_reasons();
  const RunResult waived = departing("four-blocks", "waived");
  EXPECT_EQ(waived.status, 0) << waived.output;
  EXPECT_THAT(waived.output, HasSubstr("1 with waivers"));
  const RunResult other = departing("byte-of-lane", "other");
  EXPECT_EQ(other.status, 1) << "another departure than the one that is waived";
  EXPECT_THAT(other.output, HasSubstr("byte-of-lane"));
}

TEST_F(GateTest, ABackendThatImprovesPassesAndItsWaiverCanGo) {
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

TEST_F(GateTest, WithABaselineKnownDeviationsPassAndAreSaid) {
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
TEST_F(GateTest, OneResultThatIsWrongInAnotherWayIsSeen) {
  EXPECT_EQ(certify("two-values", "before").status, 1);
  const RunResult other = certify("another-value", "after", baseline("before"));
  EXPECT_EQ(other.status, 1);
  EXPECT_THAT(other.output, HasSubstr("deviates otherwise, in"));
  EXPECT_THAT(other.output, Not(HasSubstr("newly deviates")));
}

TEST_F(GateTest, OtherReadingsFail) {
  EXPECT_EQ(certify("nothing", "before").status, 0);
  const RunResult pinned =
      certify("nothing", "pinned", baseline("before") + " --choice subnormal.results=flushed");
  EXPECT_EQ(pinned.status, 1);
  EXPECT_THAT(pinned.output, HasSubstr("subnormal.results: gradual before, flushed now"));
}

// Runs the Python lines of certificates.md in the folder of a certificate.
TEST_F(GateTest, TheDigestIsOneThatOthersCompute) {
  EXPECT_EQ(certify("one-value", "first").status, 1);
  const std::string script = "sed -n '/^```python$/,/^```$/p' '" VCONFORM_SOURCE_DIR
                             "/suites/gate/certificates.md' | grep -v '^```' >check.py && "
                             "grep -q sha256 check.py && python3 check.py";
  const std::string in_folder = "cd '" + (folder_ / "first").string() + "' && ";
  EXPECT_EQ(std::system((in_folder + script).c_str()), 0);
  for (const char* edit :
       {"'s/= 1.5 ->/= 1.6 ->/'", "'s/\"mode\": \"copied\"/\"mode\": \"shared\"/'"}) {
    const std::string edited = "cp certificate.json kept && sed -i ";
    EXPECT_EQ(std::system((in_folder + edited + edit + " certificate.json").c_str()), 0);
    EXPECT_NE(std::system((in_folder + script + " 2>/dev/null").c_str()), 0) << edit;
    EXPECT_EQ(std::system((in_folder + "mv kept certificate.json").c_str()), 0);
  }
}

TEST_F(GateTest, ASignatureIsOfOneCertificateAndOneKey) {
  const std::string key = write("key.pem", kPrivateKey);
  const std::string mine = " --key " + write("mine.pem", kPublicKey);
  const std::string other = " --key " + write("other.pem", kOtherPublicKey);
  EXPECT_THAT(certify("nothing", "signed", " --sign " + key).output,
              HasSubstr("signed by sha256:06e3fd8f"));
  EXPECT_EQ(certify("nothing", "unsigned").status, 0);
  EXPECT_EQ(certify("one-value", "deviating", " --sign " + key).status, 1);
  const auto verify = [&](const std::string& name) {
    return "verify-certificate '" + certificate(name) + "'";
  };
  const RunResult verified = run_command(verify("signed") + mine);
  EXPECT_EQ(verified.status, 0) << verified.output;
  EXPECT_THAT(verified.output, HasSubstr("unedited since sha256:06e3fd8f"));
  EXPECT_EQ(run_command(verify("deviating") + mine).status, 1);
  EXPECT_THAT(run_command(verify("signed")).output,
              AllOf(HasSubstr("sha256:06e3fd8f"), HasSubstr("which was not checked")));
  EXPECT_THAT(run_command(verify("unsigned")).output,
              AllOf(HasSubstr("consistent; it is not signed"), Not(HasSubstr("unedited since"))));
  expect_refused(verify("signed") + other, 2, "and key '");
  expect_refused(verify("unsigned") + mine, 2, "it is not signed");
  expect_refused(verify("signed") + " --key " + write("ec.pem", kEcPublicKey), 2, "kind EC");
  expect_refused(verify("signed") + " --key ''", 2, "--key");
}

TEST_F(GateTest, KeysAreReadBeforeTheRun) {
  const std::string options = "certify --level quick" + out("x") + " --sign ";
  expect_refused(options + write("ec.pem", kEcPrivateKey), 2, "kind EC");
  expect_refused(options + write("public.pem", kPublicKey), 2, "no private key");
  expect_refused(options + write("locked.pem", kLockedPrivateKey), 2, "passphrase");
  expect_refused(options + "/nowhere/key.pem", 2, "/nowhere/key.pem");
  expect_refused(options + "''", 2, "--sign");
  EXPECT_FALSE(fs::exists(folder_ / "x"));
}

// Whoever can read the certificate can compute its digests anew, but not its signature.
TEST_F(GateTest, WhatWasEditedAfterItWasSignedIsRefused) {
  const std::string mine = " --key " + write("mine.pem", kPublicKey);
  certify("nothing", "signed", " --sign " + write("key.pem", kPrivateKey));
  certify("one-value", "other", " --sign " + write("key.pem", kPrivateKey));
  const json signed_one = json::parse(contents(certificate("signed")));
  const json other = json::parse(contents(certificate("other")));
  const auto refused = [&](json document, const std::string& part) {
    seal_certificate(document);
    expect_refused("verify-certificate " + write("edited.json", document.dump()) + mine, 2, part);
  };
  json edited = signed_one;
  edited["run"]["library"] = nullptr;
  refused(edited, "its signature");
  edited = signed_one;
  edited["backend"]["version"] = "another";
  refused(edited, "its signature");
  edited = signed_one;
  edited["run"]["signature"] = other["run"]["signature"];
  refused(edited, "its signature");
  edited["run"]["signature"] = nullptr;
  refused(edited, "run.signature is missing");
  edited["run"]["signed_by"] = nullptr;
  refused(edited, "it is not signed");
  edited = signed_one;
  edited["run"]["signed_by"]["algorithm"] = "rsa";
  refused(edited, "'rsa'");
  edited = signed_one;
  edited["run"]["signed_by"]["fingerprint"] = "sha256:00";
  refused(edited, "signed by sha256:00");
  edited["run"]["signed_by"] = nullptr;
  refused(edited, "run.signed_by names no key");
}

TEST_F(GateTest, BadFilesAreRefusedBeforeTheRun) {
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
