#include <algorithm>
#include <map>

#include "spec/profiles/choices.h"
#include "spec/rules/rules.h"
#include "suites/files/one_line.h"
#include "suites/probing/own_addressing.h"
#include "suites/probing/resolve_choices.h"
#include "suites/report/certificate.h"
#include "suites/report/certificate_plan.h"
#include "suites/report/expect.h"

namespace vconform::suites {

namespace {

spec::FeatureSet features_of(const RowRecord& row) {
  spec::FeatureSet features;
  for (const std::string& name : row.features) {
    const std::optional<spec::Feature> feature = spec::feature_named(name);
    expect(feature.has_value(), "the features of {} have {}, which is none",
           in_quotes(row.instruction), in_quotes(name));
    features.bits |= static_cast<std::uint32_t>(*feature);
  }
  expect(std::ranges::equal(spec::names_of(features.normalised()), row.features),
         "the features of {} are not written as this program writes them",
         in_quotes(row.instruction));
  return features;
}

Claims claims_of(const CertificateRecord& record) {
  std::map<std::pair<std::size_t, spec::Rounding>, spec::FeatureSet> claimed;
  for (const RowRecord& row : record.rows) {
    const spec::FeatureSet features = features_of(row);
    const std::optional<spec::Cell> cell = spec::cell_named(row.instruction);
    expect(cell && spec::name_of(cell->conversion().family).name == row.family,
           "the row of {} is of another family than {}", in_quotes(row.instruction), row.family);
    expect(row.claimed || features == spec::FeatureSet{}, "{} is not claimed and has features",
           in_quotes(row.instruction));
    if (row.claimed) {
      claimed[{cell->row, cell->rounding}] = features;
    }
  }
  return [claimed](const spec::Cell& cell) {
    const auto found = claimed.find({cell.row, cell.rounding});
    return found == claimed.end() ? std::nullopt : std::optional(found->second);
  };
}

// The reading of a rule that the backend declares, if any.
std::optional<std::string> declared_reading(const PlanRecord& plan, const std::string& rule) {
  if (rule == spec::rule_of(spec::cite("walk.order")).slug) {
    return plan.overlap_order;
  }
  for (const std::string& choice : plan.permissive_choices) {
    if (choice.starts_with(rule + "=")) {
      return choice.substr(rule.size() + 1);
    }
  }
  return std::nullopt;
}

// Expects that the profile pins a reading that is said to be from it, that one was probed that is
// said to be, and that a permissive one is neither.
void check_source(const std::string& profile, const ChoiceRecord& choice) {
  const std::string text = choice.rule + "=" + *choice.reading;
  const spec::Choice pinned = spec::choice_named(text);
  const auto* const named = std::ranges::find(spec::kProfiles, profile, &spec::Profile::name);
  const bool is_named = named != spec::kProfiles.end();
  if (choice.from == name_of(ChoiceOrigin::kProfile)) {
    expect(is_named && spec::choices_of(*named).reading(pinned.rule) == pinned,
           "the choice {} is from the profile {}, which does not pin it", text, in_quotes(profile));
  } else if (choice.from == name_of(ChoiceOrigin::kProbe) ||
             choice.from == name_of(ChoiceOrigin::kUnexplained)) {
    expect(!is_named || named->probes,
           "the choice {} is from probing, which the profile {} does not", text,
           in_quotes(profile));
    expect(!spec::reading_of(pinned).permissive, "the choice {} is one that no probing finds",
           text);
  }
}

// Expects that a rule was not left open which the profile pins: except the order, which no
// profile promises, and rules about addressing where the suite does that.
void check_left_open(const CertificateRecord& record, const ChoiceRecord& choice) {
  const auto rule = spec::rule_with_slug(choice.rule);
  const auto* const named =
      std::ranges::find(spec::kProfiles, record.profile, &spec::Profile::name);
  if (!rule || named == spec::kProfiles.end() || *rule == spec::cite("walk.order")) {
    return;
  }
  const bool may_be_own = spec::rule_of(*rule).topic == spec::Topic::kAddressing ||
                          readings_of_own_addressing().reading(*rule);
  expect((!record.addressing_judged && may_be_own) || !spec::choices_of(*named).reading(*rule),
         "the choice of {} is open, and the profile {} pins it", choice.rule,
         in_quotes(record.profile));
}

// Expects that a declared reading holds unless another one was asked for.
void check_origin(const CertificateRecord& record, const ChoiceRecord& choice) {
  const PlanRecord& plan = *record.plan;
  const auto is = [&](ChoiceOrigin origin) { return choice.from == name_of(origin); };
  if (is(ChoiceOrigin::kSuite)) {
    const auto rule = spec::rule_with_slug(choice.rule);
    const auto reading = rule ? readings_of_own_addressing().reading(*rule) : std::nullopt;
    expect(
        !record.addressing_judged && reading && choice.reading == spec::reading_of(*reading).name,
        "the choice of {} is {}, which the suite does not do for this backend", choice.rule,
        choice.reading.value_or("open"));
    return;
  }
  expect(is(ChoiceOrigin::kOpen) || is(ChoiceOrigin::kProfile) || is(ChoiceOrigin::kProbe) ||
             is(ChoiceOrigin::kDeclared) || is(ChoiceOrigin::kAsked) ||
             is(ChoiceOrigin::kUnexplained),
         "the choice of {} is from {}, which is nobody", choice.rule, in_quotes(choice.from));
  const std::string reading = choice.reading.value_or("open");
  expect(is(ChoiceOrigin::kOpen) == !choice.reading, "the choice of {} is {}, but from {}",
         choice.rule, reading, choice.from);
  if (choice.reading) {
    check_source(record.profile, choice);
  } else {
    check_left_open(record, choice);
  }
  const std::optional<std::string> declared = declared_reading(plan, choice.rule);
  expect(is(ChoiceOrigin::kDeclared) ? declared == choice.reading
                                     : !declared || is(ChoiceOrigin::kAsked),
         "the choice of {} is {} from {}, and the backend declares {}", choice.rule, reading,
         choice.from, declared ? in_quotes(*declared) : "none");
}

}  // namespace

Subject planned_subject(const CertificateRecord& record) {
  constexpr std::uint64_t kMostStrideBits = 16;
  Subject subject;
  subject.claims = claims_of(record);
  for (const RowRecord& row : record.rows) {
    if (row.laid_out) {
      subject.laid_out.push_back(*spec::cell_named(row.instruction));
    }
  }
  spec::Choices declared;
  spec::pin_all(declared, record.plan->permissive_choices);
  for (const ChoiceRecord& choice : record.choices) {
    check_origin(record, choice);
    if (choice.reading) {
      const std::string text = choice.rule + "=" + *choice.reading;
      spec::pin_from_text(subject.pinned, text);
      if (choice.from == name_of(ChoiceOrigin::kProbe)) {
        spec::pin_from_text(subject.inferred, text);
      }
      const spec::Choice pinned = spec::choice_named(text);
      const spec::Ground ground = spec::reading_of(pinned).ground;
      expect(!choice.ground || *choice.ground == spec::name_of(ground),
             "the ground of {} is {}, and the rules say {}", text,
             one_line(choice.ground.value_or("not recorded")), spec::name_of(ground));
      const bool is_asked = choice.from == name_of(ChoiceOrigin::kAsked);
      if (ground == spec::Ground::kDeparts && !is_asked) {
        subject.departing.push_back(pinned);
      }
      expect(!weakens(pinned, is_asked) ||
                 std::ranges::find(record.weakenings, text) != record.weakenings.end(),
             "the choice {} is a weakening, and is not among those that it lists", text);
    }
  }
  subject.checks_arguments = record.checks_arguments;
  subject.thread_safe = record.plan->thread_safe;
  for (const spec::DeclaredOperation& operation : record.operations) {
    subject.operations.push_back(spec::declare_operation(operation));
  }
  for (const RowRecord& row : record.rows) {
    if (row.lowered) {
      subject.lowered.push_back(*spec::cell_named(row.instruction));
    }
  }
  expect(record.plan->stride_bits <= kMostStrideBits, "backend.stride_bits is {}, more than {}",
         record.plan->stride_bits, kMostStrideBits);
  subject.stride_bits = static_cast<int>(record.plan->stride_bits);
  subject.largest_memory = record.plan->largest_memory;
  return subject;
}

}  // namespace vconform::suites
