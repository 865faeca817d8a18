#include "suites/coverage/instruction_classes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <span>

#include "oracle/reading/readings.h"
#include "oracle/vector/overlap.h"
#include "oracle/vector/vector_walk.h"
#include "spec/case/lowering.h"
#include "spec/case/registers.h"
#include "spec/copy_matrix/copy_matrix.h"
#include "spec/data_copy/data_copy.h"
#include "suites/coverage/classes.h"

namespace vconform::suites {

namespace {

using oracle::VectorWalk;

ClassSet magnitude(std::uint64_t value) {
  return only(
      std::min<std::size_t>(static_cast<std::size_t>(std::bit_width(value)), kMostClasses - 1));
}

ClassSet stride_class(std::uint64_t stride) {
  return stride <= kWidestStride ? magnitude(stride) : 0;
}

// The lanes of a repeat in order; of an s4, pairs of lanes.
std::vector<bool> lanes_of(const spec::Conversion& row, const VectorWalk& walk) {
  const bool has_pairs = std::min(row.from().bits, row.to().bits) < 8;
  std::vector<bool> lanes;
  for (std::uint64_t lane = 0; lane < walk.elements; lane += has_pairs ? 2 : 1) {
    lanes.push_back(walk.mask.bit(lane));
  }
  return lanes;
}

bool alternates(const std::vector<bool>& lanes) {
  return std::ranges::adjacent_find(lanes, std::equal_to<>()) == lanes.end();
}

ClassSet counter_class(std::uint64_t count, std::uint64_t elements) {
  if (count == 0) {
    return class_of(MaskClass::kCountNone);
  }
  if (count < elements) {
    return class_of(MaskClass::kCountPartial);
  }
  return class_of(count % elements == 0 ? MaskClass::kCountWhole : MaskClass::kCountRest);
}

ClassSet mask_class(const spec::Conversion& row, const VectorWalk& walk) {
  if (walk.counter_mode) {
    return counter_class(spec::counter_of(walk.mask), walk.elements);
  }
  const std::vector<bool> lanes = lanes_of(row, walk);
  const auto active = static_cast<std::size_t>(std::ranges::count(lanes, true));
  const auto first = static_cast<std::size_t>(std::ranges::find(lanes, true) - lanes.begin());
  const bool is_run = std::all_of(
      lanes.begin() + static_cast<std::ptrdiff_t>(std::min(first, lanes.size())),
      lanes.begin() + static_cast<std::ptrdiff_t>(std::min(first + active, lanes.size())),
      [](bool lane) { return lane; });
  if (active == 0 || active == lanes.size()) {
    return class_of(active == 0 ? MaskClass::kNone : MaskClass::kAll);
  }
  if (active <= 2) {
    return class_of(active == 1 ? MaskClass::kOneLane : MaskClass::kTwoLanes);
  }
  if (active == lanes.size() - 1) {
    return class_of(MaskClass::kAllButOne);
  }
  if (!is_run) {
    return class_of(alternates(lanes) ? MaskClass::kAlternating : MaskClass::kGaps);
  }
  return class_of(first == 0                       ? MaskClass::kPrefix
                  : first + active == lanes.size() ? MaskClass::kSuffix
                                                   : MaskClass::kRun);
}

bool same_places(const VectorWalk& walk) {
  return walk.source.base == walk.destination.base &&
         walk.source.blocks == walk.destination.blocks &&
         walk.source.block_stride == walk.destination.block_stride &&
         (walk.repeats == 1 || walk.source.repeat_stride == walk.destination.repeat_stride);
}

ClassSet overlap_class(const VectorWalk& walk, std::uint64_t memory_size) {
  const std::uint64_t src = walk.source.base;
  const std::uint64_t dst = walk.destination.base;
  const std::uint64_t src_end = walk.end_of(walk.source);
  const std::uint64_t dst_end = walk.end_of(walk.destination);
  if (dst_end < src || src_end < dst) {
    return class_of(OverlapClass::kDisjoint);
  }
  if (dst_end == src || src_end == dst) {
    return class_of(OverlapClass::kTouching);
  }
  if (oracle::hazard_of(walk, memory_size)) {
    return class_of(OverlapClass::kHazard);
  }
  if (same_places(walk)) {
    return class_of(OverlapClass::kIdentical);
  }
  return class_of(dst <= src ? OverlapClass::kPartlyDstBefore : OverlapClass::kPartlySrcBefore);
}

void add_vector(const spec::Conversion& row, const VectorWalk& walk, std::uint8_t repeat,
                std::uint64_t memory_size, Sample& sample) {
  sample[Dim::kMask] = mask_class(row, walk);
  if (walk.writes()) {
    sample[Dim::kOverlap] = overlap_class(walk, memory_size);
    // In a hazard no argument has a result that counts.
    if (sample[Dim::kOverlap] == class_of(OverlapClass::kHazard)) {
      return;
    }
  }
  if (walk.counter_mode) {
    sample[Dim::kCount] = magnitude(spec::counter_of(walk.mask));
  } else {
    sample[Dim::kRepeat] = magnitude(repeat);
  }
  if (!walk.writes()) {
    return;
  }
  if (walk.destination.blocks > 1) {
    sample[Dim::kDstBlockStride] = stride_class(walk.destination.block_stride);
  }
  if (walk.source.blocks > 1) {
    sample[Dim::kSrcBlockStride] = stride_class(walk.source.block_stride);
  }
  if (walk.repeats > 1) {
    sample[Dim::kDstRepeatStride] = stride_class(walk.destination.repeat_stride);
    sample[Dim::kSrcRepeatStride] = stride_class(walk.source.repeat_stride);
  }
}

void add_matrix(const spec::CopyMatrix& step, const spec::Registers& registers, Sample& sample) {
  sample[Dim::kNSize] = magnitude(step.n_size);
  sample[Dim::kMSize] = magnitude(step.m_size);
  sample[Dim::kLayout] = only(step.nz2nd_en ? 2 : step.channel_split ? 1 : 0);
  if (step.n_size == 0 || step.m_size == 0) {
    return;
  }
  const std::uint64_t channels =
      spec::channels_of_block(step.cell.conversion(), step.channel_split);
  if (step.nz2nd_en ? step.m_size > 1 : step.n_size > channels) {
    sample[Dim::kDstStride] = magnitude(step.dst_stride_dst_d);
  }
  if (step.n_size > spec::kC0) {
    sample[Dim::kSrcStride] = magnitude(step.src_stride);
  }
  if (step.nz2nd_en) {
    const std::uint64_t para = registers.of(spec::FixpipeRegister::kNdPara);
    const std::uint64_t count = spec::kNdCount.of(para);
    sample[Dim::kNdCount] = magnitude(count);
    if (count > 1) {
      sample[Dim::kSrcNdStride] = magnitude(spec::kNdSrcStride.of(para));
      sample[Dim::kDstNdStride] = magnitude(spec::kNdDstStride.of(para));
    }
  }
}

void add_data_copy(const spec::DataCopy& step, Sample& sample) {
  const spec::Conversion& row = step.cell.conversion();
  sample[Dim::kBlockCount] = magnitude(step.block_count);
  sample[Dim::kBlockLen] = magnitude(step.block_len);
  sample[Dim::kBlockMode] = class_of(step.block_mode);
  if (step.block_count > 1) {
    sample[Dim::kSrcStride] = magnitude(step.src_stride);
    sample[Dim::kDstStride] = magnitude(step.dst_stride);
  }
  if (row.to().bits == 8 && !row.is_plain_path()) {
    sample[Dim::kSidStoreMode] = only(step.sid_store_mode);
  }
}

// How each register got its value.
class Written {
 public:
  void write(Dim dim) {
    Register& one = registers_[index_of(dim)];
    ++one.writes;
    one.is_kept = false;
  }
  void instruction() {
    for (Register& one : registers_) {
      one.is_kept = true;
    }
  }
  ClassSet state(Dim dim) const {
    const Register& one = registers_[index_of(dim)];
    if (one.writes == 0) {
      return class_of(StateClass::kNeverWritten);
    }
    if (one.is_kept) {
      return class_of(StateClass::kKept);
    }
    return class_of(one.writes == 1 ? StateClass::kWritten : StateClass::kWrittenTwice);
  }

