// The damage of readers_test on every line where it should show, for the first reader of each file,
// and on up to 250 lines for others, which read it with the same function, and of other files.
#include "suites/attacks/reader_attacked.h"

namespace vconform::suites::attacks {

bool is_first_of_its_file(const Reader& reader) {
  const auto first = std::ranges::find_if(readers(), [&](const Reader& one) {
    return one.copied == reader.copied && one.file == reader.file;
  });
  return first->name == reader.name;
}

std::size_t lines_of(const Attempt& attempt) {
  if (attempt.reader.slow) {
    return 40;
  }
  const bool is_telling = attempt.damage == Damage::kFlip || attempt.damage == Damage::kRemove;
  const bool meets_each = attempt.reader.code == 0 && is_first_of_its_file(attempt.reader);
  return is_telling && meets_each ? 100000 : 250;
}

TEST_P(ReaderAttacked, SeesDamageOfEveryLine) {
  try_lines(lines_of(GetParam()));
}
INSTANTIATE_TEST_SUITE_P(All, ReaderAttacked, testing::ValuesIn(attempts()), attempt_name);

}  // namespace vconform::suites::attacks
