// Libraries that serve rows by element(), and in several forms, as people certify them.
#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "suites/commands/cli_fixture.h"
#include "suites/files/json.h"

namespace vconform::suites {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class Forms : public CliTest {
 protected:
  // Certifies with an environment variable set.
  RunResult certified(const std::string& library, const std::string& options,
                      const std::pair<const char*, const char*>& variable = {"VCONFORM_NONE", ""}) {
    setenv(variable.first, variable.second, 1);
    RunResult run = run_command("certify --level quick --backend '" + library + "' " + options +
                                out("certified"));
    unsetenv(variable.first);
    return run;
  }
  json certificate() const {
    return json::parse(contents(folder_ / "certified" / "certificate.json"));
  }
};

struct ElementFamily {
  const char* families;
  const char* fault;
  const char* rule;
};

class ElementForm : public Forms, public testing::WithParamInterface<ElementFamily> {};

TEST_P(ElementForm, ConformsAndAFaultIsNamed) {
  const std::string families = std::string("--family ") + GetParam().families;
  const RunResult right = certified(VCONFORM_ELEMENTS, families);
  EXPECT_EQ(right.status, 0) << right.output;
  EXPECT_THAT(right.output, HasSubstr("addressing was not judged"));
  EXPECT_EQ(certificate()["verdict"], "conforms");
  EXPECT_EQ(certificate()["backend"]["addressing_judged"], false);
  const RunResult wrong =
      certified(VCONFORM_ELEMENTS, families, {"VCONFORM_ELEMENTS_FAULT", GetParam().fault});
  EXPECT_EQ(wrong.status, 1) << wrong.output;
  EXPECT_THAT(wrong.output, HasSubstr(GetParam().rule));
  // The suite lays out the operands: no rule about that is broken.
  const auto broken = certificate();
  for (const auto& deviation : broken["deviations"]) {
    const std::string rule = deviation["rule"].is_null() ? "" : deviation["rule"];
    EXPECT_THAT(rule, Not(testing::ContainsRegex("^(walk|mask|s4|write)\\.")));
  }
}

INSTANTIATE_TEST_SUITE_P(
    EachFamily, ElementForm,
    testing::Values(ElementFamily{"deq,cast_deq", "wraps", "deq.result-saturates"},
                    ElementFamily{"copy_matrix", "wraps", "fixpipe.result-saturates"},
                    ElementFamily{"copy_matrix", "relu", "relu."},
                    ElementFamily{"data_copy", "wraps", "copy.result-saturates"},
                    ElementFamily{"data_copy", "relu", "copy.relu-order"}));

TEST_F(Forms, ReadingsOfLayoutAreTheSuites) {
  ASSERT_EQ(certified(VCONFORM_ELEMENTS, "--family deq,copy_matrix").status, 0);
  const json choices = certificate()["choices"];
  for (const char* rule : {"deq.half", "deq.other-half", "walk.stride-width-deq",
                           "fixpipe.narrow-layout", "fixpipe.last-block", "copy.strides"}) {
    EXPECT_EQ(choices[rule]["from"], "done by the suite") << rule;
  }
  EXPECT_EQ(choices["deq.product"]["from"], "probe");
}

// Golden's arithmetic under the suite's walks: a wrong place in one of them would show.
TEST_F(Forms, EveryCopyThatCanBeServedByElementsConforms) {
  const RunResult all = certified(VCONFORM_MIXED_FORMS, "--family copy_matrix,data_copy",
                                  {"VCONFORM_MIXED_ROWS", "all"});
  EXPECT_EQ(all.status, 0) << all.output;
  EXPECT_THAT(all.output, HasSubstr("addressing was not judged: "));
}

TEST_F(Forms, AMixedTableIsJudgedRowByRow) {
  const RunResult right = certified(VCONFORM_MIXED_FORMS, "");
  EXPECT_EQ(right.status, 0) << right.output;
  EXPECT_THAT(right.output, HasSubstr("addressing was not judged of "));
  const json document = certificate();
  EXPECT_EQ(document["backend"]["addressing_judged"], true);
  // Rows that it executes show its own readings; those of the suite's walks are others.
  EXPECT_EQ(document["choices"]["s4.nibble"]["reading"], "high-first");
  EXPECT_EQ(document["choices"]["walk.stride-width"]["reading"], "16");
  for (const json& row : document["rows"]) {
    const bool laid_out = row.value("laid_out_by_suite", false);
    const std::string name = row["instruction"];
    const bool expected = name.starts_with("vconv_s162f32") || name.starts_with("vconv_s42f16") ||
                          (name.starts_with("vconv_") && name.ends_with("_s8"));
    EXPECT_EQ(laid_out, expected && row["claimed"]) << name;
  }
  EXPECT_EQ(run_command("verify-certificate '" +
                        (folder_ / "certified" / "certificate.json").string() + "'")
                .status,
            0);
}

TEST_F(Forms, SmokeTriesEachForm) {
  const RunResult elements = run_command(std::string("smoke '") + VCONFORM_ELEMENTS + "'");
  EXPECT_EQ(elements.status, 0) << elements.output;
  EXPECT_THAT(elements.output, HasSubstr("opened  elements 1: element(), one element; the suite"));
  const RunResult mixed = run_command(std::string("smoke '") + VCONFORM_MIXED_FORMS + "'");
  EXPECT_EQ(mixed.status, 0) << mixed.output;
  EXPECT_THAT(mixed.output, AllOf(HasSubstr("execute(), whole programs; convert(), arrays"),
                                  HasSubstr("element(), one element")));
}

TEST_F(Forms, ASweepIsOfOneForm) {
  const std::string sweep = std::string("sweep --profile a2 --backend '") + VCONFORM_MIXED_FORMS +
                            "' --choice s4.nibble=high-first --choice walk.stride-width=16 ";
  const RunResult converted =
      run_command(sweep + "--instruction vconv_s42f16,vconv_s162f32" + out("converted"));
  EXPECT_EQ(converted.status, 0) << converted.output;
  const RunResult executed = run_command(sweep + "--instruction vconv_f162s4r" + out("executed"));
  EXPECT_EQ(executed.status, 0) << executed.output;
  expect_refused(sweep + "--instruction vconv_s42f16,vconv_f162s4r" + out("both"), 2,
                 "sweep them apart");
}

}  // namespace
}  // namespace vconform::suites
