#include "generators/programs/systematic/called.h"

#include <cassert>
#include <variant>
#include <vector>

#include "generators/deq/exhaustive.h"
#include "generators/deq/listed_values.h"
#include "spec/case/lowering.h"

namespace vconform::generators {

namespace {

// A call without its operands, and the number of its cases.
struct Called {
  spec::CastDeq api;
  std::size_t count;
};

std::size_t count_of(const spec::Conversion& worker, spec::FeatureSet claimed) {
  const std::size_t every_source = deq_exhaustive_case_count(worker, claimed);
  if (every_source == 0) {
    return deq_listed_case_count(worker, claimed);
  }
  return spec::is_vdeq(worker.deq) ? every_source : every_source / kScalarFactors;
}

std::vector<Called> calls_of(const spec::Cell& cell, spec::FeatureSet claimed) {
  std::vector<Called> calls;
  const bool is_s16 = cell.conversion().source == spec::NumberType::kS16;
  for (const bool is_vector : {false, true}) {
    if (is_vector && !is_s16) {
      continue;
    }
    spec::CastDeq api;
    api.cell = cell;
    api.mask = {0, static_cast<std::uint64_t>(cell.conversion().elements)};
    api.is_vec_deq = is_vector;
    api.half_block = is_vector;
    calls.push_back({api, count_of(spec::lowered_cell(api).conversion(), claimed)});
  }
  return calls;
}

spec::Case worker_case(const spec::Cell& worker, std::uint64_t ctrl, std::size_t index,
                       spec::FeatureSet claimed) {
  return deq_exhaustive_case_count(worker.conversion(), claimed) > 0
             ? deq_exhaustive_case(worker, ctrl, index, claimed)
             : deq_listed_case(worker, ctrl, index, claimed);
}

}  // namespace

std::size_t called_case_count(const spec::Conversion& row, spec::FeatureSet claimed) {
  if (row.family != spec::Family::kCastDeq) {
    return 0;
  }
  std::size_t count = 0;
  for (const Called& called : calls_of({row.number, spec::Rounding::kNull}, claimed)) {
    count += called.count;
  }
  return count;
}

spec::Case called_case(const spec::Cell& cell, std::uint64_t ctrl, std::size_t index,
                       spec::FeatureSet claimed) {
  assert(index < called_case_count(cell.conversion(), claimed));
  std::vector<Called> calls = calls_of(cell, claimed);
  auto called = calls.begin();
  for (; index >= called->count; ++called) {
    index -= called->count;
  }
  spec::CastDeq api = called->api;
  spec::Case test_case = worker_case(spec::lowered_cell(api), ctrl, index, claimed);
  const auto& worker = std::get<spec::Vconv>(test_case.steps.back());
  api.dst = worker.dst;
  api.src = worker.src;
  api.repeat_time = worker.repeat;
  api.dst_rep_stride = worker.dst_repeat_stride;
  api.src_rep_stride = worker.src_repeat_stride;
  test_case.steps.back() = api;
  return test_case;
}

}  // namespace vconform::generators
