// The texts of operations: parts of cases, and lines of tables.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "spec/rows/operation_rows.h"
#include "spec/text/text_fields.h"

namespace vconform::spec {

namespace {

struct BitName {
  std::uint32_t bit;
  std::string_view name;
};
constexpr std::array<BitName, 4> kSaturationNames = {{
    {static_cast<std::uint32_t>(Saturation::kIntegersSaturate), "integers-saturate"},
    {static_cast<std::uint32_t>(Saturation::kIntegersKeepLowBits), "integers-keep-low-bits"},
    {static_cast<std::uint32_t>(Saturation::kHalfSaturates), "half-saturates"},
    {static_cast<std::uint32_t>(Saturation::kHalfKeepsInf), "half-keeps-inf"},
}};
// 1 << VCONFORM_REGISTER_x.
constexpr std::array<BitName, 6> kClobberNames = {{
    {1U << 0, "mask"},
    {1U << 2, "deqscale"},
    {1U << 3, "nd_para"},
    {1U << 4, "lrelu_alpha"},
    {1U << 5, "quant_pre"},
    {1U << 6, "fpc"},
}};

template <typename Names>
std::string joined_bits(const Names& names, std::uint32_t bits, std::string_view none) {
  std::string text;
  for (const BitName& one : names) {
    if ((bits & one.bit) != 0) {
      text += (text.empty() ? "" : "+") + std::string(one.name);
    }
  }
  return text.empty() ? std::string(none) : text;
}

template <typename Names>
std::uint32_t bits_from(const Names& names, std::string_view text, std::string_view none,
                        std::string_view what) {
  std::uint32_t bits = 0;
  for (std::size_t at = 0; text != none && at <= text.size();) {
    const std::size_t end = std::min(text.find('+', at), text.size());
    const std::string_view name = text.substr(at, end - at);
    const auto found = std::ranges::find(names, name, &BitName::name);
    if (found == names.end()) {
      std::string all(none);
      for (const BitName& one : names) {
        all += ", " + std::string(one.name);
      }
      throw InputError(quoted(name) + " is no " + std::string(what) + ": use " + all +
                       ", joined by '+'");
    }
    bits |= found->bit;
    at = end + 1;
  }
  return bits;
}

std::string_view memory_name(MemoryId id) {
  return memory_of(id).name;
}

MemoryId memory_field(TextFields& line, std::string_view key) {
  const std::string_view name = line.field(key);
  const std::optional<MemoryId> memory = memory_named(name);
  if (!memory) {
    line.fail(quoted(name) + " is no memory: use one of UB, L1, L0C, GM, Fixpipe");
  }
  return *memory;
}

}  // namespace

std::string conversion_text(const OperationRow& row) {
  std::string text(format_of(row.source).name);
  for (const OperationLeg& leg : row.legs) {
    text += fmt::format(">{}>{}", mode_of(leg.rounding).letter, format_of(leg.to).name);
  }
  return text;
}

std::string saturation_text(std::uint32_t saturation) {
  return joined_bits(kSaturationNames, saturation, "by-ctrl");
}
std::string clobbers_text(std::uint32_t clobbers) {
  return joined_bits(kClobberNames, clobbers, "none");
}
std::uint32_t saturation_from(std::string_view text) {
  return bits_from(kSaturationNames, text, "by-ctrl", "saturation");
}
std::uint32_t clobbers_from(std::string_view text) {
  return bits_from(kClobberNames, text, "none", "register that is clobbered");
}

void read_conversion(std::string_view text, OperationRow& row) {
  const auto fail = [&] {
    throw InputError(quoted(text) +
                     " is no conversion: write f32>r>f16, or a chain f32>z>f16>r>s8");
  };
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('>', at), text.size());
    words.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  const std::optional<NumberType> source = number_type_named(words.front());
  if (!source || words.size() < 3 || words.size() % 2 == 0) {
    fail();
  }
  row.source = *source;
  row.legs.clear();
  for (std::size_t i = 1; i < words.size(); i += 2) {
    const std::optional<Rounding> rounding =
        words[i].size() == 1 ? rounding_with_letter(words[i].front()) : std::nullopt;
    const std::optional<NumberType> to = number_type_named(words[i + 1]);
    if (!rounding || !to) {
      fail();
    }
    row.legs.push_back({*rounding, *to});
  }
}

