#include "suites/vectors/windows.h"

#include <algorithm>
#include <variant>

#include "oracle/explain/element_text.h"
#include "spec/number/quantization.h"
#include "spec/number/units.h"

namespace vconform::suites {

namespace {

using oracle::BlockWalk;
using oracle::FractalWalk;
using oracle::kNibblesPerByte;
using oracle::PredictedElement;
using oracle::VectorWalk;
using spec::ByteRange;
using spec::MemoryId;

// Windows closer than this are one.
constexpr std::uint64_t kNear = 256;

class Touched {
 public:
  void add(MemoryId memory, ByteRange range) {
    std::vector<ByteRange>& ranges = ranges_[static_cast<std::size_t>(memory)];
    // Elements mostly follow each other.
    if (!ranges.empty() && range.first >= ranges.back().first &&
        range.first <= ranges.back().end + kNear) {
      ranges.back().end = std::max(ranges.back().end, range.end);
    } else {
      ranges.push_back(range);
    }
  }
  void add(MemoryId memory, oracle::Nibble place, int bits) {
    const auto nibbles = static_cast<std::uint64_t>(bits) * kNibblesPerByte / spec::kBitsPerByte;
    add(memory, ByteRange{place / kNibblesPerByte,
                          (place + nibbles + kNibblesPerByte - 1) / kNibblesPerByte});
  }
  std::vector<Window> within(const std::vector<spec::CaseMemory>& memories);

 private:
  std::array<std::vector<ByteRange>, spec::kMemoryCount> ranges_;
};

ByteRange widened(const ByteRange& range, std::uint64_t size) {
  const std::uint64_t first = range.first > kWatched ? range.first - kWatched : 0;
  const std::uint64_t end = range.end + kWatched;
  return {first / spec::kBlockBytes * spec::kBlockBytes,
          std::min(size, (end + spec::kBlockBytes - 1) / spec::kBlockBytes * spec::kBlockBytes)};
}

std::vector<Window> Touched::within(const std::vector<spec::CaseMemory>& memories) {
  std::vector<Window> windows;
  for (const spec::CaseMemory& memory : memories) {
    std::vector<ByteRange>& ranges = ranges_[static_cast<std::size_t>(memory.id)];
    std::erase_if(ranges, [&](const ByteRange& range) { return range.first >= memory.size; });
    std::ranges::sort(ranges, {}, &ByteRange::first);
    std::vector<ByteRange> merged;
    for (const ByteRange& range : ranges) {
      const ByteRange wide = widened(range, memory.size);
      if (!merged.empty() && wide.first <= merged.back().end + kNear) {
        merged.back().end = std::max(merged.back().end, wide.end);
      } else {
        merged.push_back(wide);
      }
    }
    for (const ByteRange& range : merged) {
      windows.push_back({memory.id, range.first, range.size()});
    }
  }
  return windows;
}

void add(Touched& touched, const spec::Case& program, const PredictedElement& element) {
  touched.add(element.memory, element.destination, spec::format_of(element.type).bits);
  if (element.has_source) {
    const spec::Cell cell = oracle::converting_cell(program.steps[element.step]);
    touched.add(element.source_memory, element.source, cell.conversion().from().bits);
  }
}

// Vectors of factors.
void add(Touched& touched, const VectorWalk& walk) {
  if (walk.table) {
    touched.add(MemoryId::kUb, ByteRange{*walk.table, *walk.table + spec::kVectorBytes});
  }
}
void add(Touched& touched, const BlockWalk& walk) {
  for (std::uint64_t j = 0; walk.vector && j < walk.blocks; ++j) {
    touched.add(MemoryId::kUb, ByteRange{walk.vector_of(j), walk.vector_of(j) + walk.vector_bytes});
  }
}
void add(Touched&, const FractalWalk&) {}

// The bases, for instructions that have nothing to write.
struct Bases {
  Touched& touched;

  template <typename Step>
  void operator()(const Step& step) const {
    if constexpr (requires {
                    step.dst;
                    step.src;
                  }) {
      for (const spec::Address& at : {step.dst, step.src}) {
        touched.add(at.memory, ByteRange{at.offset, at.offset + spec::kRepeatBytes});
      }
    }
  }
};

}  // namespace

std::vector<Window> windows_of(const spec::Case& program,
                               const std::vector<oracle::World>& worlds) {
  Touched touched;
  for (const spec::Step& step : program.steps) {
    std::visit(Bases{touched}, step);
  }
  for (const oracle::World& world : worlds) {
    for (const PredictedElement& element : world.elements) {
      add(touched, program, element);
    }
    for (const oracle::Walked& walked : world.walks) {
      std::visit([&](const auto& walk) { add(touched, walk); }, walked.walk);
    }
  }
  for (const spec::CaseMemory& memory : program.memories) {
    if (memory.id == MemoryId::kFixpipe) {
      touched.add(memory.id, ByteRange{0, memory.size});
    }
  }
  return touched.within(program.memories);
}

}  // namespace vconform::suites
