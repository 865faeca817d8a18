#include "adapters/intrinsics/records/recorded_case.h"

#include <algorithm>
#include <array>

#include "adapters/abi/spec_step.h"
#include "adapters/intrinsics/operands/spans.h"
#include "adapters/intrinsics/operands/vector_step.h"
#include "spec/case/case_limits.h"
#include "spec/case/memory_image.h"
#include "spec/copy_matrix/copy_matrix.h"

namespace vconform::adapters::intrinsics {

namespace {

using spec::MemoryId;
using spec::NumberType;

// How far a case's memories reach; 0 for one that it does not have.
class Ends {
 public:
  void reach(MemoryId memory, std::uint64_t end) {
    std::uint64_t& known = ends_[static_cast<std::size_t>(memory)];
    known = std::max(known, end);
  }

  std::vector<spec::CaseMemory> memories() const {
    std::vector<spec::CaseMemory> found;
    for (const spec::Memory& memory : spec::kMemories) {
      const std::uint64_t end = ends_[static_cast<std::size_t>(memory.id)];
      if (end > 0) {
        found.push_back({memory.id, end, end > spec::kMaxMemoryBytes});
      }
    }
    return found;
  }

 private:
  std::array<std::uint64_t, spec::kMemoryCount> ends_{};
};

// Whole blocks count, whatever the mask: so the oracle checks them.
void reach(Ends& ends, const golden::VectorWalk& walk) {
  for (const golden::Operand* operand : {&walk.destination, &walk.source}) {
    const std::uint64_t in_block = std::uint64_t{1} << operand->lane_bits();
    ends.reach(MemoryId::kUb, operand->at + spec::kBlockBytes);
    for (std::uint64_t lane = 0; walk.repeats > 0 && lane < walk.lanes; lane += in_block) {
      ends.reach(MemoryId::kUb, operand->block(walk.repeats - 1, lane) + spec::kBlockBytes);
    }
  }
}

// NZ blocks of sixteen channels (fixpipe.narrow-layout=per-16) reach further than merged ones.
std::uint64_t end_by_sixteens(const spec::CopyMatrix& copy) {
  if (copy.n_size == 0 || copy.nz2nd_en) {
    return 0;
  }
  const std::uint64_t last = (copy.n_size - std::uint64_t{1}) / spec::kC0;
  const std::uint64_t rows = spec::byte_count(copy.cell.conversion().to(), copy.m_size * spec::kC0);
  return last * copy.dst_stride_dst_d * spec::kBlockBytes + rows;
}

void reach(Ends& ends, const PlacedStep& placed, const spec::Step& step) {
  if (const auto walk = walk_of(placed.readings, placed.cell, placed.step, placed.registers)) {
    reach(ends, *walk);
    return;
  }
  const Spans spans = spans_of(placed.readings, placed.cell, placed.step, placed.registers);
  const auto reach_from = [&](const spec::Address& at, std::uint64_t bytes) {
    ends.reach(at.memory, at.offset + std::max<std::uint64_t>(bytes, 1));
  };
  if (const auto* copy = std::get_if<spec::CopyMatrix>(&step)) {
    reach_from(copy->dst, std::max(spans.dst, end_by_sixteens(*copy)));
    reach_from(copy->src, spans.src);
  } else if (const auto* block = std::get_if<spec::DataCopy>(&step)) {
    reach_from(block->dst, spans.dst);
    reach_from(block->src, spans.src);
  }
}

// The bytes of one range as elements of one type.
class Placer {
 public:
  Placer(std::vector<spec::Placement>& placements, const spec::Address& at, NumberType type,
         std::span<const std::uint8_t> bytes)
      : placements_(placements), at_(at), type_(type), bytes_(bytes) {}

  void place() {
    const std::uint64_t count = bytes_.size() / width();
    for (std::uint64_t i = 0; i < count && placements_.size() <= kMostRecordedElements;) {
      i += place_from(i, count);
    }
  }

