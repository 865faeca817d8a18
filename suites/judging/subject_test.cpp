// A backend that has the instructions of the dequantisations, but not their API form.
#include "suites/judging/subject.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "adapters/load/open_backend.h"
#include "suites/judging/unit.h"

namespace vconform::suites {
namespace {

// Golden with fewer claims. The test fails if it is handed a case that it does not claim.
class Lacking final : public adapters::Backend {
 public:
  explicit Lacking(bool (*lacks)(const spec::Conversion&))
      : golden_(adapters::open_backend("golden")), description_(golden_->description()) {
    for (const spec::Conversion& row : spec::kRows) {
      if (lacks(row)) {
        description_.capabilities.rows[row.number] = {};
      }
    }
  }

  const adapters::Description& description() const override { return description_; }

  spec::Outcome execute(const spec::Case& program, const spec::MemoryImage& before) override {
    for (const spec::Step& step : program.steps) {
      const std::optional<spec::Cell> cell = spec::cell_of(step);
      EXPECT_TRUE(!cell || claims(*cell)) << spec::instruction_name(*cell);
    }
    return golden_->execute(program, before);
  }

 private:
  std::shared_ptr<adapters::Backend> golden_;
  adapters::Description description_;
};

bool is_api_form(const spec::Conversion& row) {
  return row.family == spec::Family::kCastDeq;
}
bool is_api_form_or_vdeq_low(const spec::Conversion& row) {
  return is_api_form(row) || row.deq == spec::DeqForm::kVdeqLow;
}

std::vector<Unit> api_units(const Subject& subject) {
  std::vector<Unit> plan = make_plan(level_named("quick"), subject);
  std::erase_if(plan, [](const Unit& unit) {
    return unit.cell.conversion().family != spec::Family::kCastDeq;
  });
  return plan;
}

TEST(LoweredForms, RunAsTheirInstructions) {
  Subject subject = subject_of(std::make_shared<Lacking>(is_api_form));
  subject.pinned = spec::choices_of(spec::profile_named("a2"));
  EXPECT_EQ(subject.lowered.size(), 3u);
  const std::vector<Unit> plan = api_units(subject);
  std::uint64_t elements = 0;
  for (const Unit& unit : plan) {
    const UnitResult result = run_unit(unit, subject, 1);
    EXPECT_TRUE(result.deviations.empty()) << claim_name(unit) << "\n"
                                           << result.deviations.front().details;
    elements += result.elements;
  }
  EXPECT_GT(elements, 10000u);
}

TEST(LoweredForms, AreNotAskedForArgumentsThatInstructionsDoNotHave) {
  const auto asks = [](const Subject& subject) {
    const std::vector<Unit> plan = api_units(subject);
    return std::any_of(plan.begin(), plan.end(), [](const Unit& unit) {
      return properties()[unit.property].needs_argument_checking;
    });
  };
  EXPECT_TRUE(asks(subject_of(adapters::open_backend("golden"))));
  EXPECT_FALSE(asks(subject_of(std::make_shared<Lacking>(is_api_form))));
}

TEST(LoweredForms, NeedEveryInstructionThatTheyMayStandFor) {
  const Subject subject = subject_of(std::make_shared<Lacking>(is_api_form_or_vdeq_low));
  ASSERT_EQ(subject.lowered.size(), 1u);
  EXPECT_EQ(spec::instruction_name(subject.lowered.front()), "cast_deq_s322f16");
}

}  // namespace
}  // namespace vconform::suites
