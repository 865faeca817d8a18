#include "suites/probing/resolve_choices.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "generators/programs/discriminators.h"
#include "spec/text/error.h"
#include "suites/files/one_line.h"
#include "suites/files/program.h"
#include "suites/probing/claims_digest.h"
#include "suites/probing/own_addressing.h"
#include "suites/probing/probe_report.h"
#include "suites/shards/parts.h"

namespace vconform::suites {

namespace {

constexpr std::string_view kProbed = "probed";
constexpr std::string_view kProbedFile = "probed:";

// Pins the readings in `choices`, replacing earlier ones.
void pin_over(ResolvedChoices& resolved, const spec::Choices& choices, ChoiceOrigin origin) {
  for (const spec::Choice& choice : choices.all()) {
    resolved.pinned.pin(choice);
    resolved.inferred.leave_open(choice.rule);
    if (origin == ChoiceOrigin::kProbe) {
      resolved.inferred.pin(choice);
    }
    resolved.origins[choice.rule] = origin;
  }
}

// Replaces the readings of rules about addressing if the suite does it. Earlier probe files have
// such readings too.
void pin_suites_readings(ResolvedChoices& resolved, const adapters::Backend& backend) {
  for (const spec::Choice& choice : resolved.pinned.all()) {
    if (is_own_addressing(backend, choice.rule)) {
      resolved.pinned.leave_open(choice.rule);
      resolved.inferred.leave_open(choice.rule);
      resolved.origins[choice.rule] = ChoiceOrigin::kOpen;
    }
  }
  if (!backend.judges_addressing()) {
    pin_over(resolved, readings_of_own_addressing(backend), ChoiceOrigin::kSuite);
  }
}

spec::Choices declared_by(const adapters::Backend& backend) {
  spec::Choices declared;
  for (const std::string& choice : backend.permissive_choices()) {
    spec::pin_from_text(declared, choice);
  }
  if (const std::optional<spec::Choice> order = backend.overlap_order()) {
    declared.pin(*order);
  }
  for (const spec::Choice& choice : declared.all()) {
    if (is_own_addressing(backend, choice.rule)) {
      declared.leave_open(choice.rule);
    }
  }
  return declared;
}

spec::Choices without_order(spec::Choices choices) {
  choices.leave_open(spec::cite("walk.order"));
  return choices;
}

// The names of the instructions that the subject claims.
std::vector<std::string> instructions_of(const Subject& subject) {
  std::vector<std::string> names;
  for (const spec::Cell& cell : spec::all_cells()) {
    if (subject.claims(cell)) {
      names.push_back(spec::instruction_name(cell));
    }
  }
  return names;
}

bool is_of_all(const Subject& subject, const adapters::Backend& backend) {
  return std::ranges::all_of(spec::all_cells(), [&](const spec::Cell& cell) {
    return subject.claims(cell) || !backend.claims(cell);
  });
}

std::vector<std::string> names_of(std::span<const spec::Cell> cells) {
  std::vector<std::string> names;
  std::ranges::transform(cells, std::back_inserter(names),
                         [](const spec::Cell& cell) { return spec::instruction_name(cell); });
  return names;
}

[[noreturn]] void refuse_probe_file(const std::string& file, const std::string& what) {
  throw spec::InputError(fmt::format(
      "probe file {}: {}; probe this backend with: {} probe --backend B, or leave --profile out",
      in_quotes(file), what, program()));
}

// Probes again what the file has no reading of, or one that stands for others, or one that not
// every case fitted: of a file that was edited, every rule could be left open, and a fault that is
// not there again is one of a backend that gives two results for the same case.
std::vector<ProbedRule> checked_open_rules(const std::string& file, const ProbeRecord& record,
                                           Subject subject, const adapters::Backend& backend,
                                           std::span<const spec::Cell> cells,
                                           std::span<const std::string> instructions) {
  // A run of fewer instructions need not meet the case again.
  const bool is_of_same = record.instructions.empty()
                              ? cells.empty() && is_of_all(subject, backend)
                              : record.instructions.size() == instructions.size();
  const auto must_recur = [&](spec::RuleId rule) { return is_of_same && record.faulty.test(rule); };
  for (const spec::Choice& choice : record.readings.all()) {
    if (!must_recur(choice.rule)) {
      subject.pinned.pin(choice);
    }
  }
  std::vector<ProbedRule> again = probe_backend(backend, subject, cells);
  for (const ProbedRule& rule : again) {
    if (must_recur(rule.rule) && !is_fault(rule) && !rule.refused) {
      refuse_probe_file(file,
                        fmt::format("a case of the rule {} fitted no reading, or was refused, "
                                    "and now none is: this backend gives two results for "
                                    "the same case",
                                    spec::rule_of(rule.rule).slug));
    }
  }
  for (const spec::Choice& choice : readings_of(again).all()) {
    if (must_recur(choice.rule) && record.readings.reading(choice.rule) == choice) {
      continue;
    }
    refuse_probe_file(file,
                      fmt::format("it has no reading of the rule {}, and this backend shows {}",
                                  spec::rule_of(choice.rule).slug, spec::reading_of(choice).name));
  }
  for (const spec::Choice& choice : readings_of_unexplained(again).all()) {
    if (!record.unexplained.reading(choice.rule)) {
      refuse_probe_file(
          file, fmt::format("it has nothing in place of a reading of the rule {}, of which this "
                            "backend shows none",
                            spec::rule_of(choice.rule).slug));
    }
  }
  return again;
}

// Checks that the file is about this backend, these instructions and every rule needed: readings of
// another backend would be taken for its own, and a rule without a result, or that could not be
// seen in what was claimed or run then, would stay open.
ProbeRecord probed_earlier(const std::string& file, const std::string& on,
                           const std::string& claims, const adapters::Backend& backend,
                           std::span<const std::string> instructions, const spec::Choices& known) {
  const auto refuse = [&](const std::string& what) { refuse_probe_file(file, what); };
  ProbeRecord record = read_probe(file);
  if (record.backend_name != backend.name()) {
    refuse(fmt::format("it is of the backend {}, and this one is {}",
                       in_quotes(record.backend_name), in_quotes(backend.name())));
  }
  if (record.on != on) {
    refuse(fmt::format("it is of --on {}, and this run is of --on {}", in_quotes(record.on),
                       in_quotes(on)));
  }
  if (record.claims != claims) {
    refuse("this backend claims other instructions or features than the one that was probed");
  }
  for (const std::string& name : instructions) {
    if (!record.instructions.empty() &&
        std::ranges::find(record.instructions, name) == record.instructions.end()) {
      refuse(fmt::format("{} was not among the instructions that were probed", name));
    }
  }
  for (const generators::Discriminator& row : generators::discriminators()) {
    for (const spec::RuleId rule : row.rules) {
      if (!is_own_addressing(backend, rule) && !record.rules.test(rule) && !known.reading(rule)) {
        refuse(fmt::format("it says nothing of the rule {}", spec::rule_of(rule).slug));
      }
    }
  }
  return record;
}

}  // namespace

std::string_view name_of(ChoiceOrigin origin) {
  switch (origin) {
    case ChoiceOrigin::kOpen:
      return "open";
    case ChoiceOrigin::kProfile:
      return "profile";
    case ChoiceOrigin::kProbe:
      return "probe";
    case ChoiceOrigin::kDeclared:
      return "declared";
    case ChoiceOrigin::kAsked:
      return "asked for";
    case ChoiceOrigin::kUnexplained:
      return "no known reading";
    case ChoiceOrigin::kSuite:
      return "done by the suite";
  }
  return "";
}

std::vector<spec::Choice> departing_of(const ResolvedChoices& choices) {
  std::vector<spec::Choice> departing = choices.pinned.all();
  std::erase_if(departing, [&](const spec::Choice& choice) {
    return spec::reading_of(choice).ground != spec::Ground::kDeparts ||
           choices.origins[choice.rule] == ChoiceOrigin::kAsked;
  });
  return departing;
}

bool probes(const BackendOptions& options) {
  return options.profile.empty() ||
         (!is_probed_file(options.profile) && spec::profile_named(options.profile).probes);
}

bool was_probed(const ResolvedChoices& choices) {
  BackendOptions used;
  used.profile = choices.profile == kProbed ? "" : choices.profile;
  return probes(used);
}

bool is_probed_file(std::string_view profile) {
  return profile.starts_with(kProbedFile);
}

std::string probe_file_of(std::string_view profile) {
  return is_probed_file(profile) ? std::string(profile.substr(kProbedFile.size())) : "";
}

bool weakens(spec::Choice pinned, bool is_asked) {
  const spec::Reading& reading = spec::reading_of(pinned);
  return reading.permissive || (reading.ground == spec::Ground::kDeparts && is_asked);
}

spec::Choices choices_of_profile(const std::string& profile) {
  return is_probed_file(profile) ? read_probe(probe_file_of(profile)).readings
                                 : spec::choices_of(spec::profile_named(profile));
}

namespace {

// A lowering has no instruction that could be probed: its operations are judged by a profile.
BackendOptions with_profile(BackendOptions options, const adapters::Backend& backend) {
  if (options.profile.empty() && !backend.operations().empty()) {
    options.profile = "a2";
  }
  return options;
}

}  // namespace

ResolvedChoices resolve_choices(const BackendOptions& given, const adapters::Backend& backend,
                                const Subject& subject, std::span<const spec::Cell> cells) {
  const BackendOptions options = with_profile(given, backend);
  expect_out_of_reach("--profile", probe_file_of(options.profile), options.allow_write);
  ResolvedChoices resolved;
  resolved.profile = options.profile.empty() ? std::string(kProbed) : options.profile;
  resolved.claims = digest_of_claims(backend);
  spec::Choices asked;
  spec::pin_all(asked, options.choices);
  const spec::Choices declared = declared_by(backend);
  if (probes(options)) {
    ResolvedChoices known;
    if (!options.profile.empty()) {
      pin_over(resolved, without_order(choices_of_profile(options.profile)),
               ChoiceOrigin::kProfile);
      known = resolved;
    }
    pin_over(known, without_order(declared), ChoiceOrigin::kDeclared);
    pin_over(known, asked, ChoiceOrigin::kAsked);
    Subject open = subject;
    open.pinned = known.pinned;
    resolved.probed = probe_backend(backend, open, cells);
    if (!is_of_all(subject, backend)) {
      resolved.instructions = instructions_of(subject);
    }
    resolved.of_probing = backend.incidents();
    pin_over(resolved, without_order(readings_of(resolved.probed)), ChoiceOrigin::kProbe);
    pin_over(resolved, without_order(readings_of_unexplained(resolved.probed)),
             ChoiceOrigin::kUnexplained);
  } else {
    ResolvedChoices known;
    pin_over(known, declared, ChoiceOrigin::kDeclared);
    pin_over(known, asked, ChoiceOrigin::kAsked);
    if (is_probed_file(options.profile)) {
      const std::string file = probe_file_of(options.profile);
      const std::vector<std::string> instructions =
          cells.empty() ? instructions_of(subject) : names_of(cells);
      const ProbeRecord record =
          probed_earlier(file, options.on, resolved.claims, backend, instructions, known.pinned);
      if (!options.is_profile_checked) {
        Subject open = subject;
        open.pinned = known.pinned;
        resolved.checked = checked_open_rules(file, record, open, backend, cells, instructions);
      }
      resolved.of_earlier_probing = record.incidents;
      pin_over(resolved, without_order(record.readings), ChoiceOrigin::kProbe);
      pin_over(resolved, without_order(record.unexplained), ChoiceOrigin::kUnexplained);
    } else {
      pin_over(resolved, without_order(choices_of_profile(options.profile)),
               ChoiceOrigin::kProfile);
    }
  }
  pin_over(resolved, declared, ChoiceOrigin::kDeclared);
  pin_suites_readings(resolved, backend);
  pin_over(resolved, asked, ChoiceOrigin::kAsked);
  return resolved;
}

Subject judged_by(const Subject& subject, const ResolvedChoices& choices) {
  Subject judged = subject;
  judged.pinned = choices.pinned;
  judged.inferred = choices.inferred;
  judged.departing = departing_of(choices);
  return judged;
}

}  // namespace vconform::suites
