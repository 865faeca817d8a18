#include <fmt/format.h>

#include <concepts>
#include <initializer_list>

#include "spec/case/case_text.h"
#include "spec/rows/operation_rows.h"

namespace vconform::spec {

namespace {

std::string text_of(const Address& address) {
  return fmt::format("{}+{:#x}", memory_of(address.memory).name, address.offset);
}

std::string text_of(const PlaceNumbers& p) {
  return fmt::format("place {} {} numbers count={} low={} modulus={}", text_of(p.at),
                     format_of(p.type).name, p.count, p.low, p.modulus);
}

std::string text_of(const PlacePatterns& p) {
  return fmt::format("place {} {} patterns count={} first={:#x} step={:#x}", text_of(p.at),
                     format_of(p.type).name, p.count, p.first, p.step);
}

std::string text_of(const PlaceElement& p) {
  return fmt::format("place {} {} element index={} pattern={:#x}", text_of(p.at),
                     format_of(p.type).name, p.index, p.pattern);
}

std::string text_of(const SetMask& step) {
  return fmt::format("mask {:#018x} {:#018x}", step.mask.mask1, step.mask.mask0);
}

std::string text_of(const SetCtrl& step) {
  return fmt::format("ctrl {:#018x}", step.value);
}

std::string text_of(const SetDeqScale& step) {
  return fmt::format("deqscale {:#018x}{}", step.value, step.is_tensor ? " tensor" : "");
}

std::string text_of(const SetFixpipe& step) {
  return fmt::format("{} {:#x}", kFixpipeRegisters[index_of(step.which)].name, step.value);
}

class FieldWriter {
 public:
  explicit FieldWriter(std::string& text) : text_(text) {}

  void operator()(std::string_view name, const Address& at) { add(name, text_of(at)); }
  void operator()(std::string_view name, bool flag) { add(name, flag ? "1" : "0"); }
  void operator()(std::string_view name, BlockMode mode) {
    add(name, kBlockModeNames[static_cast<std::size_t>(mode)]);
  }
  template <std::unsigned_integral Number>
  void operator()(std::string_view name, Number number, Notation notation = Notation::kDecimal) {
    add(name, notation == Notation::kDecimal ? fmt::format("{}", number)
              : notation == Notation::kHex   ? fmt::format("{:#x}", number)
                                             : fmt::format("{:#018x}", number));
  }
  // The form shows in the fields that follow.
  template <typename Form>
  void by_first_field(Form, std::initializer_list<std::string_view>) {}

 private:
  void add(std::string_view name, std::string_view value) {
    text_ += fmt::format(" {}={}", name, value);
  }

  std::string& text_;
};

template <typename Instruction>
std::string text_of(const Instruction& step) {
  std::string text = instruction_name(step.cell);
  FieldWriter writer(text);
  Instruction::fields(step, writer);
  return text;
}

std::string text_of(const Operation& step) {
  const OperationRow& row = operation_of(step.cell);
  std::string text = fmt::format("{} {} as={} saturation={} clobbers={}{}", kOperationKeyword,
                                 row.name, conversion_text(row), saturation_text(row.saturation),
                                 clobbers_text(row.clobbers), quantisation_text(row));
  FieldWriter writer(text);
  Operation::fields(step, writer);
  return text;
}

}  // namespace

std::string step_text(const Step& step) {
  return std::visit([](const auto& s) { return text_of(s); }, step);
}

namespace {

std::string program_text(const Case& test_case) {
  std::string text;
  for (const CaseMemory& memory : test_case.memories) {
    text += fmt::format("memory {} size={} background={}\n", memory_of(memory.id).name, memory.size,
                        memory.is_sparse ? kNoBackground : kBackgroundVersion);
  }
  for (const Placement& placement : test_case.placements) {
    text += std::visit([](const auto& p) { return text_of(p); }, placement) + "\n";
  }
  for (const Step& step : test_case.steps) {
    text += step_text(step) + "\n";
  }
  return text;
}

}  // namespace

std::string to_text(const Case& test_case) {
  std::string text = "vconform-case 1\n";
  if (!test_case.claim.empty()) {
    text += "claim " + test_case.claim + "\n";
  }
  text += fmt::format("seed {}\n", test_case.seed);
  for (const Case& earlier : test_case.earlier) {
    text += program_text(earlier) + "then\n";
  }
  return text + program_text(test_case);
}

}  // namespace vconform::spec
