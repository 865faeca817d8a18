#include "adapters/golden/kernels/instruction_sets.h"

namespace vconform::adapters::golden::kernels {

namespace {

struct Found {
  std::array<InstructionSet, kInstructionSets> sets = {};
  std::size_t count = 0;

  void add_if(bool runs, InstructionSet set) {
    sets[count] = set;
    count += runs ? 1 : 0;
  }
};

Found found() {
  Found all;
  all.add_if(true, InstructionSet::kBaseline);
#if defined(__x86_64__)
  all.add_if(__builtin_cpu_supports("x86-64-v3") != 0, InstructionSet::kX86V3);
  all.add_if(__builtin_cpu_supports("x86-64-v4") != 0, InstructionSet::kX86V4);
#endif
  return all;
}

}  // namespace

std::span<const InstructionSet> instruction_sets() {
  static const Found all = found();
  return std::span(all.sets).first(all.count);
}

}  // namespace vconform::adapters::golden::kernels
