#include "generators/programs/state/in_succession.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <variant>

#include "generators/programs/operands.h"
#include "spec/case/registers.h"
#include "spec/copy_matrix/copy_matrix.h"

namespace vconform::generators {

namespace {

using spec::FixpipeRegister;
using spec::Step;

// A register whose halves hold other fields, so that those of two legal words make legal ones; not
// an address.
std::uint64_t* word_of(Step& write, const Step& instruction) {
  if (auto* scale = std::get_if<spec::SetDeqScale>(&write)) {
    return scale->is_tensor || reads_scale_as_address(instruction) ? nullptr : &scale->value;
  }
  auto* fixpipe = std::get_if<spec::SetFixpipe>(&write);
  return fixpipe != nullptr && fixpipe->which == FixpipeRegister::kQuantPre ? &fixpipe->value
                                                                            : nullptr;
}

std::uint64_t halves(std::uint64_t high, std::uint64_t low) {
  constexpr std::uint64_t kLow = 0xffffffff;
  return (high & ~kLow) | (low & kLow);
}

bool is_unread(FixpipeRegister which, const Part& part) {
  const auto* copy = std::get_if<spec::CopyMatrix>(&part.instruction);
  if (copy == nullptr) {
    return true;
  }
  const spec::QuantCode& code = spec::quant_code_of(part.row());
  switch (which) {
    case FixpipeRegister::kNdPara:
      return !copy->nz2nd_en;
    case FixpipeRegister::kLreluAlpha:
      return !is_leaky(part);
    case FixpipeRegister::kQuantPre:
      return !code.reads_quant_word() || copy->quant_pre == code.vector;
    case FixpipeRegister::kFpc:
      return !reads_vector(part);
  }
  return false;
}

}  // namespace

void run_over_results(const Part& first, const Part& second, StateProgram& program) {
  Step before = first.instruction;
  Step after = second.instruction;
  spec::Address& results = destination_of(before);
  const std::size_t i = index_of(results.memory);
  const std::uint64_t late = program.choices().below(2) * kLate;
  const std::uint64_t bytes = first.size[i] + second.size[i] + kShiftAlignment;
  if (const std::optional<std::uint64_t> place = program.reserved(results.memory, bytes)) {
    results.offset += *place - first.base[i];
    destination_of(after).offset = results.offset + late;
    program.add(first.writes);
    program.add(before);
    program.add(second.writes);
    program.add(after);
  }
}

void run_with_half_a_word(const Part& a, const Part& b, StateProgram& program) {
  for (Step write : a.writes) {
    const auto other = std::ranges::find_if(
        b.writes, [&](const Step& one) { return write_one_register(one, write); });
    std::uint64_t* const word = word_of(write, a.instruction);
    if (word == nullptr || other == b.writes.end()) {
      continue;
    }
    Step copy = *other;
    const std::uint64_t* const others = word_of(copy, b.instruction);
    if (others == nullptr) {
      continue;
    }
    const std::uint64_t own = *word;
    program.add(a.writes);
    program.run(a);
    for (const std::uint64_t mixed : {halves(*others, own), *others}) {
      *word = mixed;
      program.add(write);
      program.run(a);
    }
  }
}

void run_with_one_nd_field_less(const Part& part, StateProgram& program) {
  const auto* copy = std::get_if<spec::CopyMatrix>(&part.instruction);
  if (copy == nullptr || !copy->nz2nd_en) {
    return;
  }
  for (const Step& write : part.writes) {
    const auto* set = std::get_if<spec::SetFixpipe>(&write);
    if (set == nullptr || set->which != FixpipeRegister::kNdPara ||
        spec::kNdCount.of(set->value) < 2) {
      continue;
    }
    program.add(part.writes);
    for (const spec::WordField& field : {spec::kNdCount, spec::kNdSrcStride}) {
      const std::uint64_t value = field.of(set->value);
      if (value > 1) {
        program.add(*set);
        program.run(part);
        program.add(spec::SetFixpipe{set->which, field.put(set->value, value - 1)});
        program.run(part);
      }
    }
  }
}

void run_beside_garbage(const Part& part, StateProgram& program) {
  const std::uint64_t drawn = program.choices().below(std::uint64_t{1} << 32);
  const std::uint64_t garbage = drawn % 2 == 0 ? ~std::uint64_t{0} : drawn * 0x9e3779b97f4a7c15;
  Steps unread;
  if (part.row().is_copy()) {
    unread.emplace_back(spec::SetMask{{garbage, garbage}});
  }
  const spec::Family family = part.row().family;
  if (family != spec::Family::kDeq && family != spec::Family::kCastDeq) {
    unread.emplace_back(spec::SetDeqScale{garbage, false});
  }
  for (const spec::FixpipeRegisterName& name : spec::kFixpipeRegisters) {
    if (is_unread(name.id, part)) {
      unread.emplace_back(spec::SetFixpipe{name.id, garbage});
    }
  }
  program.add(part.writes);
  program.add(unread);
  program.run(part);
}

}  // namespace vconform::generators
