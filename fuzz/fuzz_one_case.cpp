#include "fuzz/fuzz_one_case.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "generators/byte_source.h"
#include "generators/vconv_cases.h"
#include "oracle/explain.h"
#include "oracle/judge.h"
#include "oracle/predict.h"
#include "spec/case_text.h"

namespace vconform::fuzz {

namespace {

// A row, then one of its modes: appending either keeps the meaning of saved inputs.
spec::Cell draw_cell(generators::ChoiceSource& choices) {
  const spec::Conversion row = choices.pick(spec::kConversions);
  const std::string modes = std::string(row.modes) + std::string(row.optional_modes);
  return {row.number, spec::rounding_with_letter(choices.pick(modes)).value()};
}

// Most inputs are one repeat: the oracle takes microseconds for an element, and a hundred small
// cases reach more than one of 255 repeats.
[[maybe_unused]] spec::FeatureSet draw_features(generators::ChoiceSource& choices, spec::FeatureSet claimed) {
  return choices.one_in(16) ? claimed : claimed.without(spec::Feature::kRepeat);
}

std::uint64_t judged_elements(const oracle::World& world) {
  const auto is_judged = [&](const oracle::PredictedElement& element) {
    return world.expectations[element.expectation].kind != oracle::Expectation::Kind::kAnything;
  };
  return static_cast<std::uint64_t>(
      std::count_if(world.elements.begin(), world.elements.end(), is_judged));
}

std::string failure_text(const spec::Case& test_case, const spec::Outcome& outcome,
                         const oracle::World& world, const oracle::Judgement& judgement) {
  std::string text(oracle::name_of(judgement.verdict));
  for (const oracle::BrokenRule& broken : judgement.broken) {
    text += "  rule " + oracle::rule_text(broken.rule) + "\n";
    text += broken.first ? oracle::explain_difference(test_case, world, *broken.first)
                         : "  reason   " + outcome.message + "\n";
  }
  return text + "as a .case file, to replay:\n" + spec::to_text(test_case);
}

}  // namespace

CaseFuzzer::CaseFuzzer(std::unique_ptr<adapters::Backend> backend)
    : backend_(std::move(backend)), pinned_(spec::choices_of(spec::profile_named("a2"))) {}

CaseFuzzer::~CaseFuzzer() {
  std::fprintf(stderr, "%s: %" PRIu64 " cases, %" PRIu64 " elements judged\n",
               backend_->name().c_str(), cases_, elements_);
}

void CaseFuzzer::vconv(std::span<const std::uint8_t> bytes) {
  generators::ByteSource choices(bytes);
  const spec::Cell cell = draw_cell(choices);
  const std::optional<spec::FeatureSet> claimed = backend_->claims(cell);
  if (!claimed) {
    return;
  }
  spec::Case test_case = generators::vconv_case(choices, cell, {claimed->without(spec::Feature::kRepeat), 40});
  test_case.claim = "Vconv.MatchesOracle/" + cell_name(cell);
  const spec::MemoryImage before = spec::initial_image(test_case);
  const std::vector<oracle::World> worlds = oracle::predict(test_case, before, pinned_);
  const spec::Outcome outcome = backend_->execute(test_case, before);
  const oracle::Judgement judgement =
      oracle::judge(worlds, before, outcome, {backend_->declares_argument_checking()});
  const oracle::World& world = worlds[judgement.world];
  if (judgement.verdict != oracle::Verdict::kPass) {
    std::fputs(failure_text(test_case, outcome, world, judgement).c_str(), stderr);
    std::abort();
  }
  ++cases_;
  elements_ += judged_elements(world);
}

}  // namespace vconform::fuzz
