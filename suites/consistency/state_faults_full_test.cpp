// Golden with a register that a row's instruction reads wrongly because of what ran before: found
// at quick, whatever the register, the row and the fault.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "generators/choices/rapidcheck_source.h"
#include "generators/programs/state/shifted.h"
#include "spec/copy_matrix/copy_matrix.h"
#include "spec/number/quantization.h"
#include "suites/diagnosis/program_faults/register_faults.h"
#include "suites/judging/run_case.h"
#include "suites/mutants/register_mutants.h"
#include "suites/plan/mutant_hunt.h"
#include "suites/probing/families.h"

namespace vconform::suites {
namespace {

// Among as many programs as a quick run has of a row.
bool is_found(const Executor& fault, const spec::Cell& cell, const Subject& right,
              const std::vector<generators::ClaimedCell>& others) {
  Subject wrong = right;
  wrong.execute_in_place = nullptr;
  wrong.execute = fault;
  const Property& property = *property_named("StateIsWhatIsWritten");
  for (std::uint64_t seed = 0; seed < level_named("quick").*property.cases; ++seed) {
    generators::RapidCheckSource choices{rc::Random(seed * 1000003 + cell.row)};
    const spec::Case program =
        property.draw(choices, cell, {spec::kAllFeatures, generators::kUbBlocks, others});
    const CheckResult result = check_property(property, wrong, program);
    if (!result.findings.empty() || !result.blamed.empty()) {
      return true;
    }
  }
  return false;
}

std::vector<generators::ClaimedCell> all_claimed(const Subject& subject) {
  std::vector<generators::ClaimedCell> cells;
  for (const spec::Cell& cell : spec::all_cells()) {
    cells.push_back({cell, *subject.claims(cell)});
  }
  return cells;
}

TEST(StateFaults, OfEveryRowAreFoundByPrograms) {
  const Subject right = probed_subject("golden", families_named({}));
  const std::vector<generators::ClaimedCell> others = all_claimed(right);
  int tried = 0;
  for (const WrongBackend& fault : register_mutants()) {
    if (fault.equivalent.empty()) {
      ++tried;
      EXPECT_TRUE(is_found(fault.around(right.execute), fault.cells.front(), right, others))
          << fault.wrong;
    }
  }
  EXPECT_GE(tried, 1200);
  RecordProperty("tried", tried);
}

// Runs a program step by step; an instruction has the registers that were written so far.
class StepByStep {
 public:
  StepByStep(const Executor& golden, const spec::Case& program, const spec::MemoryImage& before)
      : golden_(golden), program_(program), now_(before) {}

  const spec::MemoryImage& now() const { return now_; }
  // As if the instruction that changed `before` to `after` had written last, and not the one that
  // found `after`.
  void put_back(const spec::MemoryImage& before, const spec::MemoryImage& after) {
    for (const spec::CaseMemory& memory : program_.memories) {
      const spec::MemoryBytes& old = before.of(memory.id);
      const spec::MemoryBytes& results = after.of(memory.id);
      for (std::uint64_t at = 0; at < old.size(); ++at) {
        if (results[at] != old[at]) {
          now_.of(memory.id)[at] = results[at];
        }
      }
    }
  }
  void write(const spec::Step& step) { registers_.push_back(step); }

  // The instruction finds other memories than there are, and what it changes in them is changed.
  bool run(const spec::Step& instruction, const spec::MemoryImage& found) {
    spec::Case one = program_;
    one.steps = registers_;
    one.steps.push_back(instruction);
    outcome_ = golden_(one, found);
    if (outcome_.status != spec::OutcomeStatus::kCompleted) {
      return false;
    }
    for (const spec::CaseMemory& memory : program_.memories) {
      const spec::MemoryBytes& old = found.of(memory.id);
      const spec::MemoryBytes& written = outcome_.after.of(memory.id);
      for (std::uint64_t at = 0; at < old.size(); ++at) {
        if (written[at] != old[at]) {
          now_.of(memory.id)[at] = written[at];
        }
      }
    }
    return true;
  }
  spec::Outcome ended() {
    if (outcome_.status == spec::OutcomeStatus::kCompleted) {
      outcome_.after = now_;
    }
    return outcome_;
  }

