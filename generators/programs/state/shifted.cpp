#include "generators/programs/state/shifted.h"

#include <cassert>
#include <variant>

#include "spec/copy_matrix/copy_matrix.h"
#include "spec/number/quantization.h"
#include "spec/number/word_fields.h"

namespace vconform::generators {

namespace {

// Adds a number of bytes to a field that holds an address. False if the field has no such address.
bool move_field(const spec::WordField& field, std::uint64_t unit, std::uint64_t bytes,
                std::uint64_t& word) {
  assert(bytes % unit == 0);
  const std::uint64_t moved = field.of(word) + bytes / unit;
  word = field.put(word, moved);
  return field.of(word) == moved;
}

class Shifter {
 public:
  Shifter(const PerMemory& by, const spec::Step& instruction)
      : by_(by), scale_is_address_(reads_scale_as_address(instruction)) {}

  bool operator()(spec::SetMask&) const { return true; }
  bool operator()(spec::SetCtrl&) const { return true; }
  bool operator()(spec::SetDeqScale& set) const {
    return !scale_is_address_ || move_field(spec::kVectorAddress, spec::kVectorAddressUnit,
                                            of(spec::MemoryId::kUb), set.value);
  }
  bool operator()(spec::SetFixpipe& set) const {
    const std::uint64_t bytes = of(spec::MemoryId::kFixpipe);
    return set.which != spec::FixpipeRegister::kFpc ||
           (move_field(spec::kFpcQuant, spec::kFpcQuantUnit, bytes, set.value) &&
            move_field(spec::kFpcRelu, spec::kFpcReluUnit, bytes, set.value));
  }
  bool operator()(spec::DataCopy& copy) const {
    copy.deq_tensor_addr += of(spec::MemoryId::kUb);
    return move_operands(copy);
  }
  bool operator()(auto& instruction) const { return move_operands(instruction); }

  void move(spec::Address& address) const { address.offset += of(address.memory); }

 private:
  std::uint64_t of(spec::MemoryId id) const { return by_[index_of(id)]; }
  bool move_operands(auto& instruction) const {
    move(instruction.dst);
    move(instruction.src);
    return true;
  }

  const PerMemory& by_;
  bool scale_is_address_;
};

}  // namespace

std::optional<spec::Case> shifted(spec::Case one, const PerMemory& by) {
  const Shifter shifter(by, one.steps.back());
  for (spec::Step& step : one.steps) {
    if (!std::visit(shifter, step)) {
      return std::nullopt;
    }
  }
  for (spec::Placement& placement : one.placements) {
    std::visit([&](auto& place) { shifter.move(place.at); }, placement);
  }
  return one;
}

bool reads_scale_as_address(const spec::Step& instruction) {
  if (const auto* call = std::get_if<spec::CastDeq>(&instruction)) {
    return call->is_vec_deq && call->cell.conversion().source == spec::NumberType::kS16;
  }
  const auto* vconv = std::get_if<spec::Vconv>(&instruction);
  return vconv != nullptr && spec::is_vdeq(vconv->cell.conversion().deq);
}

}  // namespace vconform::generators
