#include "suites/report/certificate.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "spec/error.h"
#include "suites/report/output_folder.h"
#include "suites/report/summary.h"

namespace vconform::suites {
namespace {

namespace fs = std::filesystem;

const spec::Cell kToS32{4, spec::Rounding::kNearestEven};

Subject with_one_cell() {
  Subject subject;
  subject.claims = [](const spec::Cell& cell) {
    return cell == kToS32 ? std::optional(spec::kAllFeatures) : std::nullopt;
  };
  return subject;
}

Deviation deviation(const std::string& rule, std::uint64_t count) {
  Deviation made;
  made.claim = "Vconv.MatchesOracle/f322s32_r";
  made.verdict = "MISMATCH";
  made.rule = rule;
  made.in_short = "0x1 -> 0x2, not 0x3";
  made.count = count;
  made.smallest.memories = {{spec::MemoryId::kUb, 64}};
  made.smallest.steps = {spec::SetCtrl{}};
  return made;
}

// A run over one instruction; `broken` are the deviations of its first unit.
Certificate certificate_with(const std::vector<Deviation>& broken, std::uint64_t elements = 10) {
  const std::vector<Unit> plan = make_plan(level_named("quick"), with_one_cell());
  std::vector<UnitResult> results(plan.size());
  for (UnitResult& result : results) {
    result.cases = 2;
    result.elements = elements;
  }
  results.front().deviations = broken;
  RunInfo info;
  info.selected = info.backend_name = "stub";
  info.families = {spec::Family::kVconv};
  info.level = "quick";
  info.choices.profile = "a2";
  info.choices.pinned = spec::choices_of(spec::profile_named("a2"));
  info.seed = 9;
  return make_certificate(info, plan, results);
}

TEST(Certificate, ConformsWhenEveryClaimedRowDoes) {
  const Certificate certificate = certificate_with({});
  EXPECT_TRUE(certificate.conforms());
  EXPECT_EQ(certificate.rows_claimed(), 1u);
  EXPECT_EQ(headline(certificate), "conforms on 1 of 91 rows");
}

TEST(Certificate, DoesNotConformWithADeviation) {
  const Certificate certificate = certificate_with({deviation("round.floor", 1)});
  EXPECT_FALSE(certificate.conforms());
  EXPECT_EQ(headline(certificate), "conforms on 0 of 91 rows");
}

TEST(Certificate, DoesNotConformWhenNothingWasJudged) {
  EXPECT_FALSE(certificate_with({}, 0).conforms());
}

TEST(Certificate, TheSameDeviationOfSeveralUnitsIsOne) {
  const Certificate certificate = certificate_with(
      {deviation("round.floor", 2), deviation("round.floor", 3), deviation("ctrl.48", 1)});
  ASSERT_EQ(certificate.deviations.size(), 2u);
  EXPECT_EQ(certificate.deviations.front().deviation.count, 5u);
  EXPECT_NE(certificate.deviations[0].file, certificate.deviations[1].file);
}

TEST(Certificate, JsonHasWhatTheSchemaSays) {
  const auto json = nlohmann::json::parse(to_json(certificate_with({deviation("ctrl.48", 1)})));
  EXPECT_EQ(json.at("format"), "vconform-certificate");
  EXPECT_EQ(json.at("verdict"), "does not conform");
  EXPECT_EQ(json.at("counts").at("rows"), 91);
  EXPECT_EQ(json.at("counts").at("rows_claimed"), 1);
  EXPECT_EQ(json.at("rows").size(), 91u);
  EXPECT_EQ(json.at("choices").at("subnormal.results").at("reading"), "gradual");
  EXPECT_TRUE(json.at("choices").at("overflow.odd").at("reading").is_null());
  std::uint64_t cases = 0;
  for (const auto& row : json.at("rows")) {
    cases += row.at("cases").get<std::uint64_t>();
  }
  EXPECT_EQ(json.at("counts").at("cases"), cases);
  const auto& first = json.at("deviations").at(0);
  EXPECT_EQ(first.at("rule"), "ctrl.48");
  EXPECT_EQ(first.at("file"), "failures/vconv_f322s32r-MatchesOracle-ctrl.48-9.case");
  bool broken = false;
  for (const auto& rule : json.at("rules")) {
    broken = broken || (rule.at("rule") == "ctrl.48" && rule.at("broken") == true);
  }
  EXPECT_TRUE(broken);
}

TEST(Certificate, EqualRunsGiveEqualBytes) {
  EXPECT_EQ(to_json(certificate_with({deviation("ctrl.48", 1)})),
            to_json(certificate_with({deviation("ctrl.48", 1)})));
}

TEST(Summary, NamesRulesInstructionsAndTheHeadline) {
  const std::string text = summary(certificate_with({deviation("ctrl.48", 1)}), "out");
  EXPECT_NE(text.find("MISMATCH  Vconv.MatchesOracle/f322s32_r   rule ctrl.48"), std::string::npos);
  EXPECT_NE(text.find("./vconform replay out/failures/vconv_f322s32r-MatchesOracle-ctrl.48-9.case"),
            std::string::npos);
  EXPECT_NE(text.find("conforms on 0 of 91 rows"), std::string::npos);
}

class OutputFolderTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("vconform-output-" + std::to_string(getpid()));
    fs::remove_all(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::size_t files(const fs::path& folder) const {
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& entry : fs::directory_iterator(folder)) {
      ++count;
    }
    return count;
  }

  fs::path folder_;
};

TEST_F(OutputFolderTest, HoldsTheCertificateAndOneCaseADeviation) {
  OutputFolder(folder_).write(certificate_with({deviation("ctrl.48", 1), deviation("", 1)}));
  EXPECT_EQ(files(folder_), 3u);
  EXPECT_EQ(files(folder_ / "failures"), 2u);
}

TEST_F(OutputFolderTest, CasesOfAnEarlierRunGo) {
  OutputFolder(folder_).write(certificate_with({deviation("ctrl.48", 1)}));
  OutputFolder(folder_).write(certificate_with({}));
  EXPECT_EQ(files(folder_ / "failures"), 0u);
}

TEST_F(OutputFolderTest, AFileInItsPlaceIsRefused) {
  std::ofstream(folder_) << "a file";
  EXPECT_THROW(OutputFolder{folder_}, spec::InputError);
  EXPECT_TRUE(fs::is_regular_file(folder_));
}

}  // namespace
}  // namespace vconform::suites
