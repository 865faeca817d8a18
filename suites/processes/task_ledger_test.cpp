#include "suites/processes/task_ledger.h"

#include <gtest/gtest.h>

#include "suites/processes/broken_run.h"

namespace vconform::suites {
namespace {

TEST(TaskLedger, EachTaskOnceByWhoeverTookIt) {
  TaskLedger ledger(3);
  TaskLedger::Account one;
  TaskLedger::Account other;
  ledger.start(one, 0);
  ledger.start(other, 1);
  ledger.finish(other, 1);
  ledger.finish(one, 0);
  EXPECT_THROW(ledger.check_complete(ledger.tasks()), BrokenRun);
  ledger.start(other, 2);
  ledger.finish(other, 2);
  ledger.end(one, 1);
  ledger.end(other, 2);
  EXPECT_NO_THROW(ledger.check_complete(ledger.tasks()));
}

TEST(TaskLedger, WhatCannotBeIsRefused) {
  TaskLedger ledger(3);
  TaskLedger::Account account;
  EXPECT_THROW(ledger.start(account, 3), BrokenRun) << "out of range";
  EXPECT_THROW(ledger.finish(account, 0), BrokenRun) << "not started";
  ledger.start(account, 0);
  EXPECT_THROW(ledger.start(account, 1), BrokenRun) << "two at once";
  EXPECT_THROW(ledger.finish(account, 1), BrokenRun) << "another than was started";
  EXPECT_THROW(ledger.end(account, 0), BrokenRun) << "in the midst of one";
  ledger.finish(account, 0);
  EXPECT_THROW(ledger.finish(account, 0), BrokenRun) << "twice";
  EXPECT_THROW(ledger.start(account, 0), BrokenRun) << "started again";
  TaskLedger::Account other;
  EXPECT_THROW(ledger.start(other, 0), BrokenRun) << "done by another process";
  EXPECT_THROW(ledger.end(account, 2), BrokenRun) << "a wrong count";
  ledger.end(account, 1);
  EXPECT_THROW(ledger.start(account, 1), BrokenRun) << "after the end";
  EXPECT_THROW(ledger.end(account, 1), BrokenRun) << "a second end";
}

}  // namespace
}  // namespace vconform::suites
