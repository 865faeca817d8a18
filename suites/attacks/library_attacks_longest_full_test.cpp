// The attacks of a library that end its process in each case, with the commands that have many.
#include "suites/attacks/library_attacked.h"

namespace vconform::suites::attacks {

INSTANTIATE_TEST_SUITE_P(Longest, LibraryAttacked, testing::ValuesIn(longest_targets()),
                         target_name);

}  // namespace vconform::suites::attacks
