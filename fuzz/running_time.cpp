#include "fuzz/running_time.h"

#include <variant>

#include "spec/case/lowering.h"
#include "spec/case/registers.h"

namespace vconform::fuzz {

namespace {

constexpr std::uint64_t kMostElements = 1 << 20;

class Walks {
 public:
  void step(const spec::Step& step, bool is_bounded) {
    if (const auto* ctrl = std::get_if<spec::SetCtrl>(&step)) {
      ctrl_ = ctrl->value;
    } else if (const auto* mask = std::get_if<spec::SetMask>(&step)) {
      mask_ = mask->mask;
    } else if (std::holds_alternative<spec::Vconv>(step)) {
      is_long_ |= !is_bounded && spec::ctrl_bit(ctrl_, spec::kCtrlCounterMode) &&
                  spec::counter_of(mask_) > kMostElements;
    }
  }
  std::uint64_t ctrl() const { return ctrl_; }
  bool is_long() const { return is_long_; }

 private:
  std::uint64_t ctrl_ = 0;
  spec::Mask mask_;
  bool is_long_ = false;
};

}  // namespace

bool runs_too_long(const spec::Case& test_case, const spec::Choices& readings) {
  Walks walks;
  for (const spec::Step& step : test_case.steps) {
    const auto* call = std::get_if<spec::CastDeq>(&step);
    if (call == nullptr) {
      walks.step(step, false);
      continue;
    }
    for (const spec::Step& lowered : spec::lowered(*call, walks.ctrl(), readings)) {
      walks.step(lowered, call->form == spec::CastDeqForm::kCount);
    }
  }
  return walks.is_long();
}

}  // namespace vconform::fuzz