std::string quantisation_text(const OperationRow& row) {
  const Quantisation& how = row.quantisation;
  return row.quantises() ? fmt::format(
                               " by={} deqScale={} ReLUPRE={} perColumn={:d} srcBlock={} "
                               "dstBlock={}",
                               name_of(how.family).name, static_cast<int>(how.deq_scale), how.relu,
                               how.by_column, how.src_block, how.dst_block)
                         : "";
}

void read_quantisation(TextFields& line, OperationRow& row) {
  if (!line.has_field("by")) {
    return;
  }
  Quantisation& how = row.quantisation;
  const std::string_view family = line.field("by");
  const auto found = std::ranges::find(kFamilies, family, &FamilyName::name);
  if (found == kFamilies.end() || !has_operation_chains(found->family)) {
    line.fail(quoted(family) + " quantises nothing: use cast_deq, copy_matrix or data_copy");
  }
  how.family = found->family;
  const auto deq = line.number_field<std::uint8_t>("deqScale");
  if (deq > static_cast<std::uint8_t>(DeqScale::kVdeq16)) {
    line.fail("deqScale=" + std::to_string(deq) + " is none: use 0 to 6");
  }
  how.deq_scale = static_cast<DeqScale>(deq);
  how.relu = line.number_field<std::uint8_t>("ReLUPRE");
  how.by_column = line.flag_field("perColumn");
  how.src_block = line.number_field<std::uint32_t>("srcBlock");
  how.dst_block = line.number_field<std::uint32_t>("dstBlock");
}

std::string to_text(const DeclaredOperation& operation) {
  const OperationRow& row = operation.row;
  const OperationLimits& limits = operation.limits;
  const std::string more =
      row.quantises() ? fmt::format("{} rowsMultiple={} parameters={}", quantisation_text(row),
                                    limits.rows_multiple, memory_name(limits.parameters))
                      : "";
  return fmt::format(
      "{} as={} saturation={} clobbers={} aligned={:d} unaligned={:d} strides={:d} mostRows={} "
      "mostCols={} colsMultiple={} dst={} src={} scratchBytes={}{}",
      row.name, conversion_text(row), saturation_text(row.saturation), clobbers_text(row.clobbers),
      limits.aligned, limits.unaligned, limits.strides, limits.most_rows, limits.most_cols,
      limits.cols_multiple, memory_name(limits.dst), memory_name(limits.src), limits.scratch_bytes,
      more);
}

DeclaredOperation declared_operation_from(std::string_view text) {
  TextFields line(text, 1);
  DeclaredOperation operation;
  operation.row.name = line.word("name");
  read_conversion(line.field("as"), operation.row);
  operation.row.saturation = saturation_from(line.field("saturation"));
  operation.row.clobbers = clobbers_from(line.field("clobbers"));
  OperationLimits& limits = operation.limits;
  limits.aligned = line.flag_field("aligned");
  limits.unaligned = line.flag_field("unaligned");
  limits.strides = line.flag_field("strides");
  limits.most_rows = line.number_field<std::uint32_t>("mostRows");
  limits.most_cols = line.number_field<std::uint32_t>("mostCols");
  limits.cols_multiple = line.number_field<std::uint32_t>("colsMultiple");
  limits.dst = memory_field(line, "dst");
  limits.src = memory_field(line, "src");
  limits.scratch_bytes = line.number_field<std::uint32_t>("scratchBytes");
  read_quantisation(line, operation.row);
  if (operation.row.quantises()) {
    limits.rows_multiple = line.number_field<std::uint32_t>("rowsMultiple");
    limits.parameters = memory_field(line, "parameters");
  }
  line.finish();
  check_operation(operation);
  return operation;
}

}  // namespace vconform::spec