 private:
  struct Register {
    std::size_t writes = 0;
    bool is_kept = false;
  };
  std::array<Register, kDims> registers_ = {};
};

std::vector<Dim> read_by(const spec::CopyMatrix& step) {
  const spec::QuantCode& code = spec::quant_code_of(step.cell.conversion());
  const auto relu = static_cast<spec::ReluPre>(step.relu_pre);
  std::vector<Dim> dims;
  if (step.nz2nd_en) {
    dims.push_back(Dim::kNdParaState);
  }
  if (relu == spec::ReluPre::kLeaky) {
    dims.push_back(Dim::kLreluAlphaState);
  }
  const bool is_vector = code.reads_quant_word() && step.quant_pre == code.vector;
  if (code.reads_quant_word() && !is_vector) {
    dims.push_back(Dim::kQuantPreState);
  }
  if (is_vector || relu == spec::ReluPre::kPrelu) {
    dims.push_back(Dim::kFpcState);
  }
  dims.push_back(Dim::kCtrlState);
  return dims;
}

class Reader {
 public:
  explicit Reader(const spec::Case& test_case) : test_case_(test_case) {}

  std::vector<InstructionSample> run() {
    for (const spec::Step& step : test_case_.steps) {
      std::visit([this](const auto& one) { execute(one); }, step);
    }
    return std::move(samples_);
  }

