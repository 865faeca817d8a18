#include "suites/diagnosis/diagnosis_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "suites/diagnosis/shared_mistakes.h"
#include "suites/judging/names.h"

namespace vconform::suites {

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
  const std::vector<spec::Cell> unexplained = not_explained(diagnoses);
  if (!unexplained.empty()) {
    text += fmt::format("  not explained: failures in {}\n", joined(names_by_row(unexplained)));
  }
  return text.empty() ? "" : "\nDiagnosis\n" + text;
}

}  // namespace vconform::suites
