// The words of several fields, under the names by which `list` prints them.
#pragma once

#include <array>
#include <string_view>

#include "spec/number/word_fields.h"
#include "spec/rows/family.h"

namespace vconform::suites {

struct ListedWord {
  spec::Family family;
  spec::Word word;
  std::string_view name;
};

inline constexpr std::array<ListedWord, 8> kListedWords = {{
    {spec::Family::kDeq, spec::Word::kFactor,
     "deq_factor: DEQSCALE of deqs162b8{h,l}, each factor of a VDEQ"},
    {spec::Family::kDeq, spec::Word::kVector, "DEQSCALE of vdeqs162b8{h,l}"},
    {spec::Family::kDeq, spec::Word::kHalf, "DEQSCALE of vconv_deq"},
    {spec::Family::kCopyMatrix, spec::Word::kQuant, "quant word: set_quant_pre, or one a column"},
    {spec::Family::kCopyMatrix, spec::Word::kQuantB4, "quant word of the _b4 forms"},
    {spec::Family::kCopyMatrix, spec::Word::kNdPara, "set_nd_para"},
    {spec::Family::kCopyMatrix, spec::Word::kFpc, "set_fpc"},
    {spec::Family::kDataCopy, spec::Word::kDeqValue,
     "deqValue of DEQ8 and DEQ16, each element of the vector of VDEQ8 and VDEQ16"},
}};

}  // namespace vconform::suites
