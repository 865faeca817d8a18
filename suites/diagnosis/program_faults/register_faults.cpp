#include "suites/diagnosis/program_faults/register_faults.h"

#include <fmt/format.h>

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "generators/vector/register_choices.h"
#include "spec/copy_matrix/copy_matrix.h"
#include "suites/diagnosis/program_faults/argument_faults.h"

namespace vconform::suites {

// The contents of a register, and those that an instruction of the row takes it to have.
struct RegisterState {
  // Two words, and whether the second is the address of a tensor.
  struct Value {
    std::uint64_t high = 0;
    std::uint64_t low = 0;
    bool is_tensor = false;
  };
  Value held;
  Value seen;
  bool is_first_write = true;
  int programs = 0;
};

namespace {

using spec::FixpipeRegister;
using spec::Step;
using Value = RegisterState::Value;

// The bits of a register.
struct Register {
  std::string name;
  std::function<std::optional<Value>(const Step&)> written;
  std::function<Step(const Value&)> write;
  std::uint64_t bits = ~std::uint64_t{0};
};

Register mask() {
  return {"MASK",
          [](const Step& step) -> std::optional<Value> {
            const auto* set = std::get_if<spec::SetMask>(&step);
            return set == nullptr ? std::nullopt
                                  : std::optional(Value{set->mask.mask1, set->mask.mask0});
          },
          [](const Value& value) { return spec::SetMask{{value.high, value.low}}; }};
}

Register ctrl(int bit) {
  return {"CTRL[" + std::to_string(bit) + "]",
          [](const Step& step) -> std::optional<Value> {
            const auto* set = std::get_if<spec::SetCtrl>(&step);
            return set == nullptr ? std::nullopt : std::optional(Value{0, set->value});
          },
          [](const Value& value) { return spec::SetCtrl{value.low}; }, spec::with_ctrl_bit(bit)};
}

Register deq_scale() {
  return {"DEQSCALE",
          [](const Step& step) -> std::optional<Value> {
            const auto* set = std::get_if<spec::SetDeqScale>(&step);
            return set == nullptr ? std::nullopt
                                  : std::optional(Value{0, set->value, set->is_tensor});
          },
          [](const Value& value) { return spec::SetDeqScale{value.low, value.is_tensor}; }};
}

Register fixpipe(FixpipeRegister which) {
  return {std::string(spec::kFixpipeRegisters[spec::index_of(which)].name),
          [which](const Step& step) -> std::optional<Value> {
            const auto* set = std::get_if<spec::SetFixpipe>(&step);
            return set == nullptr || set->which != which ? std::nullopt
                                                         : std::optional(Value{0, set->value});
          },
          [which](const Value& value) { return spec::SetFixpipe{which, value.low}; }};
}

// The registers that an instruction of the row reads, CTRL by its bits.
std::vector<Register> registers_of(const spec::Conversion& row) {
  std::vector<Register> registers;
  if (generators::has_half_result(row) && row.family != spec::Family::kDataCopy) {
    registers.push_back(ctrl(spec::kCtrlKeepInfNan));
  }
  switch (row.family) {
    case spec::Family::kVconv:
    case spec::Family::kDeq:
    case spec::Family::kCastDeq:
      registers.push_back(mask());
      registers.push_back(ctrl(spec::kCtrlCounterMode));
      break;
    case spec::Family::kCopyMatrix:
      registers.push_back(fixpipe(FixpipeRegister::kNdPara));
      registers.push_back(fixpipe(FixpipeRegister::kLreluAlpha));
      if (spec::quant_code_of(row).reads_quant_word()) {
        registers.push_back(fixpipe(FixpipeRegister::kQuantPre));
      }
      registers.push_back(fixpipe(FixpipeRegister::kFpc));
      break;
    case spec::Family::kDataCopy:
    case spec::Family::kOperation:
      break;
  }
  if (row.family == spec::Family::kDeq || row.family == spec::Family::kCastDeq) {
    registers.push_back(deq_scale());
  }
  return registers;
}

struct Fault {
  std::string_view name;
  void (*start)(RegisterState&);
  void (*write)(RegisterState&, const Value&);
  void (*after_step)(RegisterState&, bool wrote, bool ran);
};

constexpr int kManyPrograms = 2;

void zero(RegisterState& seen) {
  seen.held = seen.seen = {};
  seen.is_first_write = true;
}
void nothing(RegisterState&, bool, bool) {}
void take(RegisterState& seen, const Value& value) {
  seen.held = seen.seen = value;
}

constexpr std::array<Fault, 8> kFaults = {{
    {"is forgotten", zero, [](RegisterState& seen, const Value& value) { seen.held = value; },
     nothing},
    {"keeps its first value", zero,
     [](RegisterState& seen, const Value& value) {
       seen.seen = seen.is_first_write ? value : seen.seen;
       seen.is_first_write = false;
       seen.held = value;
     },
     nothing},
    {"keeps bits that were set", zero,
     [](RegisterState& seen, const Value& value) {
       seen.held = value;
       seen.seen = {seen.seen.high | value.high, seen.seen.low | value.low, value.is_tensor};
     },
     nothing},
    {"is lost after an instruction", zero, take,
     [](RegisterState& seen, bool, bool ran) { seen.seen = ran ? Value{} : seen.seen; }},
    {"is written one instruction late", zero,
     [](RegisterState& seen, const Value& value) { seen.held = value; },
     [](RegisterState& seen, bool, bool ran) { seen.seen = ran ? seen.held : seen.seen; }},
    {"is written one step late", zero,
     [](RegisterState& seen, const Value& value) { seen.held = value; },
     [](RegisterState& seen, bool wrote, bool) { seen.seen = wrote ? seen.seen : seen.held; }},
    {"keeps what the program before left",
     [](RegisterState& seen) {
       seen.seen = seen.held;
       seen.held = {};
     },
     take, nothing},
    {"is forgotten after some programs",
     [](RegisterState& seen) {
       zero(seen);
       ++seen.programs;
     },
     [](RegisterState& seen, const Value& value) {
       seen.held = value;
       seen.seen = seen.programs > kManyPrograms ? Value{} : value;
     },
     nothing},
}};

Value effective(const Register& which, const RegisterState& seen) {
  const std::uint64_t bits = which.bits;
  return {(seen.held.high & ~bits) | (seen.seen.high & bits),
          (seen.held.low & ~bits) | (seen.seen.low & bits),
          bits == ~std::uint64_t{0} ? seen.seen.is_tensor : seen.held.is_tensor};
}

// The program as golden runs it with the fault.
std::vector<Step> faulty(const std::vector<Step>& steps, std::uint16_t row, const Register& which,
                         const Fault& fault, RegisterState& seen) {
  std::vector<Step> changed;
  fault.start(seen);
  for (const Step& step : steps) {
    const std::optional<Value> value = which.written(step);
    const std::optional<spec::Cell> cell = spec::cell_of(step);
    if (value) {
      fault.write(seen, *value);
    }
    const bool is_concerned = cell && cell->row == row;
    if (is_concerned) {
      changed.push_back(which.write(effective(which, seen)));
    }
    changed.push_back(step);
    // A call changes the registers itself.
    if (is_concerned && !std::holds_alternative<spec::CastDeq>(step)) {
      changed.push_back(which.write(seen.held));
    }
    fault.after_step(seen, value.has_value(), is_concerned);
  }
  return changed;
}

// An argument that no legal program shows the fault; empty if one should.
std::string why_invisible(const spec::Conversion& row, const Register& which, const Fault& fault) {
  const bool is_address =
      which.name == "fpc" || (which.name == "DEQSCALE" && spec::is_vdeq(row.deq));
  const bool is_mask_of_call = which.name == "MASK" && row.family == spec::Family::kCastDeq;
  if (fault.name == "keeps what the program before left" &&
      (is_address || is_mask_of_call || which.name == "nd_para")) {
    return "no program leaves this register at 0: no vector stands at address 0, there are no 0 nd "
           "blocks, and a call needs a mask with an element";
  }
  if (which.name == "CTRL[48]") {
    return row.family == spec::Family::kVconv && !row.from().is_floating() && row.from().bits <= 16
               ? "no integer of 16 bits is too large for a half"
               : "";
  }
  const bool is_alpha = which.name == "lrelu_alpha" || which.name == "fpc";
  return is_alpha && is_leaky_relu_open(row)
             ? "what a leaky ReLU does to an integer that is not scaled is open"
             : "";
}

}  // namespace

std::shared_ptr<RegisterState> before_all_programs() {
  return std::make_shared<RegisterState>();
}

std::vector<RegisterFault> register_faults(const spec::Cell& cell) {
  const spec::Conversion& row = cell.conversion();
  std::vector<RegisterFault> faults;
  for (const Register& which : registers_of(row)) {
    for (const Fault& fault : kFaults) {
      faults.push_back(
          {fmt::format("{} {}", which.name, fault.name),
           [row = cell.row, which, &fault](const std::vector<Step>& steps, RegisterState& state) {
             return faulty(steps, row, which, fault, state);
           },
           why_invisible(row, which, fault)});
    }
  }
  return faults;
}

}  // namespace vconform::suites
