// A lowering that misbehaves in its operation, as VCONFORM_LOWERING_FAULT says: loops, scribbles
// (writes L1), clears, clears-l1, clears-gm (writes 0 to the end of UB, and far behind the start of
// another memory), dereferences (an offset as if it were a pointer), exits, throws, raises, stays
// (writes nothing), unobserved (issues a repeat of 256 behind an observer of its own, beside right
// results), changes:FILE (raises, and has another table where FILE exists, which it makes),
// later-table (gives a table of the next version).
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "adapters/testing/lowerings/planted.h"
#include "adapters/testing/lowerings/vector_rows.h"

namespace {

void misbehave(const std::string& kind) {
  if (kind == "loops") {
    for (volatile bool forever = true; forever;) {
    }
  } else if (kind == "scribbles") {
    *static_cast<int*>(vconform_memory_at(VCONFORM_L1, 0x40)) = 1;
  } else if (kind == "clears") {
    *static_cast<int*>(vconform_memory_at(VCONFORM_UB, 0x3fffc)) = 0;
  } else if (kind == "clears-l1") {
    *static_cast<int*>(vconform_memory_at(VCONFORM_L1, 0x80000)) = 0;
  } else if (kind == "clears-gm") {
    *static_cast<int*>(vconform_memory_at(VCONFORM_GM, 0x3ffffc)) = 0;
  } else if (kind == "dereferences") {
    volatile std::uintptr_t offset = 0x100;
    // NOLINTNEXTLINE(performance-no-int-to-ptr): the point of it
    *reinterpret_cast<int*>(offset) = 1;
  } else if (kind == "exits") {
    std::exit(0);
  } else if (kind == "throws") {
    throw std::runtime_error("no such tile");
  } else if (kind == "raises" || kind == "changes") {
    std::raise(SIGABRT);
  } else if (kind == "unobserved") {
    const vconform_observer blind = {
        sizeof(vconform_observer), 0, nullptr,
        [](void*, const vconform_call*, std::uint32_t, const char*) {}};
    vconform_intrinsics_observe(&blind);
    vconv_f322f16r(static_cast<half*>(vconform_memory_at(VCONFORM_UB, 0)),
                   static_cast<float*>(vconform_memory_at(VCONFORM_UB, 0)), 256, 1, 1, 4, 8);
  }
}

void convert(const vconform_operation_call* call) {
  if (call->cols > 1) {
    misbehave(lowerings::planted().kind);
  }
  for (std::uint32_t row = 0; row < call->rows; ++row) {
    lowerings::convert_row(static_cast<half*>(call->dst) + std::size_t{row} * call->dst_stride,
                           static_cast<float*>(call->src) + std::size_t{row} * call->src_stride,
                           call->cols, [](auto... arguments) { vconv_f322f16r(arguments...); });
  }
}

bool was_opened_before() {
  const lowerings::Planted& fault = lowerings::planted();
  if (fault.kind != "changes") {
    return false;
  }
  const bool exists = std::ifstream(fault.where).good();
  std::ofstream(fault.where) << "opened\n";
  return exists;
}

const vconform_operation kOperations[] = {[] {
  vconform_operation entry =
      vconform::lowering::operation<half, float>("hostile_f32_f16", VCONFORM_ROUND_R, convert);
  entry.never = VCONFORM_NEVER_UNALIGNED;
  entry.most_rows = was_opened_before() ? 7 : 0;
  return entry;
}()};

}  // namespace

extern "C" const vconform_operations* vconform_get_operations(std::uint32_t abi_version) {
  const bool is_later = lowerings::planted().kind == "later-table";
  static const vconform_operations table = {sizeof table,
                                            abi_version + (is_later ? 1U : 0U),
                                            "hostile lowering",
                                            "1",
                                            kOperations,
                                            std::size(kOperations),
                                            sizeof(vconform_operation)};
  return &table;
}
