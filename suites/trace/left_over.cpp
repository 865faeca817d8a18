#include "suites/trace/left_over.h"

#include <fmt/format.h>

#include <algorithm>

namespace vconform::suites {

namespace {

struct Setter {
  std::string_view function;
  ReadRegister sets;
};
constexpr std::array<Setter, 7> kSetters = {{
    {"set_vector_mask", ReadRegister::kMaskAsMask},
    {"set_deqscale", ReadRegister::kDeqScale},
    {"SetDeqScale", ReadRegister::kDeqScale},
    {"set_nd_para", ReadRegister::kNdPara},
    {"set_lrelu_alpha", ReadRegister::kLreluAlpha},
    {"set_quant_pre", ReadRegister::kQuantPre},
    {"set_fpc", ReadRegister::kFpc},
}};

constexpr std::array<std::string_view, 7> kNames = {
    "MASK", "MASK", "DEQSCALE", "ND_PARA", "LRELU_ALPHA", "QUANT_PRE", "FPC"};

std::size_t index_of(ReadRegister one) {
  return static_cast<std::size_t>(one);
}

std::string bits_text(std::uint64_t bits) {
  std::string text;
  for (int bit = 0; bit < 64; ++bit) {
    if (spec::ctrl_bit(bits, bit)) {
      text += fmt::format("{}CTRL[{}]", text.empty() ? "" : ", ", bit);
    }
  }
  return text;
}

}  // namespace

LeftOver::LeftOver(const spec::Registers& entry) : entry_ctrl_(entry.ctrl), ctrl_(entry.ctrl) {}

void LeftOver::note_ctrl(std::uint64_t ctrl, const SourceLine& place) {
  for (std::size_t bit = 0; ctrl != ctrl_ && bit < ctrl_changed_.size(); ++bit) {
    if ((((ctrl ^ ctrl_) >> bit) & 1) != 0) {
      ctrl_changed_[bit] = place;
    }
  }
  ctrl_ = ctrl;
}

void LeftOver::note_call(const std::string& function, const SourceLine& place,
                         const spec::Registers& after) {
  note_ctrl(after.ctrl, place);
  const auto* const setter = std::ranges::find(kSetters, function, &Setter::function);
  if (setter == kSetters.end()) {
    return;
  }
  is_set_[index_of(setter->sets)] = true;
  if (setter->sets == ReadRegister::kMaskAsMask) {
    note_mask_set(place);
  }
}

void LeftOver::note_mask_set(const SourceLine& place) {
  is_set_[index_of(ReadRegister::kMaskAsMask)] = true;
  is_set_[index_of(ReadRegister::kMaskAsCount)] = true;
  mask_set_ = place;
  mask_read_as_count_.reset();
}

void LeftOver::read_mask(bool as_count, const std::string& function, const SourceLine& place,
                         TraceFindings& findings) {
  const bool was_set = is_set_[index_of(ReadRegister::kMaskAsMask)];
  if (was_set && mask_read_as_count_ && *mask_read_as_count_ != as_count) {
    findings.add(
        FindingKind::kRegister, place, "mask",
        fmt::format("{} reads MASK as a {}, and it still holds the {} that was set at {}", function,
                    as_count ? "count" : "mask", as_count ? "mask" : "count", text_of(mask_set_)),
        mask_set_);
  }
  if (!mask_read_as_count_) {
    mask_read_as_count_ = as_count;
  }
}

void LeftOver::note_reads(const std::vector<ReadRegister>& reads, const std::string& function,
                          const SourceLine& place, const spec::Registers& met,
                          TraceFindings& findings) {
  note_ctrl(met.ctrl, place);
  for (const ReadRegister one : reads) {
    // A kernel may expect a MASK of ones, but no count.
    if (!is_set_[index_of(one)] && one != ReadRegister::kMaskAsMask) {
      findings.add(FindingKind::kRegister, place, std::string(kNames[index_of(one)]),
                   fmt::format("{} reads {}{}, which this kernel has not set", function,
                               kNames[index_of(one)],
                               one == ReadRegister::kMaskAsCount ? " as a count" : ""));
    }
    if (one == ReadRegister::kMaskAsMask || one == ReadRegister::kMaskAsCount) {
      read_mask(one == ReadRegister::kMaskAsCount, function, place, findings);
    }
  }
}

void LeftOver::end_kernel(TraceFindings& findings) const {
  const std::uint64_t set = ctrl_ & ~entry_ctrl_;
  const std::uint64_t cleared = entry_ctrl_ & ~ctrl_;
  if (set == 0 && cleared == 0) {
    return;
  }
  std::size_t last = 0;
  while ((((set | cleared) >> last) & 1) == 0) {
    ++last;
  }
  std::string text;
  if (set != 0) {
    text = bits_text(set) + " left set";
  }
  if (cleared != 0) {
    text += (text.empty() ? "" : "; ") + bits_text(cleared) + " left cleared";
  }
  findings.add(
      FindingKind::kRegister, ctrl_changed_[last], "ctrl",
      fmt::format("{} by this kernel: CTRL was {:#x} and is {:#x}", text, entry_ctrl_, ctrl_));
}

}  // namespace vconform::suites
