// The same for every line.
#include "suites/attacks/reader_attacked.h"

namespace vconform::suites::attacks {

TEST_P(ReaderAttacked, SeesDamageOfEveryLine) {
  try_lines(GetParam().reader.slow ? 40 : 100000);
}
INSTANTIATE_TEST_SUITE_P(All, ReaderAttacked, testing::ValuesIn(attempts()), attempt_name);

}  // namespace vconform::suites::attacks
