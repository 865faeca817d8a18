#include "suites/vectors/step_table.h"

#include <cassert>
#include <concepts>
#include <initializer_list>
#include <string_view>
#include <utility>

namespace vconform::suites {

namespace {

// Names and values of the fields of an instruction, in the order of its text form.
class Fields {
 public:
  void operator()(std::string_view name, const spec::Address& at) {
    add(std::string(name) + ".memory", static_cast<std::uint64_t>(at.memory));
    add(std::string(name) + ".offset", at.offset);
  }
  void operator()(std::string_view name, spec::BlockMode mode) {
    add(std::string(name), static_cast<std::uint64_t>(mode));
  }
  template <typename Number>
    requires std::unsigned_integral<Number>
  void operator()(std::string_view name, Number number,
                  spec::Notation /*notation*/ = spec::Notation::kDecimal) {
    add(std::string(name), number);
  }
  // The form is the kind of the step.
  template <typename Form>
  void by_first_field(Form /*form*/, std::initializer_list<std::string_view> /*fields*/) {}

  void add(std::string name, std::uint64_t value) {
    names.push_back(std::move(name));
    values.push_back(value);
  }

  std::vector<std::string> names;
  std::vector<std::uint64_t> values;
};

template <typename Instruction>
Fields fields_of(const Instruction& step) {
  Fields fields;
  Instruction::fields(step, fields);
  return fields;
}
Fields fields_of(const spec::SetMask& step) {
  Fields fields;
  fields.add("mask1", step.mask.mask1);
  fields.add("mask0", step.mask.mask0);
  return fields;
}
Fields fields_of(const spec::SetCtrl& step) {
  Fields fields;
  fields.add("value", step.value);
  return fields;
}
Fields fields_of(const spec::SetDeqScale& step) {
  Fields fields;
  fields.add("value", step.value);
  fields.add("is_tensor", step.is_tensor ? 1 : 0);
  return fields;
}
Fields fields_of(const spec::SetFixpipe& step) {
  Fields fields;
  fields.add("value", step.value);
  return fields;
}

// One step of each kind, in the order of their numbers.
const std::vector<std::pair<std::string, spec::Step>>& examples() {
  static const std::vector<std::pair<std::string, spec::Step>> all = [] {
    std::vector<std::pair<std::string, spec::Step>> made = {
        {"mask", spec::SetMask{}}, {"ctrl", spec::SetCtrl{}}, {"deqscale", spec::SetDeqScale{}}};
    for (const spec::FixpipeRegisterName& which : spec::kFixpipeRegisters) {
      made.emplace_back(which.name, spec::SetFixpipe{which.id, 0});
    }
    made.emplace_back("vconv", spec::Vconv{});
    for (const auto& [name, form] : {std::pair("cast_deq_count", spec::CastDeqForm::kCount),
                                     std::pair("cast_deq_mask", spec::CastDeqForm::kContiguous),
                                     std::pair("cast_deq_bitwise", spec::CastDeqForm::kBitwise)}) {
      spec::CastDeq call;
      call.form = form;
      made.emplace_back(name, call);
    }
    made.emplace_back("copy_matrix", spec::CopyMatrix{});
    made.emplace_back("data_copy", spec::DataCopy{});
    return made;
  }();
  return all;
}

bool is_same_kind(const spec::Step& a, const spec::Step& b) {
  if (a.index() != b.index()) {
    return false;
  }
  if (const auto* call = std::get_if<spec::CastDeq>(&a)) {
    return call->form == std::get<spec::CastDeq>(b).form;
  }
  if (const auto* set = std::get_if<spec::SetFixpipe>(&a)) {
    return set->which == std::get<spec::SetFixpipe>(b).which;
  }
  return true;
}

std::uint64_t kind_of(const spec::Step& step) {
  std::uint64_t kind = 0;
  while (!is_same_kind(examples().at(kind).second, step)) {
    ++kind;
  }
  return kind;
}

}  // namespace

const std::vector<StepKind>& step_kinds() {
  static const std::vector<StepKind> kinds = [] {
    std::vector<StepKind> made;
    for (const auto& [name, step] : examples()) {
      made.push_back(
          {name, std::visit([](const auto& one) { return fields_of(one).names; }, step)});
    }
    return made;
  }();
  return kinds;
}

StepRow row_of(const spec::Step& step, std::uint64_t instruction) {
  const Fields fields = std::visit([](const auto& one) { return fields_of(one); }, step);
  assert(kFirstField + fields.values.size() <= kStepColumns);
  StepRow row = {kind_of(step), instruction};
  std::copy(fields.values.begin(), fields.values.end(), row.begin() + kFirstField);
  return row;
}

std::vector<spec::Step> with_registers_zero(const std::vector<spec::Step>& steps) {
  std::vector<spec::Step> all = {spec::SetMask{}, spec::SetCtrl{}, spec::SetDeqScale{}};
  for (const spec::FixpipeRegisterName& which : spec::kFixpipeRegisters) {
    all.emplace_back(spec::SetFixpipe{which.id, 0});
  }
  all.insert(all.end(), steps.begin(), steps.end());
  return all;
}

}  // namespace vconform::suites
