#include "suites/presentation/reproducer.h"

#include <fmt/format.h>

#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "oracle/explain/element_text.h"
#include "oracle/explain/explain_text.h"
#include "spec/copy_matrix/copy_matrix.h"
#include "spec/rows/operation_rows.h"

namespace vconform::suites {

namespace {

using spec::NumberFormat;
using spec::NumberType;

// The unsigned type that holds a pattern; an s4 is in the low half of a byte.
std::string c_type(const NumberFormat& format) {
  return fmt::format("uint{}_t", format.bits < 8 ? 8 : format.bits);
}

// The name of numpy's type, and of the integer type of its size.
std::string numpy_type(const NumberFormat& format) {
  switch (format.type) {
    case NumberType::kBf16:
      return "uint16";
    case NumberType::kU8:
      return "uint8";
    default:
      return fmt::format("{}{}", format.is_floating() ? "float" : "int", format.bits);
  }
}

// A parameter that an instruction applies to a source besides its type and mode.
struct Operand {
  std::string_view type;
  std::string_view name;
  std::string value;
};

bool uses_alpha(const spec::Step& step) {
  const auto* matrix = std::get_if<spec::CopyMatrix>(&step);
  const auto relu = matrix == nullptr ? spec::ReluPre::kNone : spec::ReluPre(matrix->relu_pre);
  return relu == spec::ReluPre::kLeaky || relu == spec::ReluPre::kPrelu;
}

bool uses_word(const spec::Step& step, const oracle::ElementInput& input) {
  const auto* matrix = std::get_if<spec::CopyMatrix>(&step);
  return matrix != nullptr ? spec::quant_code_of(matrix->cell.conversion()).reads_quant_word()
                           : !oracle::word_text_of(step, input).empty();
}

std::vector<Operand> operands_of(const spec::Step& step, const oracle::ElementInput& input) {
  std::vector<Operand> operands;
  if (uses_word(step, input)) {
    operands.push_back({"uint64_t", "word", fmt::format("{:#018x}", input.scale)});
  }
  if (uses_alpha(step)) {
    operands.push_back({"uint32_t", "alpha", fmt::format("{:#010x}", input.alpha)});
  }
  return operands;
}

// "vconv_f322f16r under CTRL 0x…", "copy_matrix_… with relu_pre=1".
std::string title_of(const spec::Step& step, const oracle::ElementInput& input,
                     std::uint64_t ctrl) {
  std::string title = spec::instruction_name(*spec::cell_of(step));
  if (const auto* matrix = std::get_if<spec::CopyMatrix>(&step);
      matrix != nullptr && matrix->relu_pre != 0) {
    title += fmt::format(" with relu_pre={}", matrix->relu_pre);
  }
  if (const auto* copy = std::get_if<spec::DataCopy>(&step); copy != nullptr && copy->is_relu) {
    title += " with isRelu";
  }
  if (const std::string word = oracle::word_text_of(step, input); !word.empty()) {
    title += fmt::format(", {}", word);
  }
  return ctrl == 0 ? title : title + fmt::format(" under CTRL {:#018x}", ctrl);
}

std::string in_c(const std::string& title, const std::vector<Operand>& operands,
                 const oracle::WrongElement& element) {
  const NumberFormat& from = spec::format_of(element.source_type);
  const NumberFormat& to = spec::format_of(element.type);
  std::string parameters;
  std::string arguments;
  for (const Operand& operand : operands) {
    parameters += fmt::format(", {} {}", operand.type, operand.name);
    arguments += ", " + operand.value;
  }
  return fmt::format(
      "#include <inttypes.h>\n"
      "#include <stdio.h>\n"
      "\n"
      "{1} mine({0} {2}{7});  /* yours: the pattern of one {2} to that of one {3} */\n"
      "\n"
      "int main(void) {{\n"
      "  const {1} got = mine({4}{8});\n"
      "  printf(\"{5} of {4}: 0x%\" PRIx64 \", expected {6}\\n\", (uint64_t)got);\n"
      "  return got != {6};\n"
      "}}\n",
      c_type(from), c_type(to), from.name, to.name, oracle::hex_text(from, element.source->pattern),
      title, oracle::hex_text(to, element.expected.front()), parameters, arguments);
}

std::string in_numpy(const std::string& title, const std::vector<Operand>& operands,
                     const oracle::WrongElement& element) {
  const NumberFormat& from = spec::format_of(element.source_type);
  const NumberFormat& to = spec::format_of(element.type);
  std::string arguments;
  for (const Operand& operand : operands) {
    arguments += ", " + operand.value;
  }
  return fmt::format(
      "import numpy\n"
      "x = numpy.array([{}], 'uint{}').view('{}')\n"
      "result = mine(x{}).view('uint{}')[0]\n"
      "assert result == {}, hex(result)  # {}; it was {}\n",
      oracle::hex_text(from, element.source->pattern), from.bits, numpy_type(from), arguments,
      to.bits, oracle::hex_text(to, element.expected.front()), title,
      oracle::hex_text(to, element.got));
}

}  // namespace

Reproducer reproducer_of(const spec::Step& step, const oracle::WrongElement& element,
                         std::uint64_t ctrl) {
  const std::optional<spec::Cell> cell = spec::cell_of(step);
  if (!cell || spec::is_operation(*cell) || !element.source || element.expected.size() != 1) {
    return {};
  }
  const std::string title = title_of(step, *element.source, ctrl);
  const std::vector<Operand> operands = operands_of(step, *element.source);
  const bool is_in_numpy =
      spec::format_of(element.source_type).bits >= 8 && spec::format_of(element.type).bits >= 8;
  return {in_c(title, operands, element), is_in_numpy ? in_numpy(title, operands, element) : ""};
}

}  // namespace vconform::suites
