#include "suites/sweep/sweep_record.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "spec/text/error.h"
#include "suites/files/digest.h"
#include "suites/sweep/merge.h"

namespace vconform::suites {
namespace {

using testing::HasSubstr;

constexpr std::uint64_t kValues = 16;

// A shard with one wrong value in its first domain.
SweepRecord shard_of(std::uint64_t index, std::uint64_t count) {
  SweepRecord record;
  record.shard = {index, count};
  record.identity["departures"] = nlohmann::ordered_json::array();
  record.identity["probing"] = nlohmann::ordered_json::array();
  for (const char* instruction : {"vconv_f162s8r", "vconv_s82f16"}) {
    record.identity["domains"].push_back(
        {{"instruction", instruction}, {"ctrl", 0U}, {"bits", 4U}, {"features", 1U}});
    record.domains.push_back({instruction, 0, kValues / count, 0, 5, 1, {}});
  }
  SweptCause swept;
  swept.cause = {"MISMATCH", "round.floor", "zero", 1, {index, index, 2, "1 -> 2"}, {}};
  swept.cause.largest = swept.cause.smallest;
  swept.file = file_of(record.domains.front(), swept.cause);
  record.domains.front().causes = {swept};
  return record;
}

constexpr const char* kCase = "vconform-case 1\nseed 0\nmemory UB size=4096 background=1\nctrl 0\n";

SweepRecord read(const std::string& text, const std::string& case_text = kCase) {
  return sweep_from_text(text, [&](const std::string&) { return case_text; });
}

std::string problem(const std::function<void()>& what) {
  try {
    what();
  } catch (const spec::InputError& error) {
    return error.what();
  }
  return "accepted";
}

// The error for the shard after an edit by somebody who computes its digest anew.
std::string edited(const std::function<void(json&)>& edit) {
  json document = json::parse(to_json(shard_of(1, 1)));
  edit(document);
  document["digest"] = digest_of_certificate(document);
  return problem([&] { read(document.dump()); });
}

TEST(SweepRecord, DoesNotConformWhereAReadingDepartsFromThePage) {
  SweepRecord record = shard_of(1, 1);
  record.domains.front().causes.clear();
  EXPECT_TRUE(record.conforms());
  record.identity["departures"] = {"deq.offset-sign=unsigned"};
  EXPECT_FALSE(record.conforms());
  EXPECT_THAT(sweep_text(record, "out"),
              HasSubstr("DEPARTS  rule deq.offset-sign: follows unsigned"));
  EXPECT_FALSE(read(to_json(record)).conforms());
}

// A departing reading that is no departure was asked for.
TEST(SweepRecord, SaysWhatWeakensItsVerdict) {
  SweepRecord record = shard_of(1, 1);
  const auto sweep_of = [&](const char* instruction) {
    record.domains.front().instruction = instruction;
    return sweep_text(record, "out");
  };
  record.identity["choices"] = {{"deq.offset-sign", "unsigned"}};
  const std::string weakening = "weakened: deq.offset-sign=unsigned departs from the page";
  EXPECT_THAT(sweep_of("vconv_deqs162b8h_s8"), HasSubstr(weakening));
  EXPECT_THAT(sweep_of("vconv_f162s8r"), testing::Not(HasSubstr("weakened"))) << "not about it";
  record.identity["departures"] = {"deq.offset-sign=unsigned"};
  EXPECT_THAT(sweep_of("vconv_deqs162b8h_s8"), testing::Not(HasSubstr("weakened")));
}

TEST(SweepRecord, UnfinishedSaysWhatWasFoundAndNamesNoFile) {
  SweepRecord record = shard_of(1, 1);
  const std::string red = unfinished_text(record);
  EXPECT_THAT(red, testing::AllOf(HasSubstr("vconv_f162s8r"), HasSubstr("MISMATCH  round.floor"),
                                  HasSubstr("the sweep is not whole: of 32 values that were run, "
                                            "some are wrong")));
  EXPECT_THAT(red, testing::Not(HasSubstr(".case")));
  EXPECT_THAT(red, testing::Not(HasSubstr("conforms")));
  record.domains.front().causes.clear();
  EXPECT_THAT(unfinished_text(record), HasSubstr("none is wrong"));
}

TEST(SweepRecord, ReadsWhatWasWritten) {
  const std::string text = to_json(shard_of(2, 4));
  EXPECT_EQ(to_json(read(text)), text);
}

// The file name is used in the folder of a merged sweep.
TEST(SweepRecord, ACaseIsWhereASweepWritesIt) {
  for (const char* file : {"../../elsewhere", "/dev/zero", "failures/other.case"}) {
    EXPECT_THAT(edited([&](json& d) { d["domains"][0]["causes"][0]["file"] = file; }),
                HasSubstr("not where a sweep writes it"));
  }
  EXPECT_THAT(problem([] { read(to_json(shard_of(1, 1)), "something else"); }),
              HasSubstr("this is no case file"));
}

TEST(SweepRecord, ShardsAndDomainsAreSuchAsThereAre) {
  EXPECT_THAT(edited([](json& d) { d["shard"]["index"] = 0; }), HasSubstr("no shard 0/1"));
  EXPECT_THAT(edited([](json& d) { d["shard"]["index"] = 2; }), HasSubstr("no shard 2/1"));
  EXPECT_THAT(edited([](json& d) { d["shard"]["count"] = ~std::uint64_t{0}; }),
              HasSubstr("no shard"));
  EXPECT_THAT(edited([](json& d) { d["sweep"]["domains"][0]["bits"] = 64; }),
              HasSubstr("sweep.domains[0] is not domains[0]"));
  EXPECT_THAT(edited([](json& d) { d["sweep"]["domains"][1]["ctrl"] = 1; }),
              HasSubstr("sweep.domains[1] is not domains[1]"));
  EXPECT_THAT(edited([](json& d) { d["domains"][1]["instruction"] = "vconv"; }),
              HasSubstr("no instruction 'vconv'"));
  EXPECT_THAT(edited([](json& d) { d["sweep"]["spec_version"] = "7"; }),
              HasSubstr("sweep.spec_version is missing or no whole number"));
  EXPECT_THAT(edited([](json& d) { d["sweep"]["choices"] = {{"s4.nibble", 7}}; }),
              HasSubstr("s4.nibble"));
  EXPECT_THAT(edited([](json& d) { d["sweep"]["choices"] = json::array({1}); }),
              HasSubstr("sweep.choices"));
}

TEST(SweepRecord, CountsAndVerdictFollowFromTheDomains) {
  const auto refusal = HasSubstr("do not follow from its domains");
  EXPECT_THAT(edited([](json& d) { d["verdict"] = "conforms"; }), refusal);
  EXPECT_THAT(edited([](json& d) { d["counts"]["wrong"] = 0; }), refusal);
  EXPECT_THAT(edited([](json& d) { d["domains"][1]["values"] = 15; }), refusal);
  EXPECT_THAT(edited([](json& d) { d["domains"][1]["values"] = ~std::uint64_t{0}; }),
              HasSubstr("more than any sweep counts"));
  EXPECT_THAT(edited([](json& d) {
                json& causes = d["domains"][0]["causes"];
                causes.push_back(json(causes[0]));
              }),
              HasSubstr("not in order"));
}

TEST(Merge, AddsUpWhatTheShardsHave) {
  const SweepRecord whole = merged({{"a", shard_of(2, 2)}, {"b", shard_of(1, 2)}});
  EXPECT_EQ(whole.domains[0].values, kValues);
  ASSERT_EQ(whole.domains[0].causes.size(), 1U);
  EXPECT_EQ(whole.domains[0].causes[0].cause.count, 2U);
  EXPECT_EQ(whole.domains[0].causes[0].cause.smallest.number, 1U);
  EXPECT_THAT(problem([] { merged({{"a", shard_of(2, 2)}}); }), HasSubstr("1/2 is missing"));
}

}  // namespace
}  // namespace vconform::suites
