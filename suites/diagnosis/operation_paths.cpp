#include "suites/diagnosis/operation_paths.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "generators/operation/shape.h"
#include "generators/operation/words.h"
#include "spec/rows/operation_rows.h"
#include "suites/judging/matches_oracle.h"
#include "suites/judging/operation_findings.h"

namespace vconform::suites {

namespace {

// One call of the operation, and the finding that it shares with the failing case.
struct Tried {
  bool aligned = true;
  std::uint64_t ctrl = 0;
  std::uint32_t rows = 1;
  std::uint32_t cols = 1;
  bool has_gaps = false;
  std::optional<Finding> finding;

  bool fails() const { return finding.has_value(); }
  // Whether only the last column is wrong.
  bool fails_at_the_end() const {
    return finding && finding->step && finding->count == rows && finding->lane == cols - 1;
  }
};

// The words of an operation that quantises: that of the wrong element in every column or, where
// that shows nothing, another in each, which other rules may decide.
enum class Words { kThatOfElement, kOfColumns };

bool is_same(const Finding& a, const Finding& b, Words words) {
  return a.verdict == b.verdict && (words == Words::kOfColumns || a.rule == b.rule);
}

std::optional<Finding> same_finding(const Subject& subject, const spec::Case& test_case,
                                    const Finding& wanted, Words words) {
  for (Finding& finding : matches_oracle(subject, test_case).findings) {
    if (is_same(finding, wanted, words)) {
      return std::move(finding);
    }
  }
  return std::nullopt;
}

spec::Case case_of(const generators::Shape& shape, const spec::Operation& failed,
                   std::uint64_t ctrl, const Finding& wanted, Words words) {
  spec::Case test_case = generators::shaped(failed.cell, shape);
  spec::Operation& step = generators::operation_in(test_case);
  step.ctrl = ctrl;
  step.mask = failed.mask;
  step.deq_scale = failed.deq_scale;
  step.fixpipe = failed.fixpipe;
  if (wanted.input) {
    const std::uint64_t count =
        spec::spanned_elements(step.rows, step.cols, step.src_stride,
                               spec::operation_of(failed.cell).quantisation.src_block);
    test_case.placements.push_back(spec::PlacePatterns{step.src, failed.cell.conversion().source,
                                                       count, wanted.input->pattern, 0});
    generators::set_uniform_words(test_case, wanted.input->scale, wanted.input->alpha);
  }
  if (words == Words::kOfColumns) {
    generators::set_listed_words(test_case, 0);
  }
  return test_case;
}

std::vector<Tried> tried(const Subject& subject, const spec::Operation& failed,
                         const Finding& wanted, Words words) {
  const std::uint64_t repeat = generators::repeat_of(failed.cell);
  std::vector<Tried> all;
  for (const bool aligned : {true, false}) {
    for (const std::uint64_t ctrl : kSystematicCtrl) {
      for (const std::uint64_t cols :
           {std::uint64_t{1}, repeat / 2 + 1, repeat, 2 * repeat, 2 * repeat + 3}) {
        // One row has no gaps.
        for (const auto& [rows, gap] : {std::pair{1U, 0U}, std::pair{3U, 0U}, std::pair{3U, 1U}}) {
          const spec::Case test_case = case_of(
              {.rows = rows, .cols = cols, .aligned = aligned, .src_gap = gap, .dst_gap = gap},
              failed, ctrl, wanted, words);
          const spec::Operation& step = *operation_of(test_case);
          const bool is_aligned = step.src.offset % 32 == 0 && step.dst.offset % 32 == 0;
          all.push_back({is_aligned, ctrl, step.rows, step.cols, gap != 0,
                         same_finding(subject, test_case, wanted, words)});
        }
      }
    }
  }
  return all;
}

template <typename Key>
bool decides(const std::vector<Tried>& all, Key key) {
  return std::ranges::all_of(all, [&](const Tried& one) { return !one.fails() || key(one); });
}

std::string calls_text(const std::vector<Tried>& all) {
  const bool has_both = std::ranges::any_of(all, [](const Tried& one) { return one.aligned; }) &&
                        std::ranges::any_of(all, [](const Tried& one) { return !one.aligned; });
  if (has_both && decides(all, [](const Tried& one) { return !one.aligned; })) {
    return "unaligned calls";
  }
  return has_both && decides(all, [](const Tried& one) { return one.aligned; }) ? "aligned calls"
                                                                                : "all calls";
}

std::string ctrl_text(const std::vector<Tried>& all) {
  for (const int bit : {spec::kCtrlTruncate, spec::kCtrlKeepInfNan}) {
    for (const bool value : {true, false}) {
      if (decides(all, [&](const Tried& one) { return spec::ctrl_bit(one.ctrl, bit) == value; })) {
        return fmt::format(" under CTRL[{}]={:d}", bit, value);
      }
    }
  }
  return "";
}

std::string size_text(const std::vector<Tried>& all, std::uint64_t repeat) {
  if (decides(all, [&](const Tried& one) { return one.cols % repeat != 0; }) &&
      std::ranges::any_of(
          all, [&](const Tried& one) { return !one.fails() && one.cols % repeat == 0; })) {
    return ", in columns that do not fill a repeat";
  }
  return decides(all, [&](const Tried& one) { return one.cols > repeat; })
             ? ", of more than one repeat"
             : "";
}

// The line of a finding's details that names the call.
std::string writer_of(const Finding& finding) {
  constexpr std::string_view kLabel = "  issued   ";
  const std::size_t at = finding.details.find(kLabel);
  if (at == std::string::npos) {
    return "";
  }
  const std::size_t start = at + kLabel.size();
  return ": " + finding.details.substr(start, finding.details.find('\n', start) - start);
}

std::string sentence_of(const std::vector<Tried>& all, std::uint64_t repeat) {
  const bool is_last_column = std::ranges::all_of(all, [](const Tried& one) {
    return !one.fails() || one.cols == 1 || one.fails_at_the_end();
  });
  const bool has_wide =
      std::ranges::any_of(all, [](const Tried& one) { return one.fails() && one.cols > 1; });
  const auto shown = std::ranges::find_if(all, &Tried::fails);
  return (is_last_column && has_wide ? "wrong in the last column of " : "wrong in ") +
         calls_text(all) + ctrl_text(all) + (is_last_column ? "" : size_text(all, repeat)) +
         (decides(all, [](const Tried& one) { return one.has_gaps; }) ? ", where rows have gaps"
                                                                      : "") +
         writer_of(*shown->finding);
}

}  // namespace

Diagnosis diagnose_operation(const Subject& subject, const spec::Cell& cell,
                             const std::vector<spec::Case>& failing) {
  Diagnosis diagnosis;
  diagnosis.cell = cell;
  diagnosis.wrong = failing.size();
  std::set<std::string> known;
  for (const spec::Case& test_case : failing) {
    const std::vector<Finding> findings = matches_oracle(subject, test_case).findings;
    const spec::Operation* failed = operation_of(test_case);
    if (findings.empty() || failed == nullptr) {
      ++diagnosis.unexplained;
      continue;
    }
    std::vector<Tried> all = tried(subject, *failed, findings.front(), Words::kThatOfElement);
    if (std::ranges::none_of(all, &Tried::fails) &&
        spec::operation_parameters(failed->cell.row).words) {
      all = tried(subject, *failed, findings.front(), Words::kOfColumns);
    }
    if (std::ranges::none_of(all, &Tried::fails)) {
      ++diagnosis.unexplained;
      continue;
    }
    const std::string sentence = sentence_of(all, generators::repeat_of(cell));
    if (known.insert(sentence).second) {
      diagnosis.explanations.push_back({{{"operation-path", sentence}}});
    }
  }
  return diagnosis;
}

}  // namespace vconform::suites
