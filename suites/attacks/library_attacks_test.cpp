// Every attack of a library, with one of the commands that it meets.
#include <set>

#include "suites/attacks/library_attacked.h"

namespace vconform::suites::attacks {

INSTANTIATE_TEST_SUITE_P(Quick, LibraryAttacked, testing::ValuesIn(quick_targets()), target_name);

TEST(LibraryAttacks, AreManyAndDistinct) {
  std::set<std::string> names;
  for (const LibraryAttack& attack : library_attacks()) {
    EXPECT_TRUE(names.insert(name_of(attack)).second) << name_of(attack);
  }
  EXPECT_GE(names.size(), 60U);
  EXPECT_GE(all_targets().size(), 300U);
  EXPECT_EQ(quick_targets().size() + further_targets().size() + longest_targets().size(),
            all_targets().size());
}

}  // namespace vconform::suites::attacks
