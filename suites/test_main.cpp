// main() of every test binary. GoogleTest exits 0 when a filter matches nothing; here that fails.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

// A test that is also a worker program defines it (adapters/isolation/test_tables.cpp).
[[gnu::weak]] void be_worker_if_called_so(int argc, char** argv);

int main(int argc, char** argv) {
  if (be_worker_if_called_so != nullptr) {
    be_worker_if_called_so(argc, argv);
  }
  // A filter leaves few tests: a shard of them could be empty.
  if (std::getenv("GTEST_FILTER") != nullptr) {
    unsetenv("GTEST_TOTAL_SHARDS");
    unsetenv("GTEST_SHARD_INDEX");
  }
  ::testing::InitGoogleTest(&argc, argv);
  const int result = RUN_ALL_TESTS();
  const ::testing::UnitTest& run = *::testing::UnitTest::GetInstance();
  if (!GTEST_FLAG_GET(list_tests) && run.test_to_run_count() - run.skipped_test_count() == 0) {
    std::fprintf(stderr, "no test ran: the filter matches none of %d\n", run.total_test_count());
    return 1;
  }
  return result;
}
