#include "spec/case/case_limits.h"

#include <algorithm>
#include <array>
#include <limits>

#include <fmt/format.h>

#include "spec/case/memory_image.h"
#include "spec/rows/operation_rows.h"
#include "spec/text/quoted.h"

namespace vconform::spec {

namespace {

using Problem = std::optional<std::string>;

Problem array_problem(const Case& test_case, const Address& at, NumberType type,
                      std::uint64_t count) {
  const std::string_view memory = memory_of(at.memory).name;
  const std::uint64_t size = memory_size(test_case, at.memory);
  if (at.offset > size || count > kMaxPlacedElements ||
      byte_count(format_of(type), count) > size - at.offset) {
    return fmt::format("{} {} elements placed at {}+{:#x} do not fit in its {:#x} bytes", count,
                       format_of(type).name, memory, at.offset, size);
  }
  return std::nullopt;
}

Problem problem_of(const Case& test_case, const PlaceNumbers& p) {
  if (p.modulus == 0 || p.modulus > std::numeric_limits<std::uint32_t>::max()) {
    return fmt::format("modulus {} of placed numbers is not in 1..2^32-1", p.modulus);
  }
  // The range is contiguous, so that it is enough to look at every one of its numbers' ends: an
  // integer format holds all between two that it holds; a floating-point one all up to 2^precision.
  const NumberFormat& format = format_of(p.type);
  const std::int64_t limit = format.is_floating() ? std::int64_t{1} << format.precision()
                                                  : std::numeric_limits<std::int64_t>::max() / 2;
  const std::int64_t high =
      p.low > limit ? p.low : p.low + static_cast<std::int64_t>(p.modulus - 1);
  if (p.low < -limit || high > limit || !represents_integer(format, p.low) ||
      !represents_integer(format, high)) {
    return fmt::format("{} does not hold all of {} numbers from {} up", format.name, p.modulus,
                       p.low);
  }
  return array_problem(test_case, p.at, p.type, p.count);
}

Problem problem_of(const Case& test_case, const PlacePatterns& p) {
  return array_problem(test_case, p.at, p.type, p.count);
}

Problem problem_of(const Case& test_case, const PlaceElement& p) {
  if (p.index >= kMaxPlacedElements) {
    return fmt::format("element index {} is beyond any memory", p.index);
  }
  if ((p.pattern & ~format_of(p.type).pattern_mask()) != 0) {
    return fmt::format("pattern {:#x} has more than the {} bits of {}", p.pattern,
                       format_of(p.type).bits, format_of(p.type).name);
  }
  return array_problem(test_case, p.at, p.type, p.index + 1);
}

std::uint64_t placed_elements(const PlaceNumbers& p) {
  return p.count;
}
std::uint64_t placed_elements(const PlacePatterns& p) {
  return p.count;
}
std::uint64_t placed_elements(const PlaceElement&) {
  return 1;
}

Problem operand_problem(const Case& test_case, std::string_view name, const Address& at,
                        MemoryId wanted) {
  const std::string_view memory = memory_of(wanted).name;
  if (at.memory != wanted) {
    return fmt::format("{} of this instruction must be in {}, not {}", name, memory,
                       memory_of(at.memory).name);
  }
  if (at.offset >= memory_size(test_case, at.memory)) {
    return fmt::format("{} at {}+{:#x} is outside the case's {} of {:#x} bytes", name, memory,
                       at.offset, memory, memory_size(test_case, at.memory));
  }
  return std::nullopt;
}

// Operands of vector instructions are in UB, those of copies where the row says.
template <typename Instruction>
Problem operands_problem(const Case& test_case, const Instruction& step) {
  const Conversion& row = step.cell.conversion();
  const MemoryId to = row.is_copy() ? memory_of(row.path.to) : MemoryId::kUb;
  const MemoryId from = row.is_copy() ? memory_of(row.path.from) : MemoryId::kUb;
  const Problem problem = operand_problem(test_case, "dst", step.dst, to);
  return problem ? problem : operand_problem(test_case, "src", step.src, from);
}

template <typename AnyStep>
Problem problem_of(const Case& test_case, const AnyStep& step) {
  if constexpr (requires { step.cell; }) {
    return operands_problem(test_case, step);
  } else {
    return std::nullopt;
  }
}

Problem problem_of(const Case& test_case, const DataCopy& step) {
  const Conversion& row = step.cell.conversion();
  if (row.path == kCo1ToCo2 && row.deq_scale == DeqScale::kNone && step.is_relu != row.relu) {
    return fmt::format(
        "isRelu={:d} does not go with {}: with DEQ_NONE it is an instruction of its own",
        step.is_relu, instruction_name(step.cell));
  }
  return operands_problem(test_case, step);
}

// One operand of an operation.
struct Rectangle {
  std::string_view name;
  Address at;
  NumberType type;
  std::uint64_t stride;
  // As in Quantisation.
  std::uint64_t block;
};

Problem memory_problem(std::string_view name, const Address& at, bool quantises) {
  const bool holds_operands = at.memory == MemoryId::kUb || at.memory == MemoryId::kGm ||
                              (quantises && at.memory != MemoryId::kFixpipe);
  return holds_operands
             ? Problem()
             : fmt::format("{} of an operation must be in {}, not {}", name,
                           quantises ? "UB, L1, L0C or GM" : "UB or GM", memory_of(at.memory).name);
}

// A rectangle of elements in a memory where an operation may have operands.
Problem rectangle_problem(const Case& test_case, const Rectangle& operand, const Operation& step) {
  const auto& [name, at, type, stride, block] = operand;
  if (Problem problem = memory_problem(name, at, operation_of(step.cell).quantises())) {
    return problem;
  }
  const NumberFormat& format = format_of(type);
  const std::uint64_t bytes = (static_cast<std::uint64_t>(format.bits) + 7) / 8;
  const bool is_nibble = format.bits < 8;
  if (at.offset % bytes != 0 || (is_nibble && (stride % 2 != 0 || step.cols % 2 != 0))) {
    return fmt::format(
        "{} of an operation does not begin with whole elements, or a row of s4 does "
        "not end with a whole byte",
        name);
  }
  if (step.rows == 0 || step.cols == 0) {
    return std::nullopt;
  }
  if (block == 0 && stride < step.cols && step.rows > 1) {
    return fmt::format("the rows of {} overlap: {}Stride={} is less than cols={}", name, name,
                       stride, step.cols);
  }
  if (block != 0 && stride < block * step.rows && step.cols > block) {
    return fmt::format("the blocks of {} overlap: {}Stride={} is less than {} rows of {}", name,
                       name, stride, step.rows, block);
  }
  return array_problem(test_case, at, type, spanned_elements(step.rows, step.cols, stride, block));
}

// A word or an alpha for each column, in any memory.
Problem parameters_problem(const Case& test_case, const Operation& step) {
  const OperationParameters has = operation_parameters(step.cell.row);
  const Problem words =
      has.words ? array_problem(test_case, step.quants, NumberType::kU64, step.cols) : Problem();
  return words || !has.alphas ? words
                              : array_problem(test_case, step.alphas, NumberType::kU32, step.cols);
}

// Bytes from `at`, for two operands of an operation.
bool overlap(const Address& a, std::uint64_t a_bytes, const Address& b, std::uint64_t b_bytes) {
  return a.memory == b.memory && a_bytes > 0 && b_bytes > 0 && a.offset < b.offset + b_bytes &&
         b.offset < a.offset + a_bytes;
}

// A part of a memory, which no other operand may share.
struct Part {
  Address at;
  std::uint64_t bytes;
};

Part part_of(const Rectangle& operand, const Operation& step) {
  return {operand.at,
          byte_count(format_of(operand.type),
                     spanned_elements(step.rows, step.cols, operand.stride, operand.block))};
}

Problem overlap_problem(const Operation& step, const Rectangle& dst, const Rectangle& src) {
  const OperationParameters has = operation_parameters(step.cell.row);
  const std::array<Part, 5> parts = {
      {part_of(dst, step),
       part_of(src, step),
       {step.scratch, step.scratch_bytes},
       {step.quants, has.words ? step.cols * kOperationWordBytes : 0},
       {step.alphas, has.alphas ? step.cols * kOperationAlphaBytes : 0}}};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (overlap(parts[i].at, parts[i].bytes, parts[j].at, parts[j].bytes)) {
        return "operands of an operation overlap";
      }
    }
  }
  return std::nullopt;
}