 private:
  void execute(const spec::SetMask& step) {
    registers_.mask = step.mask;
    written_.write(Dim::kMaskState);
  }
  void execute(const spec::SetCtrl& step) {
    registers_.ctrl = step.value;
    written_.write(Dim::kCtrlState);
  }
  void execute(const spec::SetDeqScale& step) {
    registers_.deq_scale = step.value;
    registers_.deq_scale_is_tensor = step.is_tensor;
    written_.write(Dim::kDeqScaleState);
  }
  void execute(const spec::SetFixpipe& step) {
    constexpr std::array kStates = {Dim::kNdParaState, Dim::kLreluAlphaState, Dim::kQuantPreState,
                                    Dim::kFpcState};
    registers_.fixpipe[spec::index_of(step.which)] = step.value;
    written_.write(kStates[spec::index_of(step.which)]);
  }
  void execute(const spec::Vconv& step) { execute_as(step, step.cell); }
  void execute(const spec::CastDeq& call) {
    for (const spec::Step& step : spec::lowered(call, registers_.ctrl, spec::choices_of_golden())) {
      if (const auto* vconv = std::get_if<spec::Vconv>(&step)) {
        execute_as(*vconv, call.cell);
      } else if (const auto* mask = std::get_if<spec::SetMask>(&step)) {
        execute(*mask);
      } else if (const auto* ctrl = std::get_if<spec::SetCtrl>(&step)) {
        execute(*ctrl);
      }
    }
  }
  void execute(const spec::CopyMatrix& step) {
    Sample& sample = begin(step.cell, read_by(step));
    add_matrix(step, registers_, sample);
    written_.instruction();
  }
  // The model is one of instructions.
  void execute(const spec::Operation& /*step*/) {}
  void execute(const spec::DataCopy& step) {
    add_data_copy(step, begin(step.cell, {}));
    written_.instruction();
  }

  void execute_as(const spec::Vconv& step, const spec::Cell& cell) {
    std::vector<Dim> read = {Dim::kMaskState, Dim::kCtrlState};
    if (step.cell.conversion().deq != spec::DeqForm::kNone) {
      read.push_back(Dim::kDeqScaleState);
    }
    Sample& sample = begin(cell, read);
    oracle::Readings readings(spec::choices_of_golden(), {});
    const VectorWalk walk = oracle::walk_of(step, registers_, readings);
    add_vector(cell.conversion(), walk, step.repeat,
               spec::memory_size(test_case_, spec::MemoryId::kUb), sample);
    written_.instruction();
  }

  Sample& begin(const spec::Cell& cell, const std::vector<Dim>& read) {
    samples_.push_back({cell, {}});
    for (const Dim dim : read) {
      samples_.back().sample[dim] = written_.state(dim);
    }
    return samples_.back().sample;
  }

  const spec::Case& test_case_;
  spec::Registers registers_;
  Written written_;
  std::vector<InstructionSample> samples_;
};

}  // namespace

std::vector<InstructionSample> instruction_samples(const spec::Case& test_case) {
  return Reader(test_case).run();
}

}  // namespace vconform::suites
