// Gates with files of earlier versions.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "spec/case/version.h"
#include "suites/files/digest.h"
#include "suites/files/json.h"
#include "suites/files/signature_test_keys.h"
#include "suites/gate/gate_fixture.h"

namespace vconform::suites {
namespace {

using testing::AllOf;
using testing::HasSubstr;

// The certificate was written by the last program of format 2, for the rules of that time.
TEST_F(GateTest, AnOldCertificateIsOfTheRulesOfItsTime) {
  const std::string old = "'" VCONFORM_SOURCE_DIR "/suites/gate/certificate-format-2.json'";
  expect_refused("verify-certificate " + old, 2,
                 fmt::format("it is of spec version 3, and the rules are of version {} now",
                             spec::kSpecVersion));
  const RunResult gated =
      run_command("certify --family cast_deq --level quick --baseline " + old + out("gated"));
  EXPECT_EQ(gated.status, 1);
  EXPECT_THAT(gated.output, HasSubstr("certify again to have a baseline"));
}

// As that program would have written it.
std::string in_format_2(const std::string& text) {
  json document = json::parse(text);
  document["format_version"] = 2;
  for (const char* field :
       {"stride_bits", "largest_memory", "overlap_order", "thread_safe", "permissive_choices"}) {
    document["backend"].erase(field);
  }
  for (json& choice : document["choices"]) {
    choice.erase("ground");
  }
  for (const char* part : {"plan", "units", "run", "digest"}) {
    document.erase(part);
  }
  document["times"] = {{"seconds", 1.0}};
  document["digest"] = "";
  document["digest"] = digest_of_certificate(document);
  return document.dump();
}

TEST_F(GateTest, ACertificateOfFormat2IsRead) {
  ASSERT_EQ(run_command("certify --family cast_deq --level quick" + out("new")).status, 0);
  const std::string old = write("old.json", in_format_2(contents(certificate("new"))));
  const RunResult verified = run_command("verify-certificate " + old);
  EXPECT_EQ(verified.status, 0) << verified.output;
  EXPECT_THAT(verified.output, AllOf(HasSubstr("units and plan: not recorded"),
                                     HasSubstr("run (library, machine"), HasSubstr("3 of 3 rows")));
  expect_refused("verify-certificate " + old + " --key " + write("mine.pem", kPublicKey), 2,
                 "it is not signed");
  const std::string options = "certify --family cast_deq --level quick --baseline " + old;
  EXPECT_THAT(run_command(options + out("same")).output, HasSubstr("all of 6 checks hold"));
  const std::string mutant = options + " --backend mutant:cast-deq-always-high";
  const RunResult worse = run_command(mutant + out("worse"));
  EXPECT_EQ(worse.status, 1);
  EXPECT_THAT(worse.output, HasSubstr("newly deviates: cast_deq"));
  run_command(mutant + waivers() + " --update-waivers" + out("candidates"));
  fill_in_reasons();
  EXPECT_EQ(run_command(mutant + waivers() + out("waived")).status, 0);
}

}  // namespace
}  // namespace vconform::suites
