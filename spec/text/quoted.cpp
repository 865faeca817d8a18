#include "spec/text/quoted.h"

namespace vconform::spec {

std::string quoted(std::string_view text) {
  constexpr std::size_t kMaxQuoted = 40;
  std::string shown = "'";
  for (const char c : text.substr(0, kMaxQuoted)) {
    shown += is_printable(c) ? c : '?';
  }
  return shown + (text.size() > kMaxQuoted ? "...'" : "'");
}

}  // namespace vconform::spec
