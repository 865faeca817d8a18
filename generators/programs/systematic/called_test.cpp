#include "generators/programs/systematic/called.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <variant>

#include "generators/programs/systematic/exhaustive.h"
#include "generators/programs/systematic/listed_values.h"
#include "generators/testing/brute_force_legality.h"
#include "spec/case/memory_image.h"

namespace vconform::generators {
namespace {

// The sources that the calls of a row convert, by whether the factors stand in a vector.
std::map<bool, std::set<std::uint64_t>> sources_of(const spec::Cell& cell) {
  const spec::Conversion& row = cell.conversion();
  std::map<bool, std::set<std::uint64_t>> sources;
  for (std::size_t i = 0; i < called_case_count(row, spec::kAllFeatures); ++i) {
    const spec::Case test_case = called_case(cell, 0, i, spec::kAllFeatures);
    EXPECT_EQ(illegality(test_case), "");
    const auto& call = std::get<spec::CastDeq>(test_case.steps.back());
    EXPECT_EQ(call.cell, cell);
    const spec::MemoryImage image = spec::initial_image(test_case);
    const auto elements = static_cast<std::uint64_t>(call.repeat_time * row.elements);
    for (std::uint64_t element = 0; element < elements; ++element) {
      sources[call.is_vec_deq].insert(
          spec::load_element(image.of(spec::MemoryId::kUb), call.src.offset, row.from(), element));
    }
  }
  return sources;
}

TEST(Called, EverySourceOf16BitsMeetsAFactorAndNearlyEveryOneAVector) {
  for (const char* name : {"cast_deq_s162s8", "cast_deq_s162u8"}) {
    const auto sources = sources_of(*spec::cell_named(name));
    EXPECT_EQ(sources.at(false).size(), 65536u);
    EXPECT_EQ(sources.at(true).size(), 65280u);
  }
}

TEST(Called, AnS32IsCalledAsVconvDeqIsListed) {
  const spec::Cell cell = *spec::cell_named("cast_deq_s322f16");
  const spec::Cell worker = *spec::cell_named("vconv_deq");
  EXPECT_EQ(called_case_count(cell.conversion(), spec::kAllFeatures),
            listed_case_count(worker.conversion()));
  EXPECT_EQ(exhaustive_case_count(cell.conversion()), 0u);
  EXPECT_EQ(listed_case_count(cell.conversion()), listed_case_count(worker.conversion()));
  EXPECT_GT(sources_of(cell).at(false).size(), 1000u);
}

TEST(Called, WithoutRepeatEachCallConvertsOneRepeat) {
  const spec::Cell cell = *spec::cell_named("cast_deq_s162s8");
  const std::size_t count = called_case_count(cell.conversion(), {});
  ASSERT_GT(count, 1000u);
  for (const std::size_t index : {std::size_t{0}, count / 2, count - 1}) {
    const spec::Case test_case = called_case(cell, 0, index, {});
    EXPECT_EQ(std::get<spec::CastDeq>(test_case.steps.back()).repeat_time, 1);
  }
}

}  // namespace
}  // namespace vconform::generators
