#include "suites/judging/operation_findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <variant>

#include "oracle/operation/issued_writes.h"
#include "oracle/operation/undefined_call.h"
#include "spec/number/digest.h"
#include "spec/rows/operation_rows.h"
#include "suites/judging/permitted_worlds.h"

namespace vconform::suites {

namespace {

using spec::cite;

// The rules about sources that are NaN, inf or out of range.
constexpr std::array kRulesOfSpecials = {cite("special.nan-to-int-is-zero"),
                                         cite("special.inf-to-int-saturates"),
                                         cite("special.int-overflow-saturates"),
                                         cite("special.nan-stays-nan"),
                                         cite("special.inf-stays-inf"),
                                         cite("ctrl.48"),
                                         cite("ctrl.59"),
                                         cite("ctrl.59-f162s16"),
                                         cite("overflow.nearest"),
                                         cite("overflow.directed"),
                                         cite("overflow.odd")};

std::string call_text(const spec::IssuedCall& call) {
  return call.function + (call.file.empty() ? "" : fmt::format(" at {}:{}", call.file, call.line));
}

// `is_changed`: whether anything else stands there than before the operation.
std::string writer_text(const oracle::Writer& writer, const spec::IssuedCall* in_scratch,
                        bool is_changed) {
  if (writer.call == nullptr && writer.is_certain && !is_changed) {
    return "nothing wrote it: it is as it was before";
  }
  if (writer.call == nullptr && in_scratch != nullptr) {
    return "no instruction wrote it: moved from scratch or an array of the host, where " +
           call_text(*in_scratch) + " wrote, or host scalar code";
  }
  if (writer.call != nullptr) {
    return call_text(*writer.call) + " wrote it" +
           (writer.is_certain ? "" : ", unless another call did");
  }
  return writer.is_certain ? "no instruction wrote it: host scalar code"
                           : "no conversion wrote it: a move or host scalar code";
}

Finding finding_of(std::string_view verdict, std::string_view label, const std::string& what) {
  Finding finding;
  finding.verdict = verdict;
  finding.details = fmt::format("  {:<8} {}\n", label, what);
  finding.in_short = what;
  finding.digest = spec::digest_of(what);
  return finding;
}

// Adds one finding of all that is alike, if any is. The first is told, and the digest is of all.
void add_finding(std::vector<Finding>& findings, oracle::Verdict verdict, std::string_view label,
                 const std::vector<std::string>& alike) {
  if (alike.empty()) {
    return;
  }
  findings.push_back(finding_of(oracle::name_of(verdict), label, alike.front()));
  for (auto other = alike.begin() + 1; other != alike.end(); ++other) {
    findings.back().digest = spec::digest_of(*other, findings.back().digest);
  }
}

struct Register {
  std::string_view name;
  // Its bit of OperationRow::clobbers; 0: none may leave it changed.
  std::uint32_t bit;
  std::uint64_t before;
  std::uint64_t after;
};

std::vector<Register> registers_of(const spec::Operation& step, const spec::Registers& left) {
  return {{"CTRL", 0, step.ctrl, left.ctrl},
          {"mask1 of MASK", 1U << 0, step.mask.mask1, left.mask.mask1},
          {"mask0 of MASK", 1U << 0, step.mask.mask0, left.mask.mask0},
          {"DEQSCALE", 1U << 2, step.deq_scale, left.deq_scale},
          {"ND_PARA", 1U << 3, step.fixpipe[0], left.fixpipe[0]},
          {"LRELU_ALPHA", 1U << 4, step.fixpipe[1], left.fixpipe[1]},
          {"QUANT_PRE", 1U << 5, step.fixpipe[2], left.fixpipe[2]},
          {"FPC", 1U << 6, step.fixpipe[3], left.fixpipe[3]}};
}

}  // namespace

const spec::Operation* operation_of(const spec::Case& test_case) {
  return test_case.steps.empty() ? nullptr : std::get_if<spec::Operation>(&test_case.steps.back());
}

void note_writer(const Ran& ran, const oracle::BrokenRule& broken, Finding& finding) {
  if (!ran.outcome.issued || !broken.first || !broken.first->element ||
      !broken.first->element->has_source) {
    return;
  }
  const oracle::Writer writer = oracle::writer_of(*ran.outcome.issued, broken.first->memory,
                                                  broken.first->place, ran.subject.pinned);
  const spec::IssuedCall* const in_scratch =
      oracle::computed_in_scratch(*ran.outcome.issued, *operation_of(ran.test_case));
  const bool is_changed = broken.first->got != broken.first->before;
  finding.details += "  issued   " + writer_text(writer, in_scratch, is_changed) + "\n";
  const bool is_special =
      std::ranges::find(kRulesOfSpecials, broken.rule) != kRulesOfSpecials.end();
  const bool is_by_host = writer.call == nullptr && writer.is_certain && is_changed;
  if (is_by_host && in_scratch == nullptr && is_special) {
    finding.verdict = kHostScalarCode;
  }
}

std::vector<Finding> issue_findings(const Ran& ran) {
  const spec::Operation& step = *operation_of(ran.test_case);
  if (!ran.outcome.issued) {
    return {finding_of(oracle::name_of(oracle::Verdict::kError), "reason",
                       "the lowering's process did not say what the operation issued")};
  }
  const spec::IssuedReport& report = *ran.outcome.issued;
  if (!report.problem.empty()) {
    return {finding_of(oracle::name_of(oracle::Verdict::kRejected), "issued", report.problem)};
  }
  std::vector<std::string> undefined;
  for (const spec::IssuedCall& call : report.calls) {
    if (const auto reason = oracle::undefined_by(call, ran.subject.pinned)) {
      undefined.push_back(fmt::format("{}: {}", call_text(call), *reason));
    }
  }
  std::vector<std::string> changed;
  const std::uint32_t clobbers = spec::operation_of(step.cell).clobbers;
  for (const Register& one : registers_of(step, report.left)) {
    if (one.before != one.after && (one.bit & clobbers) == 0) {
      changed.push_back(fmt::format("{} is {:#018x} at the end, and was {:#018x} at entry",
                                    one.name, one.after, one.before));
    }
  }
  std::vector<Finding> findings;
  add_finding(findings, oracle::Verdict::kRejected, "issued", undefined);
  add_finding(findings, oracle::Verdict::kWroteOutside, "register", changed);
  return findings;
}

HostElements host_elements(const Ran& ran, const oracle::World& world) {
  const spec::Operation* step = operation_of(ran.test_case);
  if (step == nullptr || !ran.outcome.issued) {
    return {};
  }
  const oracle::WrittenBytes written =
      oracle::written_by_calls(*ran.outcome.issued, step->dst.memory,
                               ran.before.of(step->dst.memory).size(), ran.subject.pinned);
  const auto count = static_cast<std::uint64_t>(
      std::ranges::count_if(world.elements, [&](const oracle::PredictedElement& element) {
        return is_judged(world, element) && element.has_source &&
               element.memory == step->dst.memory &&
               written.is_written[element.destination / oracle::kNibblesPerByte] == 0;
      }));
  const bool is_certain =
      written.is_certain && oracle::computed_in_scratch(*ran.outcome.issued, *step) == nullptr;
  return is_certain ? HostElements{.certain = count} : HostElements{.uncertain = count};
}

spec::IssuedReport silent_report(const spec::Operation& operation) {
  spec::IssuedReport report;
  report.left.ctrl = operation.ctrl;
  report.left.mask = operation.mask;
  report.left.deq_scale = operation.deq_scale;
  report.left.fixpipe = operation.fixpipe;
  return report;
}

}  // namespace vconform::suites
