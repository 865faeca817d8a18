// Every attack of a library, with every command that it meets.
#include "suites/attacks/library_attacked.h"

namespace vconform::suites::attacks {

INSTANTIATE_TEST_SUITE_P(All, LibraryAttacked, testing::ValuesIn(all_targets()), target_name);

}  // namespace vconform::suites::attacks
