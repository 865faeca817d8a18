// Tests with kernels, containers and emulators that refuse a measure, simulated by a filter.
#include <gtest/gtest.h>
#include <sys/syscall.h>

#include <array>

#include "adapters/containment/contain.h"
#include "adapters/containment/containment_test_support.h"
#include "adapters/containment/filter_program.h"
#include "adapters/containment/trial.h"

namespace vconform::adapters {
namespace {

constexpr long kLandlockCreateRuleset = 444;
constexpr long kLandlockRestrictSelf = 446;

struct Kernel {
  const char* name;
  void (*refuse)(FilterProgram& program);
  bool has_filter;
  bool has_rules;
};

void refuse_seccomp(FilterProgram& program, int error) {
  program.refuse_call(__NR_seccomp, error);
  program.refuse_if(__NR_prctl, 0, {PR_SET_SECCOMP});
}

constexpr std::array kKernels = {
    Kernel{"without_landlock",
           [](FilterProgram& program) { program.refuse_call(kLandlockCreateRuleset, ENOSYS); },
           true, false},
    Kernel{"landlock_off_at_boot",
           [](FilterProgram& program) { program.refuse_call(kLandlockCreateRuleset, EOPNOTSUPP); },
           true, false},
    Kernel{"landlock_refused_at_last",
           [](FilterProgram& program) { program.refuse_call(kLandlockRestrictSelf, EPERM); }, true,
           false},
    Kernel{"without_seccomp", [](FilterProgram& program) { refuse_seccomp(program, ENOSYS); },
           false, true},
    Kernel{"seccomp_refused", [](FilterProgram& program) { refuse_seccomp(program, EPERM); }, false,
           true},
    Kernel{"seccomp_by_prctl_only",
           [](FilterProgram& program) { program.refuse_call(__NR_seccomp, ENOSYS); }, true, true},
    Kernel{"without_any",
           [](FilterProgram& program) {
             program.refuse_call(kLandlockCreateRuleset, ENOSYS);
             refuse_seccomp(program, ENOSYS);
           },
           false, false},
    Kernel{"without_no_new_privileges",
           [](FilterProgram& program) { program.refuse_if(__NR_prctl, 0, {PR_SET_NO_NEW_PRIVS}); },
           false, false},
};

// Puts this process on such a kernel, for good.
bool move_to(const Kernel& kernel) {
  FilterProgram program;
  program.load_number();
  kernel.refuse(program);
  program.allow_the_rest();
  sock_fprog filter{static_cast<unsigned short>(program.instructions().size()),
                    program.instructions().data()};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

int what_holds(const Kernel& kernel, User user) {
  return code_of([&] {
    if (!become(user) || !move_to(kernel)) {
      return 1;
    }
    const std::vector<Measure> measures = contain({});
    const bool rules = measures[0].holds;
    const bool filter = measures[1].holds;
    const bool said =
        (rules || !measures[0].reason.empty()) && (filter || !measures[1].reason.empty());
    return rules == kernel.has_rules && filter == kernel.has_filter && said ? 0 : 2;
  });
}

class Kernels : public testing::TestWithParam<Kernel> {};

TEST_P(Kernels, FallBackStepByStep) {
  EXPECT_EQ(what_holds(GetParam(), User::kCaller), 0);
  if (geteuid() == 0) {
    EXPECT_EQ(what_holds(GetParam(), User::kNobody), 0);
  }
}

TEST_P(Kernels, AreSeenByTheTrial) {
  EXPECT_EQ(code_of([] {
              if (!move_to(GetParam())) {
                return 1;
              }
              const std::vector<Measure> measures = try_containment();
              return measures.size() == 4 && measures[0].holds == GetParam().has_rules &&
                             measures[1].holds == GetParam().has_filter && measures[2].holds
                         ? 0
                         : 2;
            }),
            0);
}

INSTANTIATE_TEST_SUITE_P(Refused, Kernels, testing::ValuesIn(kKernels),
                         [](const auto& row) { return row.param.name; });

}  // namespace
}  // namespace vconform::adapters