 private:
  std::uint64_t width() const {
    return static_cast<std::uint64_t>(spec::format_of(type_).bits) / spec::kBitsPerByte;
  }
  std::uint64_t pattern(std::uint64_t index) const {
    return spec::load_element(bytes_, 0, spec::format_of(type_), index);
  }

  // As one line the elements from `first` on that are equally far apart, or the first alone.
  // Returns their number.
  std::uint64_t place_from(std::uint64_t first, std::uint64_t count) {
    constexpr std::uint64_t kFewest = 3;
    const std::uint64_t mask = spec::format_of(type_).pattern_mask();
    std::uint64_t length = 1;
    std::uint64_t step = 0;
    if (first + 1 < count) {
      step = (pattern(first + 1) - pattern(first)) & mask;
      while (first + length < count &&
             ((pattern(first + length) - pattern(first + length - 1)) & mask) == step) {
        ++length;
      }
    }
    const spec::Address at{at_.memory, at_.offset + first * width()};
    if (length < kFewest) {
      placements_.emplace_back(spec::PlaceElement{at, type_, 0, pattern(first)});
      return 1;
    }
    placements_.emplace_back(spec::PlacePatterns{at, type_, length, pattern(first), step});
    return length;
  }

  std::vector<spec::Placement>& placements_;
  spec::Address at_;
  NumberType type_;
  std::span<const std::uint8_t> bytes_;
};

// The type in which most bytes are read well: that of the source, bytes for s4.
NumberType type_of(const spec::Cell& cell) {
  const NumberType source = cell.conversion().source;
  return source == NumberType::kS4 ? NumberType::kU8 : source;
}

// Stops behind kMostRecordedElements places.
void place_all(NumberType type, std::span<const ReadBytes> reads,
               std::span<const std::uint8_t> bytes, std::vector<spec::Placement>& placements) {
  placements.clear();
  for (const ReadBytes& read : reads) {
    const auto part = bytes.first(read.bytes.size());
    bytes = bytes.subspan(read.bytes.size());
    const std::uint64_t width =
        static_cast<std::uint64_t>(spec::format_of(type).bits) / spec::kBitsPerByte;
    const std::uint64_t whole = part.size() / width * width;
    const spec::Address at{read.memory, read.bytes.first};
    Placer(placements, at, type, part.first(whole)).place();
    Placer(placements, {at.memory, at.offset + whole}, NumberType::kU8, part.subspan(whole))
        .place();
  }
}

std::vector<spec::Step> steps_of(const spec::Registers& registers, const spec::Step& instruction) {
  std::vector<spec::Step> steps = {
      spec::SetCtrl{registers.ctrl}, spec::SetMask{registers.mask},
      spec::SetDeqScale{registers.deq_scale, registers.deq_scale_is_tensor}};
  for (const spec::FixpipeRegisterName& each : spec::kFixpipeRegisters) {
    steps.emplace_back(spec::SetFixpipe{each.id, registers.of(each.id)});
  }
  steps.push_back(instruction);
  return steps;
}

}  // namespace

std::optional<spec::Case> recorded_case(const PlacedStep& placed, std::span<const ReadBytes> reads,
                                        std::span<const std::uint8_t> bytes) {
  const auto instruction = spec_step(placed.step);
  if (!instruction) {
    return std::nullopt;
  }
  spec::Case recorded;
  Ends ends;
  reach(ends, placed, *instruction);
  for (const ReadBytes& read : reads) {
    ends.reach(read.memory, read.bytes.end);
  }
  recorded.memories = ends.memories();
  recorded.steps = steps_of(placed.registers, *instruction);
  // Many elements take less room as words.
  for (const NumberType type : {type_of(placed.cell), NumberType::kU64}) {
    place_all(type, reads, bytes, recorded.placements);
    if (recorded.placements.size() <= kMostRecordedElements) {
      const bool is_sound = !spec::case_problem(recorded);
      return is_sound ? std::optional(std::move(recorded)) : std::nullopt;
    }
  }
  return std::nullopt;
}

}  // namespace vconform::adapters::intrinsics
