// Gates with files of earlier versions.
#include "suites/gate/gate_fixture.h"
#include "suites/report/signature_test_keys.h"

namespace vconform::suites {
namespace {

using testing::AllOf;
using testing::HasSubstr;

// The certificate was written by the last program of format 2.
TEST_F(Gate, AnOldCertificateIsRead) {
  const std::string old = "'" VCONFORM_SOURCE_DIR "/suites/gate/certificate-format-2.json'";
  const RunResult verified = run_command("verify-certificate " + old);
  EXPECT_EQ(verified.status, 0) << verified.output;
  EXPECT_THAT(verified.output, AllOf(HasSubstr("units and plan: not recorded"),
                                     HasSubstr("run (library, machine"), HasSubstr("3 of 3 rows")));
  expect_refused("verify-certificate " + old + " --key " + write("mine.pem", kPublicKey), 2,
                 "it is not signed");
  const std::string options = "certify --family cast_deq --level quick --baseline " + old;
  EXPECT_THAT(run_command(options + out("same")).output, HasSubstr("all of 6 checks hold"));
  const std::string mutant = options + " --backend mutant:cast-deq-counts-one-more";
  const RunResult worse = run_command(mutant + out("worse"));
  EXPECT_EQ(worse.status, 1);
  EXPECT_THAT(worse.output, HasSubstr("newly deviates: cast_deq"));
  run_command(mutant + waivers() + " --update-waivers" + out("candidates"));
  fill_in_reasons();
  EXPECT_EQ(run_command(mutant + waivers() + out("waived")).status, 0);
}

}  // namespace
}  // namespace vconform::suites
