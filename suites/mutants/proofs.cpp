#include "suites/mutants/proofs.h"

#include <algorithm>
#include <set>
#include <variant>
#include <vector>

#include "generators/copies/work.h"
#include "generators/programs/systematic/exhaustive.h"
#include "generators/programs/systematic/listed_values.h"
#include "oracle/judge/judge.h"
#include "oracle/predict/predict.h"
#include "spec/case/memory_image.h"
#include "suites/judging/level.h"

namespace vconform::suites {

namespace {

// Calls `visit` with each systematic case of the instruction, until it returns false. Returns
// whether there are any and none ended it.
template <typename Visit>
bool in_every_case(const spec::Cell& cell, const Visit& visit) {
  const std::size_t count = generators::systematic_case_count(cell.conversion());
  for (const std::uint64_t ctrl : kSystematicCtrl) {
    for (std::size_t i = 0; i < count; ++i) {
      const spec::Case test_case = generators::systematic_case(cell, ctrl, i);
      if (!visit(test_case, spec::initial_image(test_case))) {
        return false;
      }
    }
  }
  return count > 0;
}

std::vector<oracle::World> predicted(const spec::Case& test_case, const spec::MemoryImage& before,
                                     const Subject& golden) {
  return oracle::predict(test_case, before, golden.pinned, oracle::every_rule());
}

// Whether the pages leave open what the row makes of the source, so that every result is right.
bool is_open(std::uint64_t source, const spec::Cell& cell, const Subject& golden) {
  bool is_met = false;
  const bool is_anything = in_every_case(cell, [&](const spec::Case& test_case,
                                                   const spec::MemoryImage& before) {
    const oracle::World world = predicted(test_case, before, golden).front();
    return std::ranges::all_of(world.elements, [&](const oracle::PredictedElement& element) {
      if (element.source_pattern != source) {
        return true;
      }
      is_met = true;
      return world.expectations[element.expectation].kind == oracle::Expectation::Kind::kAnything;
    });
  });
  return is_met && is_anything;
}

// Whether the row is a copy of which each result depends on the source, the ReLU and CTRL alone:
// it has no word, and an alpha is for negative numbers.
bool depends_on_the_source(const spec::Conversion& row, std::uint64_t source) {
  const bool is_matrix = row.family == spec::Family::kCopyMatrix;
  if ((!is_matrix && row.family != spec::Family::kDataCopy) ||
      generators::reads_word(generators::work_of(row))) {
    return false;
  }
  const std::uint64_t sign = row.from().sign_mask();
  return !is_matrix || (source & sign) == 0 || source == sign;
}

int relu_of(const spec::Step& step) {
  const auto* matrix = std::get_if<spec::CopyMatrix>(&step);
  return matrix == nullptr ? 0 : matrix->relu_pre;
}

// Whether the oracle permits the results under every CTRL and ReLU that there is, and the source
// was met under each.
bool is_permitted_in_every_state(const WrongBackend& backend, const Subject& golden,
                                 const spec::Cell& cell) {
  const Executor wrong = backend.around(golden.execute);
  std::set<int> relus;
  std::set<int> met;
  const bool is_permitted =
      in_every_case(cell, [&](const spec::Case& test_case, const spec::MemoryImage& before) {
        const std::vector<oracle::World> worlds = predicted(test_case, before, golden);
        const int relu = relu_of(test_case.steps.back());
        relus.insert(relu);
        if (std::ranges::any_of(worlds.front().elements, [&](const auto& element) {
              return element.source_pattern == *backend.source;
            })) {
          met.insert(relu);
        }
        return oracle::judge(worlds, before, wrong(test_case, before), {false, true}).verdict ==
               oracle::Verdict::kPass;
      });
  return is_permitted && met == relus;
}

}  // namespace

bool agree_on_every_source(const Executor& one, const Executor& other, const spec::Cell& cell) {
  return in_every_case(cell, [&](const spec::Case& test_case, const spec::MemoryImage& before) {
    return one(test_case, before).after == other(test_case, before).after;
  });
}

std::string proof_of_equivalence(const WrongBackend& backend, const Subject& golden) {
  if (!backend.equivalent.empty()) {
    return backend.equivalent;
  }
  if (const std::string found = backend.proof ? backend.proof() : ""; !found.empty()) {
    return found;
  }
  const spec::Cell& cell = backend.cells.front();
  const spec::Conversion& row = cell.conversion();
  if (backend.source && is_open(*backend.source, cell, golden)) {
    return "the pages leave the result of this source open";
  }
  if (backend.source && depends_on_the_source(row, *backend.source)) {
    return is_permitted_in_every_state(backend, golden, cell)
               ? "the pages permit this for the source, under every ReLU and CTRL"
               : "";
  }
  // The result of a vconv depends on its source and CTRL alone.
  const bool is_swept =
      row.family == spec::Family::kVconv &&
      (backend.source || (backend.changes_values && generators::exhaustive_case_count(row) > 0));
  return is_swept && agree_on_every_source(golden.execute, backend.around(golden.execute), cell)
             ? "golden gives the same for every source that differs, under every CTRL"
             : "";
}

}  // namespace vconform::suites
