#include "generators/programs/families.h"

#include <array>
#include <cassert>

#include "generators/cast_deq/cases.h"
#include "generators/copy_matrix/cases.h"
#include "generators/copy_matrix/magnitudes.h"
#include "generators/copy_matrix/out_of_range.h"
#include "generators/data_copy/cases.h"
#include "generators/data_copy/magnitudes.h"
#include "generators/data_copy/out_of_range.h"
#include "generators/deq/cases.h"
#include "generators/deq/exhaustive.h"
#include "generators/deq/listed_values.h"
#include "generators/deq/magnitudes.h"
#include "generators/number/every_pattern.h"
#include "generators/operation/cases.h"
#include "generators/programs/copy_hazards.h"
#include "generators/programs/hazards.h"
#include "generators/programs/illegal/out_of_range.h"
#include "generators/programs/instruction_cases.h"
#include "generators/programs/systematic/called.h"
#include "generators/programs/systematic/copy_exhaustive.h"
#include "generators/programs/systematic/copy_listed.h"
#include "generators/programs/systematic/exhaustive.h"
#include "generators/programs/systematic/lanes.h"
#include "generators/programs/systematic/listed_values.h"
#include "generators/vconv/cases.h"
#include "generators/vconv/magnitudes.h"
#include "spec/case/registers.h"

namespace vconform::generators {

namespace {

bool has_vector_hazards(const spec::Conversion& /*row*/, spec::FeatureSet allowed) {
  return allowed.has(spec::Feature::kInPlace);
}

constexpr CaseList kCalled = {called_case_count, called_case};
constexpr CaseList kCopyExhaustive = {copy_exhaustive_case_count, copy_exhaustive_case};
constexpr CaseList kCopyListed = {copy_listed_case_count, copy_listed_case};

// By the number of the family.
constexpr std::array<FamilyGenerators, spec::kFamilies.size()> kGenerators = {{
    {vconv_case,
     has_vector_hazards,
     vconv_hazard_case,
     vconv_out_of_range_case,
     nullptr,
     {vconv_exhaustive_case_count, vconv_exhaustive_case},
     {vconv_listed_case_count, vconv_listed_case},
     vconv_magnitudes},
    {deq_case,
     has_vector_hazards,
     deq_hazard_case,
     deq_out_of_range_case,
     nullptr,
     {deq_exhaustive_case_count, deq_exhaustive_case},
     {deq_listed_case_count, deq_listed_case},
     deq_magnitudes},
    {cast_deq_case, has_vector_hazards, deq_hazard_case, deq_out_of_range_case, nullptr, kCalled,
     kCalled, deq_magnitudes},
    {copy_matrix_case, has_copy_hazards, matrix_hazard_case, matrix_out_of_range_case,
     matrix_illegal_draws, kCopyExhaustive, kCopyListed, matrix_magnitudes},
    {data_copy_case, has_copy_hazards, block_hazard_case, block_out_of_range_case,
     block_illegal_draws, kCopyExhaustive, kCopyListed, block_magnitudes},
}};
static_assert(kGenerators.back().legal != nullptr);

bool has_no_hazards(const spec::Conversion& /*row*/, spec::FeatureSet /*allowed*/) {
  return false;
}

// Operations have no illegal cases: no page says what they may be called with.
constexpr CaseList kOperationSources = {operation_source_case_count, operation_source_case};
constexpr FamilyGenerators kOperationGenerators = {
    operation_case, has_no_hazards,    operation_case,    operation_case,
    nullptr,        kOperationSources, kOperationSources, operation_sizes};

}  // namespace

const FamilyGenerators& generators_of(const spec::Conversion& row) {
  return row.family == spec::Family::kOperation ? kOperationGenerators
                                                : kGenerators[static_cast<std::size_t>(row.family)];
}

spec::Case instruction_case(ChoiceSource& choices, const spec::Cell& cell, const Bounds& bounds) {
  return generators_of(cell.conversion()).legal(choices, cell, bounds);
}

bool has_hazards(const spec::Cell& cell, spec::FeatureSet allowed) {
  return generators_of(cell.conversion()).has_hazards(cell.conversion(), allowed);
}

spec::Case hazard_case(ChoiceSource& choices, const spec::Cell& cell, const Bounds& bounds) {
  assert(has_hazards(cell, bounds.allowed));
  return generators_of(cell.conversion()).hazard(choices, cell, bounds);
}

spec::Case out_of_range_case(ChoiceSource& choices, const spec::Cell& cell, const Bounds& bounds) {
  return generators_of(cell.conversion()).out_of_range(choices, cell, bounds);
}

std::size_t exhaustive_case_count(const spec::Conversion& row, spec::FeatureSet claimed) {
  return row.is_copy() || row.from().bits <= kExhaustiveSource
             ? generators_of(row).exhaustive.count(row, claimed)
             : 0;
}

spec::Case exhaustive_case(const spec::Cell& cell, std::uint64_t ctrl, std::size_t index,
                           spec::FeatureSet claimed) {
  assert(index < exhaustive_case_count(cell.conversion(), claimed));
  assert(!spec::ctrl_bit(ctrl, spec::kCtrlCounterMode));
  return generators_of(cell.conversion()).exhaustive.at(cell, ctrl, index, claimed);
}

std::size_t listed_case_count(const spec::Conversion& row, spec::FeatureSet claimed) {
  return row.is_copy() || row.from().bits > kExhaustiveSource
             ? generators_of(row).listed.count(row, claimed)
             : 0;
}

spec::Case listed_case(const spec::Cell& cell, std::uint64_t ctrl, std::size_t index,
                       spec::FeatureSet claimed) {
  assert(index < listed_case_count(cell.conversion(), claimed));
  assert(!spec::ctrl_bit(ctrl, spec::kCtrlCounterMode));
  return generators_of(cell.conversion()).listed.at(cell, ctrl, index, claimed);
}

namespace {

std::size_t value_case_count(const spec::Conversion& row, spec::FeatureSet claimed) {
  const std::size_t all = exhaustive_case_count(row, claimed);
  return all > 0 ? all : listed_case_count(row, claimed);
}

}  // namespace

std::size_t systematic_case_count(const spec::Conversion& row, spec::FeatureSet claimed) {
  const std::size_t values = value_case_count(row, claimed);
  return values == 0 ? 0 : values + lane_case_count(row, claimed);
}

spec::Case systematic_case(const spec::Cell& cell, std::uint64_t ctrl, std::size_t index,
                           spec::FeatureSet claimed) {
  const std::size_t values = value_case_count(cell.conversion(), claimed);
  if (index >= values) {
    return lane_case(cell, ctrl, index - values, claimed);
  }
  return exhaustive_case_count(cell.conversion(), claimed) > 0
             ? exhaustive_case(cell, ctrl, index, claimed)
             : listed_case(cell, ctrl, index, claimed);
}

}  // namespace vconform::generators
