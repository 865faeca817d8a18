#include "suites/coverage/reachability.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <unordered_set>

#include "oracle/explain/element_text.h"
#include "spec/profiles/choices.h"
#include "suites/coverage/alike.h"
#include "suites/coverage/candidate_sources.h"
#include "suites/coverage/candidate_words.h"
#include "suites/coverage/element_classes.h"
#include "suites/coverage/reasons.h"
#include "suites/judging/level.h"

namespace vconform::suites {

namespace {

bool is_in(const Sample& sample, const Bin& bin) {
  return (sample[bin.a] & only(bin.class_a)) != 0 &&
         (!bin.b || (sample[*bin.b] & only(bin.class_b)) != 0);
}

bool has_class(const Tally& tally, Dim dim, std::size_t number) {
  return tally.has({dim, number});
}

// The states of CTRL that make a difference.
std::vector<std::uint64_t> ctrls_of(const Group& group) {
  std::vector<std::uint64_t> ctrls;
  const auto has = [&](Dim dim) { return std::ranges::find(group.dims, dim) != group.dims.end(); };
  for (const std::uint64_t ctrl : kSystematicCtrl) {
    if ((has(Dim::kCtrl48) || !spec::ctrl_bit(ctrl, spec::kCtrlKeepInfNan)) &&
        (has(Dim::kCtrl59) || !spec::ctrl_bit(ctrl, spec::kCtrlTruncate))) {
      ctrls.push_back(ctrl);
    }
  }
  return ctrls;
}

// The classes of the second dimension that occur with a class of the first.
std::vector<std::string_view> partners(const Tally& tally, const Bin& bin) {
  const Dimension& other = dimension_of(*bin.b);
  std::vector<std::string_view> names;
  for (std::size_t number = 0; number < other.classes.size(); ++number) {
    if (tally.has({bin.a, bin.class_a, bin.b, number})) {
      names.push_back(other.classes[number]);
    }
  }
  return names;
}

}  // namespace

std::string text_of(const Witness& witness) {
  const spec::Cell cell = *spec::cell_of(witness.step);
  const spec::NumberFormat& from = cell.conversion().from();
  std::string text = fmt::format("{} {}{:#0{}x}", spec::instruction_name(cell),
                                 cell.conversion().family == spec::Family::kVconv ? "" : "src=",
                                 witness.input.pattern, 2 + (from.bits + 3) / 4);
  if (const std::string word = oracle::word_text_of(witness.step, witness.input); !word.empty()) {
    text += " " + word;
  }
  if (const auto* matrix = std::get_if<spec::CopyMatrix>(&witness.step)) {
    text += matrix->relu_pre == 0 ? "" : fmt::format(" ReLUPRE={}", matrix->relu_pre);
  } else if (const auto* copy = std::get_if<spec::DataCopy>(&witness.step)) {
    text += copy->is_relu ? " isRelu=1" : "";
  }
  return witness.ctrl == 0 ? text : fmt::format("{} --ctrl {:#x}", text, witness.ctrl);
}

Reachability::Reachability(const spec::Cell& cell)
    : cell_(cell),
      is_complete_(cell.conversion().family == spec::Family::kVconv),
      reachable_(group_of(GroupId::kValues, cell.conversion())) {
  const spec::Conversion& row = cell.conversion();
  if (reachable_.group().dims.empty()) {
    return;
  }
  if (!is_complete_) {
    visit_word_elements(
        cell, [this](const spec::Step& step, std::uint64_t ctrl,
                     const oracle::ElementInput& input) { try_element(step, ctrl, input); });
    return;
  }
  spec::Vconv vconv;
  vconv.cell = cell;
  const spec::Step step = vconv;
  const std::vector<std::uint64_t> sources =
      row.from().bits <= kBruteForceBits ? every_source(row.from()) : solved_sources(row);
  Alike alike;
  std::unordered_set<std::uint64_t> keys;
  for (const std::uint64_t ctrl : ctrls_of(reachable_.group())) {
    for (const std::uint64_t source : sources) {
      const oracle::ElementInput input{source, 0, 0};
      if (keys.insert(alike.key_of(setting_of(step, ctrl), input, {})).second) {
        try_element(step, ctrl, input);
      }
    }
  }
}

void Reachability::try_element(const spec::Step& step, std::uint64_t ctrl,
                               const oracle::ElementInput& input) {
  ++tried_;
  const Sample sample = element_sample(setting_of(step, ctrl), input, spec::choices_of_golden());
  if (reachable_.has_new(sample)) {
    reachable_.add(sample);
    witnesses_.push_back({step, ctrl, input});
    samples_.push_back(sample);
  }
}

bool Reachability::is_decided() const {
  if (is_complete_) {
    return true;
  }
  const std::vector<Bin> bins = reachable_.bins();
  return std::all_of(bins.begin(), bins.end(), [this](const Bin& bin) {
    return reachable_.has(bin) || impossible(bin).has_value();
  });
}

const Witness* Reachability::witness(const Bin& bin) const {
  for (std::size_t i = 0; i < samples_.size(); ++i) {
    if (is_in(samples_[i], bin)) {
      return &witnesses_[i];
    }
  }
  return nullptr;
}

std::optional<std::string> Reachability::impossible(const Bin& bin) const {
  if (reachable_.has(bin)) {
    return std::nullopt;
  }
  if (const auto reason = reason_against(cell_, bin)) {
    return std::string(*reason);
  }
  if (bin.b) {
    for (const Bin& single : {Bin{bin.a, bin.class_a}, Bin{*bin.b, bin.class_b}}) {
      if (const auto reason = impossible(single)) {
        return reason;
      }
    }
  }
  return is_complete_ ? std::optional(why_none_was_found(bin)) : std::nullopt;
}

std::string Reachability::why_none_was_found(const Bin& bin) const {
  if (bin.b && has_class(reachable_, bin.a, bin.class_a)) {
    return fmt::format("with {} {}, {} is always {}", dimension_of(bin.a).name,
                       dimension_of(bin.a).classes[bin.class_a], dimension_of(*bin.b).name,
                       fmt::join(partners(reachable_, bin), ", or "));
  }
  return cell_.conversion().from().bits <= kBruteForceBits
             ? fmt::format("none of the {} sources gives it",
                           cell_.conversion().from().pattern_mask() + 1)
             : fmt::format(
                   "none of the regions into which limits and ties divide the sources gives "
                   "it ({} values of them were tried)",
                   tried_ / kSystematicCtrl.size());
}

}  // namespace vconform::suites
