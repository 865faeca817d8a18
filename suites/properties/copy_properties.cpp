#include "suites/properties/copy_properties.h"

#include <fmt/format.h>

#include <algorithm>

#include "spec/case/memory_image.h"
#include "spec/copy_matrix/copy_matrix.h"
#include "spec/data_copy/data_copy.h"
#include "spec/slugs/rule_id.h"
#include "suites/judging/run_case.h"

namespace vconform::suites {

namespace {

using spec::Cell;
using spec::CopyMatrix;
using spec::DataCopy;
using spec::DeqScale;
using spec::Family;
using spec::Feature;

bool claims_feature(const Cell& cell, const Claims& claims, Feature feature) {
  const std::optional<spec::FeatureSet> features = claims(cell);
  return features && features->has(feature);
}

std::optional<DeqScale> vector_of(DeqScale deq) {
  switch (deq) {
    case DeqScale::kDeq:
      return DeqScale::kVdeq;
    case DeqScale::kDeq8:
      return DeqScale::kVdeq8;
    case DeqScale::kDeq16:
      return DeqScale::kVdeq16;
    default:
      return std::nullopt;
  }
}

std::optional<Cell> vector_cell(const Cell& cell) {
  const spec::Conversion& scalar = cell.conversion();
  for (const spec::Conversion& row : spec::kCopyRows) {
    if (scalar.family == Family::kDataCopy && row.family == Family::kDataCopy &&
        row.source == scalar.source && row.destination == scalar.destination &&
        vector_of(scalar.deq_scale) == row.deq_scale) {
      return Cell{row.number, cell.rounding};
    }
  }
  return std::nullopt;
}

void make_room(spec::Case& test_case, spec::MemoryId id, std::uint64_t size) {
  for (spec::CaseMemory& memory : test_case.memories) {
    if (memory.id == id) {
      memory.size = std::max(memory.size, size);
      return;
    }
  }
  test_case.memories.push_back({id, size});
}

std::uint64_t quant_word(const spec::Case& test_case) {
  std::uint64_t word = 0;
  for (const spec::Step& step : test_case.steps) {
    const auto* set = std::get_if<spec::SetFixpipe>(&step);
    if (set != nullptr && set->which == spec::FixpipeRegister::kQuantPre) {
      word = set->value;
    }
  }
  return word;
}

// The case with a vector of equal words behind everything else; the alphas keep their place.
spec::Case with_words(const spec::Case& test_case) {
  spec::Case changed = test_case;
  auto& step = std::get<CopyMatrix>(changed.steps.back());
  step.quant_pre = spec::quant_code_of(step.cell.conversion()).vector;
  const std::uint64_t end = spec::memory_size(test_case, spec::MemoryId::kFixpipe);
  const std::uint64_t block = (end + spec::kFpcQuantUnit - 1) / spec::kFpcQuantUnit;
  const spec::Address at{spec::MemoryId::kFixpipe, block * spec::kFpcQuantUnit};
  make_room(changed, at.memory, at.offset + step.n_size * spec::kQuantWordBytes);
  changed.placements.push_back(
      spec::PlacePatterns{at, spec::NumberType::kU64, step.n_size, quant_word(test_case), 0});
  std::uint64_t fpc = 0;
  for (const spec::Step& before : test_case.steps) {
    const auto* set = std::get_if<spec::SetFixpipe>(&before);
    fpc = set != nullptr && set->which == spec::FixpipeRegister::kFpc ? set->value : fpc;
  }
  changed.steps.insert(changed.steps.end() - 1, spec::SetFixpipe{spec::FixpipeRegister::kFpc,
                                                                 spec::kFpcQuant.put(fpc, block)});
  return changed;
}

// The case with a vector for each block, behind everything else in UB.
spec::Case with_vectors(const spec::Case& test_case) {
  spec::Case changed = test_case;
  auto& step = std::get<DataCopy>(changed.steps.back());
  step.cell = *vector_cell(step.cell);
  const spec::Conversion& row = step.cell.conversion();
  const std::uint64_t end = spec::memory_size(test_case, spec::MemoryId::kUb);
  const std::uint64_t from =
      (end + spec::kDeqTensorAlignment - 1) / spec::kDeqTensorAlignment * spec::kDeqTensorAlignment;
  const std::uint64_t bytes = step.block_count * spec::deq_vector_bytes(DeqScale::kVdeq8);
  make_room(changed, spec::MemoryId::kUb, from + bytes);
  const auto type =
      row.deq_scale == DeqScale::kVdeq ? spec::NumberType::kF16 : spec::NumberType::kU64;
  const std::uint64_t mask = spec::format_of(type).pattern_mask();
  changed.placements.push_back(spec::PlacePatterns{{spec::MemoryId::kUb, from},
                                                   type,
                                                   bytes / spec::deq_element_bytes(row.deq_scale),
                                                   step.deq_value & mask,
                                                   0});
  step.deq_tensor_addr = from;
  // With a vector, only isRelu asks for ReLU, not the bit of the deqValue.
  step.is_relu |= spec::deq_word_of(row.deq_scale) == spec::Word::kDeqValue &&
                  spec::kDeqValueRelu.of(step.deq_value) != 0;
  return changed;
}

// Whether the pages leave results open: blocks may overlap if the stride unit is less than 32
// bytes, or the content of the last block beyond its channels is unspecified.
bool leaves_results_open(const Subject& subject, const CopyMatrix& step) {
  const bool ends_in_part =
      step.n_size % spec::channels_of_block(step.cell.conversion(), step.channel_split) != 0;
  return !subject.pinned.follows(spec::choice("fixpipe.dst-stride-unit", "32B")) ||
         (ends_in_part &&
          !subject.pinned.follows(spec::choice("fixpipe.last-block", "valid-only")));
}

std::uint64_t rounded_up(std::uint64_t n, std::uint64_t multiple) {
  return (n + multiple - 1) / multiple * multiple;
}

std::uint64_t bytes_of(const spec::NumberFormat& format, std::uint64_t elements) {
  return spec::byte_count(format, elements);
}

std::uint64_t elements_of(const CopyMatrix& step) {
  return std::uint64_t{step.m_size} * step.n_size;
}

spec::BlockUnits units_of(const DataCopy& step) {
  const spec::Conversion& row = step.cell.conversion();
  return row.is_plain_path() ? spec::kPlainUnits : spec::units_of(step.block_mode, row.from().bits);
}
// The bytes of one block.
std::uint64_t source_bytes(const DataCopy& step) {
  return step.block_len * units_of(step).block_len;
}
std::uint64_t block_elements(const DataCopy& step) {
  return source_bytes(step) * spec::kBitsPerByte /
         static_cast<std::uint64_t>(step.cell.conversion().from().bits);
}
std::uint64_t elements_of(const DataCopy& step) {
  return step.block_count * block_elements(step);
}

// Compares the destination memory as far as the first of the cases has it; `step` is its copy.
template <typename Copy>
CheckResult compare(const Subject& subject, const Copy& step, const spec::Case& a,
                    std::string_view name_a, const spec::Case& b, std::string_view name_b) {
  const spec::NumberFormat& to = step.cell.conversion().to();
  const spec::MemoryBytes in_a = run(subject, a).of(step.dst.memory);
  const spec::MemoryBytes all_of_b = run(subject, b).of(step.dst.memory);
  std::vector<std::uint8_t> in_b(all_of_b.begin(), all_of_b.end());
  in_b.resize(in_a.size());
  CheckResult result;
  result.elements = elements_of(step);
  if (const auto difference = first_difference(to, step.dst, in_a, in_b)) {
    result.findings = {contradiction(to, *difference, name_a, name_b)};
  }
  return result;
}

bool is_aligned(const spec::Address& address) {
  return address.offset % spec::memory_of(address.memory).alignment == 0;
}

}  // namespace

bool has_vector_form(const Cell& cell, const Claims& claims) {
  const spec::Conversion& row = cell.conversion();
  if (row.family == Family::kCopyMatrix) {
    return spec::quant_code_of(row).reads_quant_word() &&
           claims_feature(cell, claims, Feature::kVectorQuant);
  }
  const std::optional<Cell> vector = vector_cell(cell);
  return vector && claims(cell) && claims(*vector);
}

CheckResult equal_words_equal_one(const Subject& subject, const spec::Case& test_case) {
  constexpr std::string_view kOne = "one word";
  constexpr std::string_view kVector = "a vector of that word";
  if (const auto* matrix = std::get_if<CopyMatrix>(&test_case.steps.back())) {
    if (leaves_results_open(subject, *matrix)) {
      return {};
    }
    return compare(subject, *matrix, test_case, kOne, with_words(test_case), kVector);
  }
  return compare(subject, std::get<DataCopy>(test_case.steps.back()), test_case, kOne,
                 with_vectors(test_case), kVector);
}

namespace {

// The case with so many bytes more in a memory, if the memory may be that large.
spec::Case with_room(spec::Case test_case, spec::MemoryId id, std::uint64_t bytes) {
  const auto memory = std::ranges::find(test_case.memories, id, &spec::CaseMemory::id);
  const std::uint64_t most = spec::memory_of(id).a2_size;
  if (most == 0 || memory->size + bytes <= most) {
    memory->size += bytes;
  }
  return test_case;
}

}  // namespace

bool is_matrix(const Cell& cell, const Claims& claims) {
  return cell.conversion().family == Family::kCopyMatrix && claims(cell).has_value();
}

CheckResult splitting_rows_changes_nothing(const Subject& subject, const spec::Case& test_case) {
  const auto& whole = std::get<CopyMatrix>(test_case.steps.back());
  const spec::Conversion& row = whole.cell.conversion();
  constexpr auto kFirst = static_cast<std::uint16_t>(spec::kFractalRows);
  if (whole.m_size <= kFirst || leaves_results_open(subject, whole) ||
      !subject.pinned.follows(spec::choice("fixpipe.narrow-layout", "merged"))) {
    return {};
  }
  CopyMatrix first = whole;
  CopyMatrix rest = whole;
  first.m_size = kFirst;
  rest.m_size = static_cast<std::uint16_t>(whole.m_size - kFirst);
  rest.src.offset += spec::kFractalBytes;
  const std::uint64_t row_bytes = bytes_of(row.to(), spec::channels_of_block(row, false));
  rest.dst.offset += kFirst * row_bytes;
  // Blocks of half as many channels, another reading, would move the others half as far.
  const spec::Case roomy = with_room(test_case, whole.dst.memory, kFirst * row_bytes);
  spec::Case split = roomy;
  split.steps.back() = first;
  split.steps.push_back(rest);
  return compare(subject, whole, roomy, "one instruction", split,
                 "its first 16 rows and the others");
}

bool is_matrix_with_nd(const Cell& cell, const Claims& claims) {
  return is_matrix(cell, claims) && claims_feature(cell, claims, Feature::kNd);
}

CheckResult nd_holds_what_nz_holds(const Subject& subject, const spec::Case& test_case) {
  const auto& nz = std::get<CopyMatrix>(test_case.steps.back());
  const spec::Conversion& row = nz.cell.conversion();
  if (nz.n_size == 0 || nz.m_size == 0 || nz.m_size > spec::kMaxSizeOfNd ||
      !subject.pinned.follows(spec::choice("fixpipe.narrow-layout", "merged")) ||
      !subject.pinned.follows(spec::choice("fixpipe.dst-stride-unit", "32B")) ||
      !subject.pinned.follows(spec::choice("fixpipe.nd-count-without-nd", "ignored"))) {
    return {};
  }
  CopyMatrix nd = nz;
  nd.nz2nd_en = true;
  nd.dst_stride_dst_d = static_cast<std::uint32_t>(rounded_up(nz.n_size, 2));
  spec::Case other = test_case;
  const std::uint64_t one_nd =
      spec::kNdCount.put(spec::kNdSrcStride.put(spec::kNdDstStride.put(0, 2), 1), 1);
  other.steps.back() = spec::SetFixpipe{spec::FixpipeRegister::kNdPara, one_nd};
  other.steps.push_back(nd);
  make_room(other, nd.dst.memory,
            nd.dst.offset + bytes_of(row.to(), std::uint64_t{nz.m_size} * nd.dst_stride_dst_d));
  const spec::MemoryBytes in_nz = run(subject, test_case).of(nz.dst.memory);
  const spec::MemoryBytes in_nd = run(subject, other).of(nz.dst.memory);
  const std::uint64_t channels = spec::channels_of_block(row, false);
  const std::uint64_t block = nz.dst_stride_dst_d * spec::kBlockBytes;
  CheckResult result;
  for (std::uint64_t m = 0; m < nz.m_size; ++m) {
    for (std::uint64_t n = 0; n < nz.n_size; ++n) {
      const std::uint64_t a = spec::load_element(in_nz, nz.dst.offset + n / channels * block,
                                                 row.to(), m * channels + n % channels);
      const std::uint64_t b =
          spec::load_element(in_nd, nz.dst.offset, row.to(), m * nd.dst_stride_dst_d + n);
      if (!same_value(row.to(), a, b)) {
        const std::string what =
            fmt::format("row {}, column {} is {} in NZ, but {} in ND", m, n,
                        pattern_in_short(row.to(), a), pattern_in_short(row.to(), b));
        result.findings = {contradiction(what, what)};
        return result;
      }
      ++result.elements;
    }
  }
  return result;
}

bool copies_blocks(const Cell& cell, const Claims& claims) {
  return cell.conversion().family == Family::kDataCopy &&
         claims_feature(cell, claims, Feature::kRepeat);
}

CheckResult blocks_are_copied_one_by_one(const Subject& subject, const spec::Case& test_case) {
  const auto& whole = std::get<DataCopy>(test_case.steps.back());
  const spec::Conversion& row = whole.cell.conversion();
  if (whole.block_count < 2 || !subject.pinned.follows(spec::choice("copy.strides", "gap")) ||
      !subject.pinned.follows(spec::choice("copy.block-len-unit", "page")) ||
      !subject.pinned.follows(spec::choice("copy.vdeq-advance", "32"))) {
    return {};
  }
  const spec::BlockUnits units = units_of(whole);
  const bool fills_halves = row.path == spec::kCo1ToCo2 && row.to().bits == 8 &&
                            whole.sid_store_mode != static_cast<int>(spec::SidStoreMode::kPacked);
  const std::uint64_t written = bytes_of(row.to(), block_elements(whole)) * (fills_halves ? 2 : 1);
  const std::uint64_t vector =
      row.deq_scale == DeqScale::kVdeq ? 32 : spec::deq_vector_bytes(row.deq_scale);
  spec::Case split = test_case;
  split.steps.pop_back();
  for (std::uint64_t j = 0; j < whole.block_count; ++j) {
    DataCopy one = whole;
    one.block_count = 1;
    one.src.offset += j * (source_bytes(whole) + whole.src_stride * units.src_stride);
    one.dst.offset += j * (written + whole.dst_stride * units.dst_stride);
    one.deq_tensor_addr += j * vector;
    if (!is_aligned(one.dst) || !is_aligned(one.src)) {
      return {};
    }
    split.steps.emplace_back(one);
  }
  return compare(subject, whole, test_case, "one copy", split, "a copy of each block");
}

}  // namespace vconform::suites
