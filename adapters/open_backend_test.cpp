#include "adapters/open_backend.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "adapters/mutants/mutants.h"
#include "adapters/test_table.h"
#include "spec/error.h"

namespace vconform::adapters {
namespace {

using ::testing::AllOf;
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

TEST(OpenBackend, AnUnknownNameListsTheKnownOnes) {
  EXPECT_THAT(input_error("simulator"),
              AllOf(HasSubstr("unknown backend 'simulator'"),
                    HasSubstr("golden, eigen, x86, mutant:"), HasSubstr("path of a shared library"),
                    Not(HasSubstr("did you mean")), Not(HasSubstr("\n"))));
  EXPECT_THAT(input_error(""), HasSubstr("unknown backend ''"));
  EXPECT_THAT(input_error("mutant:"), HasSubstr("unknown backend 'mutant:'"));
}

TEST(OpenBackend, ANearMissIsPointedOut) {
  EXPECT_THAT(input_error("goldn"), HasSubstr("did you mean 'golden'?"));
  EXPECT_THAT(input_error("Eigen"), HasSubstr("did you mean 'eigen'?"));
  EXPECT_THAT(input_error("mutant:round-half-awy"),
              HasSubstr("did you mean 'mutant:round-half-away'?"));
  EXPECT_THAT(input_error("mutant:wrap"), HasSubstr("did you mean 'mutant:wraps'?"));
}

TEST(OpenBackend, EveryKnownBackendOpensUnderItsName) {
  const std::vector<KnownBackend> known = known_backends();
  EXPECT_EQ(known.size(), 3 + mutants::mutants().size());
  EXPECT_EQ(known[0].name, "golden");
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

TEST(OpenBackend, GoldenDeclaresWhatItDoes) {
  const auto golden = open_backend("golden");
  EXPECT_TRUE(golden->judges_addressing());
  EXPECT_TRUE(golden->declares_argument_checking());
  EXPECT_TRUE(golden->thread_safe());
  EXPECT_EQ(golden->overlap_order(), 0);
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
