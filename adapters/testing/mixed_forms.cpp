// A library for tests of mixed tables: golden executes some rows, and converts arrays or elements
// of others. What it executes follows the readings that are not those of the suite's walks:
// s4.nibble=high-first and walk.stride-width=16. With VCONFORM_MIXED_ROWS=all it converts arrays or
// elements of every row that can be served so, and executes none. With VCONFORM_MIXED_FAULT=convert
// or element, what that function gives is wrong in its last bit.
#include <cstdlib>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "adapters/abi/cell.h"
#include "adapters/golden/copy_matrix/element.h"
#include "adapters/golden/data_copy/element.h"
#include "adapters/golden/dequantise/deq.h"
#include "adapters/golden/dequantise/deq16.h"
#include "adapters/golden/vconv/convert.h"
#include "adapters/testing/wrapped_golden.h"
#include "spec/case/memory_image.h"

namespace vconform::adapters::mixed_forms {

namespace {

golden::Behaviour own_behaviour() {
  golden::Behaviour behaviour = golden::golden_behaviour();
  behaviour.pin(spec::choice("s4.nibble", "high-first"));
  behaviour.pin(spec::choice("walk.stride-width", "16"));
  return behaviour;
}

struct Mixed : WrappedGolden {
  Mixed() : WrappedGolden(own_behaviour) {
    const char* named = std::getenv("VCONFORM_MIXED_FAULT");
    fault = named == nullptr ? "" : named;
    const bool all = std::getenv("VCONFORM_MIXED_ROWS") != nullptr;
    for (std::uint32_t i = 0; i < declared.row_count; ++i) {
      all ? add_converted(declared.rows[i]) : add(declared.rows[i]);
    }
    declared.rows = rows.data();
    declared.row_count = static_cast<std::uint32_t>(rows.size());
  }

  // Pairs with s4 in both forms; the rest in one.
  void add(vconform_capability row) {
    const auto is = [&](std::uint32_t family, std::uint32_t source, std::uint32_t destination) {
      return row.family == family && row.source_type == source &&
             row.destination_type == destination;
    };
    if (is(VCONFORM_FAMILY_VCONV, VCONFORM_S16, VCONFORM_F32) ||
        is(VCONFORM_FAMILY_VCONV, VCONFORM_S4, VCONFORM_F16)) {
      row.features |= VCONFORM_BY_CONVERT;
    } else if (is(VCONFORM_FAMILY_DEQ, VCONFORM_S16, VCONFORM_S8)) {
      row.features |= VCONFORM_BY_ELEMENT;
    } else if (!is(VCONFORM_FAMILY_VCONV, VCONFORM_F32, VCONFORM_S32) &&
               !is(VCONFORM_FAMILY_VCONV, VCONFORM_F16, VCONFORM_S4) &&
               !is(VCONFORM_FAMILY_DEQ, VCONFORM_S16, VCONFORM_U8)) {
      return;
    }
    // One rounding is enough, and quick.
    const std::uint32_t nearest = row.roundings & 1U << VCONFORM_ROUND_R;
    row.roundings = nearest != 0 ? nearest : row.roundings;
    rows.push_back(row);
  }

  void add_converted(vconform_capability row) {
    const auto* known = row_of(static_cast<spec::Family>(row.family), row.variant, row.source_type,
                               row.destination_type);
    if (known == nullptr || known->is_plain_path()) {
      return;
    }
    const bool is_array = row.family == VCONFORM_FAMILY_VCONV;
    row.features |= is_array ? VCONFORM_BY_CONVERT : VCONFORM_BY_ELEMENT;
    rows.push_back(row);
  }

