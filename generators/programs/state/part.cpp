#include "generators/programs/state/part.h"

#include "generators/programs/instruction_cases.h"
#include "generators/vector/register_choices.h"
#include "spec/copy_matrix/copy_matrix.h"
#include "spec/number/quantization.h"

namespace vconform::generators {

namespace {

using spec::Feature;
using spec::Step;

const spec::CopyMatrix& copy_of(const Part& part) {
  return std::get<spec::CopyMatrix>(part.instruction);
}

}  // namespace

bool is_leaky(const Part& part) {
  return static_cast<spec::ReluPre>(copy_of(part).relu_pre) == spec::ReluPre::kLeaky;
}
bool reads_vector(const Part& part) {
  const spec::QuantCode& code = spec::quant_code_of(part.row());
  return static_cast<spec::ReluPre>(copy_of(part).relu_pre) == spec::ReluPre::kPrelu ||
         (code.reads_quant_word() && copy_of(part).quant_pre == code.vector);
}

bool is_mask_or_ctrl(const Step& write) {
  return std::holds_alternative<spec::SetMask>(write) ||
         std::holds_alternative<spec::SetCtrl>(write);
}

bool write_one_register(const Step& a, const Step& b) {
  const auto* one = std::get_if<spec::SetFixpipe>(&a);
  const auto* other = std::get_if<spec::SetFixpipe>(&b);
  return a.index() == b.index() && (one == nullptr || one->which == other->which);
}

bool sets_mask(const Step& instruction) {
  const auto* call = std::get_if<spec::CastDeq>(&instruction);
  return call != nullptr && (call->form == spec::CastDeqForm::kCount || call->is_set_mask);
}

bool reads(const Part& part, const Step& write) {
  if (!part.row().is_copy() || !is_mask_or_ctrl(write)) {
    return true;
  }
  return std::holds_alternative<spec::SetCtrl>(write) && has_half_result(part.row()) &&
         part.row().family == spec::Family::kCopyMatrix;
}

bool may_be_zero(const Step& write, const Part& part) {
  if (std::holds_alternative<spec::SetMask>(write)) {
    const bool is_call = std::holds_alternative<spec::CastDeq>(part.instruction);
    return part.allowed.has(Feature::kMask) && (!is_call || sets_mask(part.instruction));
  }
  if (std::holds_alternative<spec::SetCtrl>(write)) {
    return !part.in_counter_mode() &&
           (!has_half_result(part.row()) || part.allowed.has(Feature::kSaturate));
  }
  if (const auto* scale = std::get_if<spec::SetDeqScale>(&write)) {
    return !scale->is_tensor && (!reads_scale_as_address(part.instruction) ||
                                 spec::kVectorAddress.of(scale->value) == 0);
  }
  const spec::FixpipeRegister which = std::get<spec::SetFixpipe>(write).which;
  return which == spec::FixpipeRegister::kLreluAlpha || which == spec::FixpipeRegister::kQuantPre;
}

bool runs_under_registers_of(const Part& other, const Part& part) {
  const bool is_copy = part.row().is_copy();
  if (!is_copy && (!sets_mask(part.instruction) || other.in_counter_mode())) {
    return false;
  }
  for (const Feature feature : {Feature::kCtrl59, Feature::kMask, Feature::kCounter}) {
    if (other.allowed.has(feature) && !part.allowed.has(feature)) {
      return false;
    }
  }
  return !has_half_result(part.row()) ||
         (part.allowed.has(Feature::kSaturate) && part.allowed.has(Feature::kKeepInf));
}

bool suits_any_mask(const Part& part) {
  const spec::Conversion& row = part.row();
  return std::holds_alternative<spec::Vconv>(part.instruction) && !part.in_counter_mode() &&
         part.allowed.has(Feature::kMask) && row.from().bits >= 8 && row.to().bits >= 8;
}

bool anything(const Part& /*part*/, bool /*is_first*/) {
  return true;
}
std::vector<Focus> foci_of(const spec::Conversion& row) {
  std::vector<Focus> foci = {anything};
  if (row.family == spec::Family::kCopyMatrix) {
    const Focus leaky = [](const Part& part, bool) { return is_leaky(part); };
    foci.insert(foci.end(), 2, leaky);
    foci.push_back([](const Part& part, bool) { return reads_vector(part); });
    foci.push_back([](const Part& part, bool) { return copy_of(part).nz2nd_en; });
  } else if (!row.is_copy()) {
    foci.push_back(
        [](const Part& part, bool is_first) { return part.in_counter_mode() == is_first; });
    foci.push_back(
        [](const Part& part, bool is_first) { return part.in_counter_mode() != is_first; });
  }
  if (has_half_result(row) && row.family != spec::Family::kDataCopy) {
    foci.push_back([](const Part& part, bool is_first) {
      return part.has_ctrl_bit(spec::kCtrlKeepInfNan) == is_first;
    });
  }
  return foci;
}

}  // namespace vconform::generators