Problem problem_of(const Case& test_case, const Operation& step) {
  if (step.rows > kMaxPlacedElements || step.cols > kMaxPlacedElements) {
    return fmt::format("an operation on {} rows of {} columns is too large", step.rows, step.cols);
  }
  const Conversion& row = step.cell.conversion();
  const Quantisation& how = operation_of(step.cell).quantisation;
  const Rectangle dst = {"dst", step.dst, row.destination, step.dst_stride, how.dst_block};
  const Rectangle src = {"src", step.src, row.source, step.src_stride, how.src_block};
  for (const Problem& problem :
       {rectangle_problem(test_case, dst, step), rectangle_problem(test_case, src, step),
        array_problem(test_case, step.scratch, NumberType::kU8, step.scratch_bytes),
        parameters_problem(test_case, step)}) {
    if (problem) {
      return problem;
    }
  }
  if (step.scratch.memory != MemoryId::kUb) {
    return "scratch of an operation must be in UB";
  }
  return overlap_problem(step, dst, src);
}

Problem memories_problem(const Case& test_case) {
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < test_case.memories.size(); ++i) {
    const CaseMemory& memory = test_case.memories[i];
    const bool may_be_huge = memory.is_sparse && memory.id == MemoryId::kGm;
    const std::uint64_t most = may_be_huge ? kMaxGmBytes : kMaxMemoryBytes;
    if (memory.size == 0 || memory.size > most) {
      return fmt::format("memory {} of {} bytes: it must have 1 to {}", memory_of(memory.id).name,
                         memory.size, most);
    }
    if (memory.size > kMaxMemoryBytes && instruction_count(test_case) > 1) {
      return fmt::format("memory {} of {} bytes: a case with more than {} has one instruction",
                         memory_of(memory.id).name, memory.size, kMaxMemoryBytes);
    }
    bytes += may_be_huge ? 0 : memory.size;
    if (bytes > kMaxCaseBytes) {
      return fmt::format("the memories of a case have at most {} bytes in all", kMaxCaseBytes);
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (test_case.memories[j].id == memory.id) {
        return fmt::format("memory {} is named twice", memory_of(memory.id).name);
      }
    }
  }
  return std::nullopt;
}

