#include "adapters/load/open_backend.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "adapters/abi/cell.h"
#include "adapters/golden/program/pinned.h"
#include "adapters/mutants/mutants.h"
#include "adapters/short_programs/one_conversion.h"
#include "adapters/testing/test_table.h"
#include "spec/case/registers.h"
#include "spec/text/error.h"

namespace vconform::adapters {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

std::string input_error(const std::string& name) {
  try {
    open_backend(name);
  } catch (const spec::InputError& error) {
    return error.what();
  }
  return "";
}

TEST(OpenBackend, AnUnknownNameListsTheKindsOfNames) {
  EXPECT_THAT(input_error("simulator"),
              AllOf(HasSubstr("unknown backend 'simulator'"),
                    HasSubstr("golden, golden:pages, golden:RULE=READING, eigen, x86, mutant:NAME"),
                    HasSubstr("path of a shared library"), Not(HasSubstr("did you mean")),
                    Not(HasSubstr("\n"))));
  EXPECT_THAT(input_error(""), HasSubstr("unknown backend ''"));
  EXPECT_THAT(input_error("mutant:"), HasSubstr("unknown backend 'mutant:'"));
  EXPECT_LT(input_error("simulator").size(), 200U);
}

TEST(OpenBackend, ANearMissIsPointedOut) {
  EXPECT_THAT(input_error("goldn"), HasSubstr("did you mean 'golden'?"));
  EXPECT_THAT(input_error("Eigen"), HasSubstr("did you mean 'eigen'?"));
  EXPECT_THAT(input_error("mutant:round-half-awy"),
              HasSubstr("did you mean 'mutant:round-half-away'?"));
  EXPECT_THAT(input_error("golden:walk.order=blocks"),
              HasSubstr("did you mean 'golden:walk.order=block'?"));
  EXPECT_THAT(input_error("mutant:wrap"), HasSubstr("did you mean 'mutant:wraps'?"));
}

TEST(OpenBackend, EveryKnownBackendOpensUnderItsName) {
  const std::vector<KnownBackend> known = known_backends();
  EXPECT_EQ(known.size(), 4 + golden::pinned_choices().size() + mutants::mutants().size());
  EXPECT_EQ(known[0].name, "golden");
  EXPECT_EQ(known[1].name, "golden:pages");
  EXPECT_EQ(known[2].name, "golden:ctrl.59=absent");
  for (const KnownBackend& backend : known) {
    EXPECT_NE(backend.description, "");
    if (backend.available) {
      EXPECT_EQ(open_backend(backend.name)->name(), backend.name);
    } else {
      EXPECT_EQ(load_error([&] { open_backend(backend.name); }),
                backend.name + ": " + backend.reason);
    }
  }
}

TEST(OpenBackend, GoldenIsThereUnderEveryReadingOfEveryOpenRule) {
  std::size_t readings = 0;
  for (const spec::Rule& rule : spec::rules()) {
    for (const spec::Reading& reading : rule.readings) {
      const std::string name = "golden:" + std::string(rule.slug) + "=" + std::string(reading.name);
      EXPECT_EQ(open_backend(name)->name(), name);
      ++readings;
    }
  }
  EXPECT_EQ(golden::pinned_choices().size(), readings);
}

TEST(OpenBackend, APinnedGoldenFollowsItsReadingAndNoOther) {
  constexpr std::uint64_t kTruncate = spec::with_ctrl_bit(spec::kCtrlTruncate);
  const auto result = [](const char* name, std::string_view instruction) {
    return results_of(*open_backend(name), instruction, {0x7bff}, kTruncate).front();
  };
  EXPECT_EQ(result("golden:ctrl.59=absent", "vconv_f162s8r"), 0x7f);
  EXPECT_EQ(result("golden:ctrl.59=truncates", "vconv_f162s8r"), 0xe0);
  EXPECT_EQ(result("golden:ctrl.59=truncates", "vconv_f162s16r"), 0x7fff);
  EXPECT_EQ(result("golden:ctrl.59-f162s16=truncates", "vconv_f162s16r"), 0xffe0);
}

TEST(OpenBackend, APinnedGoldenDeclaresItsReading) {
  EXPECT_EQ(open_backend("golden:walk.order=repeat")->overlap_order(), kOrders[0]);
  EXPECT_EQ(open_backend("golden:walk.order=block")->overlap_order(), kOrders[1]);
  EXPECT_EQ(open_backend("golden:walk.order=snapshot")->overlap_order(), kOrders[2]);
  EXPECT_EQ(open_backend("golden:walk.stride-width=16")->stride_bits(), 16);
  EXPECT_EQ(open_backend("golden:walk.stride-width=12")->stride_bits(), 12);
  EXPECT_THAT(open_backend("golden:mask.inactive-lanes=undefined")->permissive_choices(),
              ElementsAre("mask.inactive-lanes=undefined"));
  EXPECT_THAT(open_backend("golden:cast-deq.s32-is-vec-deq=undefined")->permissive_choices(),
              ElementsAre("cast-deq.s32-is-vec-deq=undefined"));
  EXPECT_TRUE(open_backend("golden:mask.inactive-lanes=unchanged")->permissive_choices().empty());
}

TEST(OpenBackend, GoldenDeclaresWhatItDoes) {
  const auto golden = open_backend("golden");
  EXPECT_TRUE(golden->judges_addressing());
  EXPECT_TRUE(golden->declares_argument_checking());
  EXPECT_TRUE(golden->thread_safe());
  EXPECT_EQ(golden->overlap_order(), kOrders[0]);
  EXPECT_EQ(golden->stride_bits(), 12);
  EXPECT_TRUE(golden->permissive_choices().empty());
  for (const spec::Conversion& row : spec::kConversions) {
    for (const spec::RoundingMode& mode : spec::kRoundingModes) {
      const bool exists = offers(row, mode.rounding) || offers_optionally(row, mode.rounding);
      EXPECT_EQ(golden->claims({row.number, mode.rounding}),
                exists ? std::optional(spec::kAllFeatures) : std::nullopt)
          << pair_name(row) << mode.letter;
    }
  }
}

}  // namespace
}  // namespace vconform::adapters