  std::vector<vconform_capability> rows;
  std::string_view fault;
};

Mixed& mixed_of(void* context) {
  return *static_cast<Mixed*>(static_cast<WrappedGolden*>(context));
}

const golden::Behaviour& behaviour_of_functions() {
  static const golden::Behaviour behaviour = golden::golden_behaviour();
  return behaviour;
}

std::uint32_t convert(void* context, const void* src, void* dst, std::uint64_t n,
                      std::uint32_t source_type, std::uint32_t destination_type,
                      std::uint32_t rounding, std::uint64_t ctrl) {
  const auto cell = cell_of(spec::Family::kVconv, 0, source_type, destination_type, rounding);
  const spec::Conversion& row = cell.value().conversion();
  const golden::Behaviour& behaviour = behaviour_of_functions();
  const auto conversion = golden::element_conversion(behaviour, *cell, ctrl);
  const std::span from(static_cast<const std::uint8_t*>(src), spec::byte_count(row.from(), n));
  const std::span to(static_cast<std::uint8_t*>(dst), spec::byte_count(row.to(), n));
  const std::uint64_t wrong = mixed_of(context).fault == "convert" ? 1 : 0;
  for (std::uint64_t i = 0; i < n; ++i) {
    const std::uint64_t source = spec::load_element(from, 0, row.from(), i);
    spec::store_element(to, 0, row.to(), i, golden::convert(behaviour, conversion, source) ^ wrong);
  }
  return VCONFORM_OK;
}

std::uint64_t dequantised(const golden::Behaviour& behaviour, const vconform_element& element) {
  return element.source_type == VCONFORM_S32
             ? golden::deq_f16(golden::deq16_chain(behaviour, element.ctrl), element.source,
                               element.word)
             : golden::deq_b8(golden::deq_chain(behaviour), element.source, element.word);
}

std::uint64_t through_fixpipe(const golden::Behaviour& behaviour, const spec::Cell& cell,
                              const vconform_element& element) {
  golden::FixpipeElement one;
  one.cell = cell;
  one.source = element.source;
  one.word = element.word;
  one.alpha = element.alpha;
  one.chain = golden::fixpipe_chain(behaviour, cell, element.ctrl);
  one.chain.relu.mode = static_cast<spec::ReluPre>(element.relu);
  return golden::fixpipe_result(one);
}

std::uint64_t data_copied(const golden::Behaviour& behaviour, const spec::Cell& cell,
                          const vconform_element& element) {
  golden::CopiedElement one;
  one.cell = cell;
  one.source = element.source;
  one.word = element.word;
  one.relu = element.relu != VCONFORM_RELU_NONE;
  one.chain = golden::copy_chain(behaviour);
  return golden::copied(one);
}

std::uint32_t serve_element(void* context, const vconform_element* element, std::uint64_t* result) {
  const golden::Behaviour& behaviour = behaviour_of_functions();
  const auto cell = cell_of(static_cast<spec::Family>(element->family), element->variant,
                            element->source_type, element->destination_type);
  switch (element->family) {
    case VCONFORM_FAMILY_COPY_MATRIX:
      *result = through_fixpipe(behaviour, cell.value(), *element);
      break;
    case VCONFORM_FAMILY_DATA_COPY:
      *result = data_copied(behaviour, cell.value(), *element);
      break;
    default:
      *result = dequantised(behaviour, *element);
  }
  *result ^= mixed_of(context).fault == "element" ? 1 : 0;
  return VCONFORM_OK;
}

constexpr char kProblem[] = "no memory";

constexpr vconform_adapter table() {
  vconform_adapter table = wrapped_table<kProblem>("mixed-forms", []() -> void* {
    return static_cast<WrappedGolden*>(std::make_unique<Mixed>().release());
  });
  table.execute_batch = nullptr;
  table.convert = convert;
  table.element = serve_element;
  return table;
}

constexpr vconform_adapter kTable = table();

}  // namespace

}  // namespace vconform::adapters::mixed_forms

extern "C" VCONFORM_EXPORT const vconform_adapter* vconform_get_adapter(std::uint32_t abi_version) {
  return abi_version == VCONFORM_ABI_VERSION ? &vconform::adapters::mixed_forms::kTable : nullptr;
}
