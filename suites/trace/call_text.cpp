#include "suites/trace/call_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "adapters/intrinsics/records/call_status.h"
#include "spec/number/rounding.h"
#include "spec/rules/rules.h"
#include "suites/trace/findings.h"

namespace vconform::suites {

namespace {

bool is_operand(std::string_view name) {
  constexpr std::array kOperands = {"dst",      "src",      "src0",      "src1",
                                    "dstLocal", "srcLocal", "vdeqTensor"};
  return std::ranges::find(kOperands, name) != kOperands.end();
}

// Words are bit patterns; they have the whole range of 64 bits.
std::string value_text(const TracedArgument& argument, const AddressSpace& space) {
  const auto bits = static_cast<std::uint64_t>(argument.value);
  if (is_operand(argument.name)) {
    return space.text_of(bits);
  }
  constexpr std::int64_t kLargestDecimal = 65535;
  const bool is_word = argument.least < 0 && argument.most > kLargestDecimal &&
                       (argument.value < 0 || argument.value > kLargestDecimal);
  return is_word ? fmt::format("{:#x}", bits) : fmt::format("{}", argument.value);
}

}  // namespace

std::string call_text(const TracedCall& call, const AddressSpace& space) {
  std::string arguments;
  for (const TracedArgument& argument : call.arguments) {
    arguments += fmt::format("{}{}={}", arguments.empty() ? "" : ", ", argument.name,
                             value_text(argument, space));
  }
  std::string text = fmt::format("{}: {}({})", text_of(SourceLine{call.file, call.line}),
                                 call.function, arguments);
  if (call.status != VCONFORM_OK) {
    text += fmt::format(": {}: {}", adapters::intrinsics::word_for(call.status), call.message);
  }
  return text;
}

std::string operands_text(const TracedCall& call, const AddressSpace& space) {
  std::string text;
  const auto add = [&](std::string_view name, std::uint64_t address) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, space.text_of(address));
  };
  if (call.instruction) {
    std::visit(
        [&](const auto& step) {
          if constexpr (requires { step.dst; }) {
            add("dst", step.dst.offset);
            add("src", step.src.offset);
          }
        },
        *call.instruction);
  }
  return text;
}

std::string promise_text(const Issued& issued) {
  if (!issued.cell) {
    return "";
  }
  const spec::Conversion& row = issued.cell->conversion();
  std::string text = fmt::format("{} -> {}", row.from().name, row.to().name);
  if (row.family == spec::Family::kVconv) {
    const spec::RoundingMode& mode = spec::mode_of(issued.cell->rounding);
    text += fmt::format(", rounding {}", mode.page);
  }
  return text + fmt::format("; {}: {}", spec::name_of(row.status), row.origin);
}

std::vector<std::string> rule_slugs(const Issued& issued) {
  std::vector<std::string> slugs;
  for (std::size_t rule = 0; rule < issued.rules.size(); ++rule) {
    if (issued.rules[rule]) {
      slugs.emplace_back(spec::rule_of(static_cast<spec::RuleId>(rule)).slug);
    }
  }
  return slugs;
}

}  // namespace vconform::suites
