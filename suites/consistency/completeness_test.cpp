// The plan of `quick` exercises every row of every table, every mode and every rule. A rule counts
// if the oracle cited it for something judged and some mutant breaks it; mutants_test shows that
// each mutant fails a case that its rule affects.
#include <gtest/gtest.h>

#include <algorithm>

#include "adapters/load/open_backend.h"
#include "adapters/mutants/mutants.h"
#include "suites/judging/subject.h"
#include "suites/plan/jobs.h"
#include "suites/plan/mutant_hunt.h"
#include "suites/probing/families.h"

namespace vconform::suites {
namespace {

constexpr std::uint64_t kSeed = 1;

struct Run {
  std::vector<Unit> plan;
  std::vector<UnitResult> results;
};

const Run& golden_run() {
  static const Run run = [] {
    Run made;
    made.plan = make_plan(level_named("quick"), probed_subject("golden", families_named({})));
    const auto start = []() -> UnitRunner {
      return [subject = probed_subject("golden", families_named({}))](const Unit& unit) {
        return run_unit(unit, subject, kSeed);
      };
    };
    made.results = run_in_processes(made.plan, 2, start, [](std::size_t, const UnitResult&) {});
    return made;
  }();
  return run;
}

// The number of elements judged in the units that `belongs` selects.
template <typename Belongs>
std::uint64_t elements_of(const Belongs& belongs) {
  std::uint64_t elements = 0;
  for (std::size_t i = 0; i < golden_run().plan.size(); ++i) {
    elements += belongs(golden_run().plan[i]) ? golden_run().results[i].elements : 0;
  }
  return elements;
}

TEST(Completeness, GoldenConformsToWhatIsExercised) {
  for (const UnitResult& result : golden_run().results) {
    EXPECT_TRUE(result.deviations.empty()) << result.deviations.front().details;
  }
}

TEST(Completeness, EveryRowIsExercisedInEveryMode) {
  for (const spec::Cell& cell : spec::all_cells()) {
    for (const Cases cases : {Cases::kGenerated, Cases::kSystematic, Cases::kDiscriminating}) {
      // The API form has the arithmetic of the instructions, where every value is tried.
      if (cases == Cases::kSystematic && cell.conversion().family == spec::Family::kCastDeq) {
        continue;
      }
      EXPECT_GT(
          elements_of([&](const Unit& unit) { return unit.cell == cell && unit.cases == cases; }),
          0u)
          << spec::instruction_name(cell) << ", kind " << static_cast<int>(cases);
    }
  }
}

TEST(Completeness, EveryPropertyIsExercised) {
  for (std::size_t i = 0; i < properties().size(); ++i) {
    std::uint64_t cases = 0;
    for (std::size_t u = 0; u < golden_run().plan.size(); ++u) {
      cases += golden_run().plan[u].property == i ? golden_run().results[u].cases : 0;
    }
    EXPECT_GT(cases, 0u) << properties()[i].name;
  }
}

// The rules cited for a backend that neither checks its arguments nor declares an order. Golden
// does both, but only for such a backend may the destination hold anything.
oracle::RuleSet cited_of_a_careless_executor() {
  Subject careless = probed_subject("golden", families_named({}));
  careless.checks_arguments = false;
  careless.pinned.leave_open(spec::cite("walk.order"));
  oracle::RuleSet cited;
  for (const Unit& unit : golden_run().plan) {
    const std::string_view name = properties()[unit.property].name;
    if (name == "HazardsStayInside" || name == "OutOfRangeStaysInside") {
      const UnitResult result = run_unit(unit, careless, kSeed);
      EXPECT_TRUE(result.deviations.empty()) << result.deviations.front().details;
      cited |= result.cited;
    }
  }
  return cited;
}

TEST(Completeness, EveryRuleIsCitedAndBrokenBySomeMutant) {
  oracle::RuleSet cited = cited_of_a_careless_executor();
  for (const UnitResult& result : golden_run().results) {
    cited |= result.cited;
  }
  const auto mutants = adapters::mutants::mutants();
  for (const spec::RuleId id : spec::kAllRules) {
    const spec::Rule& rule = spec::rule_of(id);
    EXPECT_TRUE(cited.test(id)) << rule.slug << " was never cited";
    EXPECT_TRUE(std::any_of(mutants.begin(), mutants.end(),
                            [&](const auto& mutant) { return mutant.rule == rule.slug; }))
        << "no mutant breaks " << rule.slug;
  }
}

}  // namespace
}  // namespace vconform::suites