// An operation sets its own registers, and only the last of two would be judged for what it leaves.
Problem company_problem(const Case& test_case) {
  const bool has_operation = std::ranges::any_of(
      test_case.steps, [](const Step& step) { return std::holds_alternative<Operation>(step); });
  return has_operation && test_case.steps.size() > 1
             ? fmt::format(
                   "an operation is the only step of its case, and this one has {}: "
                   "remove the others",
                   test_case.steps.size())
             : Problem();
}

bool is_claim_character(char c) {
  return is_printable(c) && c != ' ' && c != '#';
}

}  // namespace

std::optional<std::string> case_problem(const Case& test_case) {
  if (test_case.claim.size() > kMaxClaimLength ||
      !std::all_of(test_case.claim.begin(), test_case.claim.end(), is_claim_character)) {
    return fmt::format("a claim is at most {} printable characters without spaces and '#'",
                       kMaxClaimLength);
  }
  if (test_case.steps.empty() || test_case.steps.size() > kMaxSteps) {
    return fmt::format("a case has 1 to {} steps, this one {}", kMaxSteps, test_case.steps.size());
  }
  if (test_case.placements.size() > kMaxPlacements) {
    return fmt::format("a case places elements at most {} times", kMaxPlacements);
  }
  if (Problem problem = memories_problem(test_case)) {
    return problem;
  }
  if (test_case.earlier.size() > kMaxEarlier) {
    return fmt::format("a case has at most {} earlier programs", kMaxEarlier);
  }
  for (const Case& earlier : test_case.earlier) {
    if (!earlier.earlier.empty()) {
      return "an earlier program has no earlier ones itself";
    }
    if (Problem problem = case_problem(earlier)) {
      return "an earlier program: " + *problem;
    }
  }
  if (Problem problem = company_problem(test_case)) {
    return problem;
  }
  const auto check = [&](const auto& item) { return problem_of(test_case, item); };
  std::uint64_t placed = 0;
  for (const Placement& placement : test_case.placements) {
    if (Problem problem = std::visit(check, placement)) {
      return problem;
    }
    placed += std::visit([](const auto& p) { return placed_elements(p); }, placement);
    if (placed > kMaxPlacedElements) {
      return fmt::format("a case places at most {} elements in all", kMaxPlacedElements);
    }
  }
  for (const Step& step : test_case.steps) {
    if (Problem problem = std::visit(check, step)) {
      return problem;
    }
  }
  return std::nullopt;
}

}  // namespace vconform::spec
