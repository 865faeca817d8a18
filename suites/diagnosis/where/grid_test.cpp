#include "suites/diagnosis/where/grid.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "oracle/predict/predict.h"
#include "spec/text/error.h"
#include "suites/diagnosis/diagnosis_json.h"
#include "suites/diagnosis/wrong_backends.h"

namespace vconform::suites {
namespace {

using testing::ElementsAre;

TEST(Grid, HasTheCellsInWhichSomethingWasSeen) {
  Grid grid({"line", {"a", "b"}}, {"column", {"0", "1", "2"}});
  grid.add({1, 2, 3, 1});
  grid.add({0, 1, 1, 0});
  grid.add({1, 2, 1, 1});
  EXPECT_THAT(grid.cells(), ElementsAre(Grid::Cell{0, 1, 1, 0}, Grid::Cell{1, 2, 4, 2}));
}

TEST(Grid, IsReadAsItIsWritten) {
  Grid grid({"line", {"a", "b"}}, {"column", {"0", "1", "2"}});
  grid.add({1, 0, 7, 5});
  json document = to_json(grid);
  JsonFields fields(document);
  EXPECT_EQ(grid_of(fields), grid);
  for (const std::vector<std::uint64_t>& cells : std::vector<std::vector<std::uint64_t>>{
           {2, 0, 1, 0}, {0, 3, 1, 0}, {0, 0, 1, 2}, {0, 0, 0, 0}, {0, 0, 1}}) {
    document["cells"] = cells;
    JsonFields wrong(document);
    EXPECT_THROW(grid_of(wrong), spec::InputError) << document;
  }
}

TEST(NumberPlaces, AreExponentsOfFloatingPointNumbers) {
  const NumberPlaces places(spec::kF16, 32);
  EXPECT_EQ(places.of(0x0001), 0u);
  EXPECT_EQ(places.of(0xbc00), 15u);
  EXPECT_EQ(places.of(0x7e00), 31u);
  const Axis axis = places.axis("the source");
  EXPECT_EQ(axis.name, "exponent of the source");
  EXPECT_EQ(axis.places.size(), 32u);
  EXPECT_EQ(axis.places.front(), "0, subnormal");
  EXPECT_EQ(axis.places[15], "2^0");
  EXPECT_EQ(axis.places.back(), "inf, NaN");
}

TEST(NumberPlaces, AreSharedByNeighboursWhereThereAreMany) {
  const NumberPlaces places(spec::kF32, 33);
  EXPECT_EQ(places.of(0x3f800000), 127u / 8);
  const Axis axis = places.axis("the scale");
  EXPECT_EQ(axis.places.size(), 32u);
  EXPECT_EQ(axis.places[15], "2^-7 to 2^0");
  EXPECT_EQ(axis.places.front(), "below 2^-119");
  EXPECT_EQ(axis.places.back(), "from 2^121");
}

TEST(NumberPlaces, AreBinaryDigitsOfIntegers) {
  const NumberPlaces places(spec::kS16, 17);
  EXPECT_EQ(places.of(0), 0u);
  EXPECT_EQ(places.of(0xffff), 1u);
  EXPECT_EQ(places.of(0x8000), 16u);
  EXPECT_EQ(places.axis("the source").places.size(), 17u);
}

// Golden whose results in lanes 3 of blocks, from repeat 2 on, are spoilt.
Subject wrong_in_lane_three() {
  Subject subject = backend("golden");
  subject.execute = [golden = subject.execute](const spec::Case& test_case,
                                               const spec::MemoryImage& before) {
    spec::Outcome outcome = golden(test_case, before);
    const oracle::World world =
        oracle::predict(test_case, before, spec::choices_of_golden()).front();
    for (const oracle::PredictedElement& element : world.elements) {
      if (element.has_source && element.repeat >= 2 && element.lane % 8 == 3) {
        outcome.after.of(element.memory).at(element.destination / 2) ^= 1;
      }
    }
    return outcome;
  };
  return subject;
}

TEST(WhereWrong, TellsTheLanesOfBlocksAndTheRepeats) {
  const Diagnosis diagnosis = diagnosis_of(wrong_in_lane_three(), "vconv_f322s32r");
  ASSERT_EQ(diagnosis.where.size(), 2u);
  const Grid& places = diagnosis.where.back();
  EXPECT_EQ(places.lines().name, "repeat");
  EXPECT_EQ(places.columns().places.size(), 8u);
  std::uint64_t wrong = 0;
  for (const Grid::Cell& cell : places.cells()) {
    // Lines 0 and 1 are repeats 0 and 1.
    EXPECT_EQ(cell.wrong > 0, cell.line >= 2 && cell.column == 3) << cell.line << cell.column;
    wrong += cell.wrong;
  }
  EXPECT_GT(wrong, 0u);
}

TEST(WhereWrong, TellsTheScalesOfADequantisation) {
  const Diagnosis diagnosis =
      diagnosis_of(backend("golden:deq.offset-sign=unsigned"), "vconv_deqs162b8h_s8");
  ASSERT_FALSE(diagnosis.where.empty());
  EXPECT_EQ(diagnosis.where.front().lines().name, "exponent of the scale");
  EXPECT_EQ(diagnosis.where.front().columns().name, "binary digits of the source");
}

TEST(WhereWrong, HasNoPlacesOfABackendThatConvertsArrays) {
  Subject subject = with_instruction_as("vconv_f322s32f", "vconv_f322s32r");
  subject.only_converts = true;
  const Diagnosis diagnosis = diagnosis_of(subject, "vconv_f322s32f");
  ASSERT_EQ(diagnosis.where.size(), 1u);
  EXPECT_EQ(diagnosis.where.front().lines().name, "sign");
}

}  // namespace
}  // namespace vconform::suites
