// The bins of an instruction's values that can be reached, with a witness for each, and why the
// others cannot.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "oracle/number/element_input.h"
#include "spec/case/instruction.h"
#include "suites/coverage/tally.h"

namespace vconform::suites {

// An element that lies in a bin: the classification was asked, by exact arithmetic.
struct Witness {
  spec::Step step;
  std::uint64_t ctrl = 0;
  oracle::ElementInput input;
};
// As `explain` takes it: "vconv_f322f16r 0x477ff000 --ctrl 0x1000000000000".
std::string text_of(const Witness& witness);

// The source of a vconv of at most 16 bits is tried whole; wider ones are solved
// (candidate_sources.h): for both, a bin without witness is impossible. For dequantisations and
// copies, which have a word beside the source, representatives are tried (candidate_words.h): a bin
// without witness is impossible only for a reason of reasons.h, else it is undecided.
class Reachability {
 public:
  explicit Reachability(const spec::Cell& cell);

  const spec::Cell& cell() const { return cell_; }
  const Tally& reachable() const { return reachable_; }
  // Whether every other bin is impossible.
  bool is_decided() const;
  // Null if there is none.
  const Witness* witness(const Bin& bin) const;
  // Why no element lies in the bin; nullopt if one does, or if that is undecided.
  std::optional<std::string> impossible(const Bin& bin) const;

 private:
  void try_element(const spec::Step& step, std::uint64_t ctrl, const oracle::ElementInput& input);
  std::string why_none_was_found(const Bin& bin) const;

  spec::Cell cell_;
  // Nothing beyond the elements that were tried could lie in another bin.
  bool is_complete_;
  Tally reachable_;
  // Elements that were each the first in some bin.
  std::vector<Witness> witnesses_;
  std::vector<Sample> samples_;
  std::uint64_t tried_ = 0;
};

}  // namespace vconform::suites
