#include "suites/presentation/reproducer.h"

#include <fmt/format.h>

#include "oracle/explain/explain_text.h"

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

std::string in_c(const std::string& name, const oracle::WrongElement& element) {
  const NumberFormat& from = spec::format_of(element.source_type);
  const NumberFormat& to = spec::format_of(element.type);
  return fmt::format(
      "#include <inttypes.h>\n"
      "#include <stdio.h>\n"
      "\n"
      "{1} mine({0} {2});  /* yours: the pattern of one {2} to that of one {3} */\n"
      "\n"
      "int main(void) {{\n"
      "  const {1} got = mine({4});\n"
      "  printf(\"{5} of {4}: 0x%\" PRIx64 \", expected {6}\\n\", (uint64_t)got);\n"
      "  return got != {6};\n"
      "}}\n",
      c_type(from), c_type(to), from.name, to.name, oracle::hex_text(from, element.source->pattern),
      name, oracle::hex_text(to, element.expected.front()));
}

std::string in_numpy(const std::string& name, const oracle::WrongElement& element) {
  const NumberFormat& from = spec::format_of(element.source_type);
  const NumberFormat& to = spec::format_of(element.type);
  return fmt::format(
      "import numpy\n"
      "x = numpy.array([{}], 'uint{}').view('{}')\n"
      "result = mine(x).view('uint{}')[0]\n"
      "assert result == {}, hex(result)  # {}; it was {}\n",
      oracle::hex_text(from, element.source->pattern), from.bits, numpy_type(from), to.bits,
      oracle::hex_text(to, element.expected.front()), name, oracle::hex_text(to, element.got));
}

}  // namespace

Reproducer reproducer_of(const spec::Cell& cell, const oracle::WrongElement& element,
                         std::uint64_t ctrl) {
  if (cell.conversion().family != spec::Family::kVconv || !element.source ||
      element.expected.size() != 1) {
    return {};
  }
  const std::string name =
      spec::instruction_name(cell) + (ctrl == 0 ? "" : fmt::format(" under CTRL {:#018x}", ctrl));
  const bool is_in_numpy =
      spec::format_of(element.source_type).bits >= 8 && spec::format_of(element.type).bits >= 8;
  return {in_c(name, element), is_in_numpy ? in_numpy(name, element) : ""};
}

}  // namespace vconform::suites
