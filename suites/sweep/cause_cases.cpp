#include "suites/sweep/cause_cases.h"

#include <algorithm>

#include "generators/choices/draws.h"
#include "generators/copy_matrix/question.h"
#include "generators/data_copy/question.h"
#include "generators/programs/instruction_cases.h"
#include "generators/sweep/memory.h"
#include "generators/sweep/programs.h"
#include "spec/case/case_text.h"
#include "spec/number/quantization.h"
#include "spec/rules/rules.h"
#include "suites/judging/matches_oracle.h"
#include "suites/judging/run_case.h"

namespace vconform::suites {

namespace {

spec::Case copied_value_case(const generators::SweepDomain& domain,
                             const generators::SweepValue& value) {
  if (domain.cell.conversion().family == spec::Family::kCopyMatrix) {
    generators::MatrixQuestion question = generators::matrix_question(domain.cell);
    question.call.registers.ctrl = domain.ctrl;
    question.call.words.word = value.scale;
    question.patterns = {value.source};
    return generators::matrix_case(question).test_case;
  }
  generators::BlockQuestion question =
      generators::long_block_question(domain.cell, domain.ctrl, value.scale, 1);
  question.patterns = {value.source};
  return generators::block_case(question).test_case;
}

// The simplest case of the instruction, with the value in its first lanes.
spec::Case value_case(const generators::SweepDomain& domain, std::uint64_t number) {
  const spec::FeatureSet values{static_cast<std::uint32_t>(spec::Feature::kSaturate) |
                                static_cast<std::uint32_t>(spec::Feature::kKeepInf)};
  const spec::Conversion& row = domain.cell.conversion();
  const generators::SweepValue value = generators::sweep_value(domain, number);
  if (row.is_copy()) {
    return copied_value_case(domain, value);
  }
  generators::ReplaySource simplest({});
  spec::Case test_case =
      with_ctrl(generators::instruction_case(simplest, domain.cell, values), domain.ctrl);
  if (!spec::is_vdeq(row.deq)) {
    return with_sources(row.family == spec::Family::kDeq
                            ? with_deq_scale(test_case, {value.scale, false})
                            : test_case,
                        {value.source});
  }
  const spec::Address at{
      spec::MemoryId::kUb,
      spec::kVectorAddress.of(deq_scale_of(test_case).value) * spec::kVectorAddressUnit};
  for (std::uint64_t i = 0; i < spec::kVectorFactors; ++i) {
    test_case.placements.push_back(spec::PlaceElement{at, spec::NumberType::kU64, i, value.scale});
  }
  return with_sources(test_case, std::vector<std::uint64_t>(spec::kVectorFactors, value.source));
}

// The program of the sweep that met the value.
spec::Case program_case(const PlannedDomain& domain, std::uint64_t number) {
  const std::uint64_t size = generators::chunk_size(domain.domain.cell.conversion());
  const std::vector<generators::SweepProgram> programs =
      generators::sweep_programs(domain.domain, domain.features, number / size);
  const auto met =
      std::find_if(programs.begin(), programs.end(), [&](const generators::SweepProgram& program) {
        return number >= program.first && number - program.first < program.lanes() &&
               program.is_active(number - program.first);
      });
  return generators::case_of(met == programs.end() ? programs.front() : *met);
}

bool fails_alike(const Cause& cause, const Subject& subject, const spec::Case& test_case) {
  const CheckResult result = matches_oracle(subject, test_case);
  return std::any_of(result.findings.begin(), result.findings.end(), [&](const Finding& finding) {
    return cause.rule.empty() || (finding.rule && finding.rule == spec::rule_with_slug(cause.rule));
  });
}

}  // namespace

SweptCause with_case(const Cause& cause, const PlannedDomain& domain, const Subject& subject) {
  const bool is_of_a_value = !cause.result_class.empty() || cause.verdict == kGoldenVerdict;
  spec::Case test_case = is_of_a_value ? value_case(domain.domain, cause.smallest.number)
                                       : program_case(domain, cause.smallest.number);
  bool fails = fails_alike(cause, subject, test_case);
  if (is_of_a_value && !fails) {
    spec::Case program = program_case(domain, cause.smallest.number);
    if (fails_alike(cause, subject, program)) {
      test_case = std::move(program);
      fails = true;
    }
  }
  test_case.claim = claim_name("MatchesOracle", domain.domain.cell);
  return {cause, "", spec::to_text(test_case), fails};
}

}  // namespace vconform::suites