 private:
  const Executor& golden_;
  const spec::Case& program_;
  spec::MemoryImage now_;
  std::vector<spec::Step> registers_;
  spec::Outcome outcome_;
};

// An instruction reads memory as it was before another one, that ran just before it, had written.
Executor reading_early(Executor golden) {
  return [golden = std::move(golden)](const spec::Case& program, const spec::MemoryImage& before) {
    StepByStep steps(golden, program, before);
    spec::MemoryImage earlier = before;
    std::optional<spec::Cell> last;
    for (const spec::Step& step : program.steps) {
      const auto cell = spec::cell_of(step);
      if (!cell) {
        steps.write(step);
        continue;
      }
      const spec::MemoryImage found = last && last != cell ? earlier : steps.now();
      earlier = steps.now();
      last = cell;
      if (!steps.run(step, found)) {
        break;
      }
    }
    return steps.ended();
  };
}

// The first one of two instructions that follow one another writes last.
Executor writing_late(Executor golden) {
  return [golden = std::move(golden)](const spec::Case& program, const spec::MemoryImage& before) {
    StepByStep steps(golden, program, before);
    spec::MemoryImage earlier = before;
    for (const spec::Step& step : program.steps) {
      if (!spec::cell_of(step)) {
        steps.write(step);
        continue;
      }
      const spec::MemoryImage found = steps.now();
      if (!steps.run(step, found)) {
        break;
      }
      steps.put_back(earlier, found);
      earlier = found;
    }
    return steps.ended();
  };
}

// The factors are those that stood at the address when it was written.
Executor with_factors_of_the_address(Executor golden) {
  return [golden = std::move(golden)](const spec::Case& program, const spec::MemoryImage& before) {
    constexpr std::uint64_t kBytes = 16 * 8;
    StepByStep steps(golden, program, before);
    std::uint64_t at = 0;
    std::vector<std::uint8_t> kept;
    for (const spec::Step& step : program.steps) {
      const spec::MemoryBytes& ub = steps.now().of(spec::MemoryId::kUb);
      if (const auto* scale = std::get_if<spec::SetDeqScale>(&step)) {
        at = spec::kVectorAddress.of(scale->value) * spec::kVectorAddressUnit;
        const bool fits = at + kBytes <= ub.size();
        kept = fits ? std::vector<std::uint8_t>(ub.begin() + at, ub.begin() + at + kBytes)
                    : std::vector<std::uint8_t>();
      }
      if (!spec::cell_of(step)) {
        steps.write(step);
        continue;
      }
      spec::MemoryImage found = steps.now();
      if (generators::reads_scale_as_address(step)) {
        std::ranges::copy(kept, found.of(spec::MemoryId::kUb).begin() + at);
      }
      if (!steps.run(step, found)) {
        break;
      }
    }
    return steps.ended();
  };
}

// A copy takes its factors before another copy brings them.
Executor with_factors_of_the_start(Executor golden) {
  return [golden = std::move(golden)](const spec::Case& program, const spec::MemoryImage& before) {
    StepByStep steps(golden, program, before);
    for (const spec::Step& step : program.steps) {
      if (!spec::cell_of(step)) {
        steps.write(step);
        continue;
      }
      const auto* copy = std::get_if<spec::DataCopy>(&step);
      spec::MemoryImage found = steps.now();
      if (copy != nullptr && spec::is_vector(copy->cell.conversion().deq_scale)) {
        found.of(spec::MemoryId::kUb) = before.of(spec::MemoryId::kUb);
      }
      if (!steps.run(step, found)) {
        break;
      }
    }
    return steps.ended();
  };
}

using Changed = std::vector<spec::Step> (*)(const std::vector<spec::Step>&);

Executor running(Executor golden, Changed changed) {
  return [golden = std::move(golden), changed](const spec::Case& program,
                                               const spec::MemoryImage& before) {
    spec::Case other = program;
    other.steps = changed(program.steps);
    return golden(other, before);
  };
}

// An instruction that ran once is taken to have its results already.
std::vector<spec::Step> each_instruction_once(const std::vector<spec::Step>& steps) {
  std::vector<spec::Step> run;
  for (const spec::Step& step : steps) {
    if (!spec::cell_of(step) || std::ranges::find(run, step) == run.end()) {
      run.push_back(step);
    }
  }
  return run;
}

std::vector<spec::Step> the_first_256(const std::vector<spec::Step>& steps) {
  std::vector<spec::Step> run;
  int instructions = 0;
  for (const spec::Step& step : steps) {
    if (!spec::cell_of(step) || ++instructions <= 256) {
      run.push_back(step);
    }
  }
  return run;
}

// A write of a word that has the same lower half as the one before is left out.
std::vector<spec::Step> without_equal_halves(const std::vector<spec::Step>& steps) {
  const auto word_of = [](const spec::Step& step) -> std::optional<std::uint64_t> {
    const auto* fixpipe = std::get_if<spec::SetFixpipe>(&step);
    const auto* scale = std::get_if<spec::SetDeqScale>(&step);
    return fixpipe != nullptr && fixpipe->which == spec::FixpipeRegister::kQuantPre
               ? std::optional(fixpipe->value)
           : scale != nullptr && !scale->is_tensor ? std::optional(scale->value)
                                                   : std::nullopt;
  };
  std::vector<spec::Step> run;
  std::map<std::size_t, std::uint32_t> halves;
  for (const spec::Step& step : steps) {
    const std::optional<std::uint64_t> word = word_of(step);
    const auto half = static_cast<std::uint32_t>(word.value_or(0));
    const auto known = halves.find(step.index());
    if (!word || known == halves.end() || known->second != half) {
      run.push_back(step);
    }
    if (word) {
      halves[step.index()] = half;
    }
  }
  return run;
}

// The upper half of a scalar word has an offset or a shift.
bool has_upper_half(const spec::Conversion& row) {
  using spec::Family;
  return row.family == Family::kCopyMatrix
             ? spec::quant_code_of(row).reads_quant_word() && row.to().bits <= 8
             : row.family == Family::kDeq && row.to().bits == 8 && !spec::is_vdeq(row.deq);
}

// A program that is refused leaves its registers to the next one. Those of the suite that are not
// refused end with register writes.
Executor keeping_registers_of_a_refusal(Executor golden) {
  return [golden = std::move(golden), left = std::make_shared<std::vector<spec::Step>>()](
             const spec::Case& program, const spec::MemoryImage& before) {
    spec::Case after = program;
    after.steps.insert(after.steps.begin(), left->begin(), left->end());
    left->clear();
    if (spec::cell_of(program.steps.back())) {
      std::ranges::copy_if(program.steps, std::back_inserter(*left),
                           [](const spec::Step& step) { return !spec::cell_of(step); });
    }
    return golden(after, before);
  };
}

bool can_keep_registers(const spec::Cell& cell) {
  return std::ranges::any_of(register_faults(cell), [](const RegisterFault& fault) {
    return fault.name.ends_with("keeps what the program before left") &&
           fault.why_invisible.empty();
  });
}

TEST(StateFaults, OfWholeProgramsAreFound) {
  const Subject right = probed_subject("golden", families_named({}));
  const std::vector<generators::ClaimedCell> others = all_claimed(right);
  std::map<spec::Family, int> long_ones;
  for (const spec::Cell& cell : spec::first_cells()) {
    const spec::Conversion& row = cell.conversion();
    const auto finds = [&](const Executor& fault) { return is_found(fault, cell, right, others); };
    if (row.path.from != spec::PositionId::kCo1) {
      EXPECT_TRUE(finds(running(right.execute, each_instruction_once)))
          << spec::instruction_name(cell);
    }
    if (has_upper_half(row)) {
      EXPECT_TRUE(finds(running(right.execute, without_equal_halves)))
          << spec::instruction_name(cell);
    }
    EXPECT_TRUE(finds(writing_late(right.execute))) << spec::instruction_name(cell);
    long_ones[row.family] += finds(running(right.execute, the_first_256)) ? 1 : 0;
    EXPECT_EQ(finds(keeping_registers_of_a_refusal(right.execute)), can_keep_registers(cell))
        << spec::instruction_name(cell);
  }
  for (const spec::FamilyName& family : spec::kFamilies) {
    EXPECT_GE(long_ones[family.family], 1) << family.name;
  }
}

TEST(StateFaults, WhatIsReadTooEarlyIsFound) {
  const Subject right = probed_subject("golden", families_named({}));
  const std::vector<generators::ClaimedCell> others = all_claimed(right);
  int of_factors = 0;
  for (const spec::Cell& cell : spec::first_cells()) {
    const spec::Conversion& row = cell.conversion();
    // No instruction writes L0C.
    if (!row.is_copy() || spec::memory_of(row.path.from) != spec::MemoryId::kL0c) {
      EXPECT_TRUE(is_found(reading_early(right.execute), cell, right, others))
          << spec::instruction_name(cell);
    }
    if (spec::is_vector(row.deq_scale)) {
      ++of_factors;
      EXPECT_TRUE(is_found(with_factors_of_the_start(right.execute), cell, right, others))
          << spec::instruction_name(cell);
    }
    if (row.family == spec::Family::kDeq && spec::is_vdeq(row.deq)) {
      ++of_factors;
      EXPECT_TRUE(is_found(with_factors_of_the_address(right.execute), cell, right, others))
          << spec::instruction_name(cell);
    }
  }
  EXPECT_EQ(of_factors, 4 + 5);
}

}  // namespace
}  // namespace vconform::suites
