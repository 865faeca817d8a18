#include "fuzz/edits/knobs.h"

namespace vconform::fuzz {

namespace {

constexpr int kStrideBits = 8;

class Collector {
 public:
  explicit Collector(std::vector<Knob>& knobs) : knobs_(knobs) {}

  void operator()(spec::SetMask& step) { mask(step.mask); }
  void operator()(spec::SetCtrl& step) { add(Knob::Kind::kCtrl, 64, &step.value); }
  void operator()(spec::SetDeqScale& step) { add(Knob::Kind::kWord, 64, &step.value); }
  void operator()(spec::SetFixpipe& step) { add(Knob::Kind::kWord, 64, &step.value); }
  void operator()(spec::Vconv& step) {
    operands(step);
    add(Knob::Kind::kNumber, 8, &step.repeat);
    add(Knob::Kind::kNumber, kStrideBits, &step.dst_block_stride);
    add(Knob::Kind::kNumber, kStrideBits, &step.src_block_stride);
    add(Knob::Kind::kNumber, kStrideBits, &step.dst_repeat_stride);
    add(Knob::Kind::kNumber, kStrideBits, &step.src_repeat_stride);
  }
  void operator()(spec::CastDeq& step) {
    operands(step);
    mask(step.mask);
    add(Knob::Kind::kNumber, 8, &step.repeat_time);
    add(Knob::Kind::kNumber, kStrideBits, &step.dst_blk_stride);
    add(Knob::Kind::kNumber, kStrideBits, &step.src_blk_stride);
    add(Knob::Kind::kNumber, kStrideBits, &step.dst_rep_stride);
    add(Knob::Kind::kNumber, kStrideBits, &step.src_rep_stride);
    add(Knob::Kind::kNumber, 32, &step.count);
    add(Knob::Kind::kNumber, 1, &step.is_set_mask);
    add(Knob::Kind::kNumber, 1, &step.is_vec_deq);
    add(Knob::Kind::kNumber, 1, &step.half_block);
  }
  void operator()(spec::CopyMatrix& step) {
    operands(step);
    add(Knob::Kind::kNumber, 12, &step.n_size);
    add(Knob::Kind::kNumber, 16, &step.m_size);
    add(Knob::Kind::kNumber, 32, &step.dst_stride_dst_d);
    add(Knob::Kind::kNumber, 16, &step.src_stride);
    add(Knob::Kind::kNumber, 2, &step.unit_flag_mode);
    add(Knob::Kind::kNumber, 3, &step.relu_pre);
    add(Knob::Kind::kNumber, 1, &step.channel_split);
    add(Knob::Kind::kNumber, 1, &step.nz2nd_en);
  }
  void operator()(spec::DataCopy& step) {
    operands(step);
    add(Knob::Kind::kNumber, 12, &step.block_count);
    add(Knob::Kind::kNumber, 16, &step.block_len);
    add(Knob::Kind::kNumber, 16, &step.src_stride);
    add(Knob::Kind::kNumber, 16, &step.dst_stride);
    add(Knob::Kind::kWord, 64, &step.deq_value);
    add(Knob::Kind::kAddress, 64, &step.deq_tensor_addr);
  }
  void operator()(spec::PlaceElement& placed) {
    const int bits = spec::format_of(placed.type).bits;
    knobs_.emplace_back(Knob::Kind::kElement, bits, &placed.pattern, placed.type);
  }
  // Not the rectangle, which would leave what the operation declares, nor CTRL: it is entered in
  // one of four states.
  void operator()(spec::Operation& step) {
    mask(step.mask);
    add(Knob::Kind::kNumber, 64, &step.deq_scale);
    if (spec::operation_parameters(step.cell.row).word) {
      add(Knob::Kind::kWord, 64, &step.quant);
    }
  }
  void operator()(spec::PlaceNumbers&) {}
  void operator()(spec::PlacePatterns& placed) {
    add(Knob::Kind::kNumber, 64, &placed.first);
    add(Knob::Kind::kNumber, 64, &placed.step);
  }

 private:
  void add(Knob::Kind kind, int bits, Knob::Place place) { knobs_.emplace_back(kind, bits, place); }
  void mask(spec::Mask& mask) {
    add(Knob::Kind::kMask, 64, &mask.mask0);
    add(Knob::Kind::kMask, 64, &mask.mask1);
  }
  template <typename Instruction>
  void operands(Instruction& step) {
    add(Knob::Kind::kAddress, 64, &step.dst.offset);
    add(Knob::Kind::kAddress, 64, &step.src.offset);
  }

  std::vector<Knob>& knobs_;
};

}  // namespace

std::uint64_t Knob::value() const {
  return std::visit([](const auto* place) { return static_cast<std::uint64_t>(*place); }, place_);
}

void Knob::set(std::uint64_t value) {
  const std::uint64_t kept = bits_ == 64 ? value : value & ((std::uint64_t{1} << bits_) - 1);
  std::visit(
      [&](auto* place) { *place = static_cast<std::remove_reference_t<decltype(*place)>>(kept); },
      place_);
}

std::vector<Knob> knobs_of(spec::Case& test_case) {
  std::vector<Knob> knobs;
  Collector collect(knobs);
  for (spec::Step& step : test_case.steps) {
    std::visit(collect, step);
  }
  for (spec::Placement& placement : test_case.placements) {
    std::visit(collect, placement);
  }
  return knobs;
}

}  // namespace vconform::fuzz
