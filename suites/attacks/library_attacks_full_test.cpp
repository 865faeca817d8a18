// Every attack of a library with the commands that attacks_test leaves out, and that do not take
// long.
#include "suites/attacks/library_attacked.h"

namespace vconform::suites::attacks {

INSTANTIATE_TEST_SUITE_P(Further, LibraryAttacked, testing::ValuesIn(further_targets()),
                         target_name);

}  // namespace vconform::suites::attacks
