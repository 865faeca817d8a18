// The damage of readers_test on every line where it should show, and on up to 250 lines of other
// files.
#include "suites/attacks/reader_attacked.h"

namespace vconform::suites::attacks {

std::size_t lines_of(const Attempt& attempt) {
  if (attempt.reader.slow) {
    return 40;
  }
  const bool is_telling = attempt.damage == Damage::kFlip || attempt.damage == Damage::kRemove;
  return is_telling && attempt.reader.code == 0 ? 100000 : 250;
}

TEST_P(ReaderAttacked, SeesDamageOfEveryLine) {
  try_lines(lines_of(GetParam()));
}
INSTANTIATE_TEST_SUITE_P(All, ReaderAttacked, testing::ValuesIn(attempts()), attempt_name);

}  // namespace vconform::suites::attacks
