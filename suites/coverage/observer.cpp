#include "suites/coverage/observer.h"

#include <algorithm>
#include <optional>

#include "oracle/predict/predict.h"
#include "spec/case/memory_image.h"
#include "spec/case/registers.h"
#include "suites/coverage/instruction_classes.h"

namespace vconform::suites {

namespace {

// A power of two.
constexpr std::size_t kKnownInputs = std::size_t{1} << 18;

constexpr std::uint64_t kValueCtrl = spec::with_ctrl_bit(spec::kCtrlKeepInfNan) |
                                     spec::with_ctrl_bit(spec::kCtrlTruncate) |
                                     spec::with_ctrl_bit(spec::kCtrlTruncateEnable);

}  // namespace

Observer::Observer(const spec::Conversion& row, const spec::Choices& readings)
    : row_(row), readings_(readings), known_(kKnownInputs) {
  for (const spec::RoundingMode& mode : spec::kRoundingModes) {
    tallies_.try_emplace(mode.rounding, empty_tallies(row));
  }
}

void Observer::expect(const spec::Cell& cell, const Tally& all_values) {
  expected_.try_emplace(cell.rounding, Expected{all_values, false});
}

bool Observer::wants_values(const spec::Cell& cell) {
  if (cell.row != row_.number) {
    return false;
  }
  const Tally& met = tallies_of(cell)[static_cast<std::size_t>(GroupId::kValues)];
  if (met.group().dims.empty()) {
    return false;
  }
  const auto expected = expected_.find(cell.rounding);
  if (expected == expected_.end()) {
    return true;
  }
  expected->second.is_met = expected->second.is_met || met.covers(expected->second.values);
  return !expected->second.is_met;
}

bool Observer::wants_values(const spec::Case& test_case) {
  return std::ranges::any_of(test_case.steps, [this](const spec::Step& step) {
    const std::optional<spec::Cell> cell = spec::cell_of(step);
    return cell && wants_values(*cell);
  });
}

CellTallies& Observer::tallies_of(const spec::Cell& cell) {
  return tallies_.at(cell.rounding);
}

const Tally& Observer::values(const spec::Cell& cell) const {
  return tallies_.at(cell.rounding)[static_cast<std::size_t>(GroupId::kValues)];
}

CellTallies Observer::all() const {
  CellTallies sum = empty_tallies(row_);
  for (const auto& [rounding, tallies] : tallies_) {
    for (std::size_t group = 0; group < kGroups; ++group) {
      sum[group].merge(tallies[group]);
    }
  }
  return sum;
}

std::size_t Observer::context_of(const spec::Step& step, std::uint64_t ctrl) {
  Context context{*spec::cell_of(step), ctrl & kValueCtrl, 0, false};
  if (const auto* matrix = std::get_if<spec::CopyMatrix>(&step)) {
    context.relu = matrix->relu_pre;
    context.is_zero_code = matrix->quant_pre == 0;
  } else if (const auto* copy = std::get_if<spec::DataCopy>(&step)) {
    context.relu = copy->is_relu ? 1 : 0;
  }
  const auto found = std::ranges::find(contexts_, context);
  if (found == contexts_.end()) {
    contexts_.push_back(context);
    return contexts_.size() - 1;
  }
  return static_cast<std::size_t>(found - contexts_.begin());
}

bool Observer::is_known(std::size_t context, const oracle::ElementInput& input) {
  constexpr std::size_t kContextMultiplier = 0x9e3779b97f4a7c15;
  Known& known = known_[(oracle::hash_of(input) + context * kContextMultiplier) % kKnownInputs];
  if (known.context == context && known.input == input) {
    return true;
  }
  known = {context, input};
  return false;
}

void Observer::see_values(const spec::Case& test_case, const oracle::World& world) {
  const std::vector<std::uint64_t> ctrls = ctrl_before_steps(test_case);
  std::optional<std::size_t> step;
  std::optional<Setting> setting;
  std::size_t context = 0;
  // Null while the step's values are not counted.
  Tally* tally = nullptr;
  for (const oracle::PredictedElement& element : world.elements) {
    if (!element.has_source || !element.source_pattern) {
      continue;
    }
    if (step != element.step) {
      step = element.step;
      const spec::Step& instruction = test_case.steps[*step];
      setting = setting_of(instruction, ctrls[*step]);
      context = context_of(instruction, ctrls[*step]);
      const spec::Cell cell = *spec::cell_of(instruction);
      tally = wants_values(cell) ? &tallies_of(cell)[static_cast<std::size_t>(GroupId::kValues)]
                                 : nullptr;
    }
    if (tally == nullptr) {
      continue;
    }
    const oracle::ElementInput input{*element.source_pattern, element.scale, element.alpha};
    const bool is_vconv = row_.family == spec::Family::kVconv;
    if (is_vconv ? !keys_.insert(alike_.key_of(*setting, input, {})).second
                 : is_known(context, input)) {
      continue;
    }
    tally->add(element_sample(*setting, input, readings_));
  }
}

void Observer::see(const spec::Case& test_case, bool is_legal) {
  if (!is_legal || wants_values(test_case)) {
    const oracle::World world =
        oracle::predict(test_case, spec::initial_image(test_case), readings_, oracle::every_rule())
            .front();
    see_values(test_case, world);
    if (world.out_of_range || world.idle_out_of_range || world.outside_reading) {
      return;
    }
  }
  for (const InstructionSample& one : instruction_samples(test_case)) {
    if (one.cell.row != row_.number) {
      continue;
    }
    CellTallies& tallies = tallies_of(one.cell);
    for (const GroupId group : {GroupId::kAddressing, GroupId::kState}) {
      tallies[static_cast<std::size_t>(group)].add(one.sample);
    }
  }
}

}  // namespace vconform::suites
