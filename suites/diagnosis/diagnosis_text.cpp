#include "suites/diagnosis/diagnosis_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "suites/diagnosis/shared_mistakes.h"
#include "suites/judging/names.h"

namespace vconform::suites {

namespace {

// "; of 37 wrong elements looked at 90 % NaN, 10 % ties".
std::string inputs_text(const std::vector<InputCount>& inputs) {
  constexpr std::size_t kMostClasses = 4;
  std::uint64_t all = 0;
  for (const InputCount& count : inputs) {
    all += count.elements;
  }
  std::string text;
  for (std::size_t i = 0; i < std::min(kMostClasses, inputs.size()); ++i) {
    const std::uint64_t percent = (200 * inputs[i].elements + all) / (2 * all);
    text +=
        fmt::format("{}{} % {}", i == 0 ? "" : ", ",
                    percent == 0 ? "under 1" : std::to_string(percent), name_of(inputs[i].input));
  }
  const std::string_view more = inputs.size() > kMostClasses ? " and others" : "";
  return inputs.empty() ? ""
                        : fmt::format("; of {} wrong elements looked at {}{}", all, text, more);
}

// "; the first step that differs: integer, `deq.s9-rounding`".
std::string first_steps_text(const std::vector<WrongStep>& steps) {
  std::string text;
  for (const WrongStep& step : steps) {
    text += fmt::format("{} {}, `{}`", text.empty() ? "; the first step that differs:" : ", or",
                        step.step, step.rule);
  }
  return text;
}

std::string unexplained_text(const UnexplainedRows& rows) {
  return fmt::format("  not explained: failures in {}{}{}{}\n", joined(names_by_row(rows.cells)),
                     rows.depends_on.empty() ? "" : ", which depend on " + rows.depends_on,
                     first_steps_text(rows.first_steps), inputs_text(rows.inputs));
}

}  // namespace

std::string diagnosis_text(const std::vector<Diagnosis>& diagnoses) {
  constexpr std::size_t kMostAlike = 4;
  std::string text;
  for (const SharedMistake& shared : shared_mistakes(diagnoses)) {
    text += fmt::format("  {}   in {}\n", shared.sentence, joined(names_by_row(shared.cells)));
    for (std::size_t i = 1; i < std::min(shared.alike.size(), kMostAlike); ++i) {
      text += fmt::format("    or, alike in all that was tried: {}\n", shared.alike[i].sentence);
    }
    if (shared.alike.size() > kMostAlike) {
      text += fmt::format("    or one of {} more\n", shared.alike.size() - kMostAlike);
    }
  }
  for (const UnexplainedRows& rows : unexplained_rows(diagnoses)) {
    text += unexplained_text(rows);
  }
  return text.empty() ? "" : "\nDiagnosis\n" + text;
}

}  // namespace vconform::suites
