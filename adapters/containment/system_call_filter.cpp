#include "adapters/containment/system_call_filter.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>
#include <cstring>

#include "adapters/containment/filter_program.h"
#include "adapters/containment/no_new_privileges.h"

namespace vconform::adapters {

namespace {

constexpr const char* kFilterName = "system call filter";

#if defined(__x86_64__)
constexpr bool kKnownMachine = true;
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_X86_64;
// The x32 ABI has the same architecture, and marks its calls by a bit in the number.
constexpr std::uint32_t kForeignNumbers = 0x40000000;
#elif defined(__aarch64__)
constexpr bool kKnownMachine = true;
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
constexpr std::uint32_t kForeignNumbers = 0;
#else
constexpr bool kKnownMachine = false;
constexpr std::uint32_t kArchitecture = 0;
constexpr std::uint32_t kForeignNumbers = 0;
#endif

// Calls that the headers of Debian 12 may lack; the numbers are the same on all machines.
constexpr long kPidfdSendSignal = 424;
constexpr long kClone3 = 435;
constexpr long kPidfdGetfd = 438;
constexpr long kProcessMadvise = 440;
constexpr long kProcessMrelease = 448;

// From asm-generic/ioctls.h and asm-generic/sockios.h: the receiver of SIGIO, and input for a
// terminal.
constexpr std::uint32_t kFioSetOwn = 0x8901;
constexpr std::uint32_t kSiocSpGrp = 0x8902;
constexpr std::uint32_t kTiocLinux = 0x541C;
constexpr std::uint32_t kCloneParent = 0x00008000;

void refuse_reaching_into_others(FilterProgram& program) {
  for (const long call :
       {long{__NR_ptrace}, long{__NR_process_vm_readv}, long{__NR_process_vm_writev},
        long{__NR_bpf}, kPidfdSendSignal, kPidfdGetfd, kProcessMadvise, kProcessMrelease}) {
    program.refuse_call(call);
  }
}

void refuse_signals_to_others(FilterProgram& program, std::uint32_t self) {
  for (const long call :
       {__NR_kill, __NR_tkill, __NR_tgkill, __NR_rt_sigqueueinfo, __NR_rt_tgsigqueueinfo}) {
    program.refuse_unless(call, 0, {self});
  }
  // The owner of a descriptor gets any signal that F_SETSIG names.
  program.refuse_command_unless(__NR_fcntl, 1, F_SETOWN, {self, 0});
  program.refuse_if(__NR_fcntl, 1, {F_SETOWN_EX});
  program.refuse_if(__NR_ioctl, 1, {kFioSetOwn, kSiocSpGrp, TIOCSTI, TIOCSPGRP, kTiocLinux});
}

void refuse_leaving(FilterProgram& program, std::uint32_t self) {
  // A child of the worker's parent would look like one of the suite's. The flags of clone3 cannot
  // be inspected; libraries fall back to clone.
  program.refuse_call(kClone3, ENOSYS);
  program.refuse_bits(__NR_clone, 0, kCloneParent);
  program.refuse_unless(__NR_setpgid, 1, {0, self});
  // The worker must end with the judging process.
  program.refuse_command_unless(__NR_prctl, 0, PR_SET_PDEATHSIG, {SIGKILL});
  program.refuse_unless(__NR_prlimit64, 0, {0, self});
}

// Returns 0 or an errno.
int install(FilterProgram& program) {
  sock_fprog filter{};
  filter.len = static_cast<unsigned short>(program.instructions().size());
  filter.filter = program.instructions().data();
  // For all threads, and without the slow-down by speculation control of old kernels.
  constexpr unsigned long kAllThreads = SECCOMP_FILTER_FLAG_TSYNC;
  for (const unsigned long flags : {kAllThreads | SECCOMP_FILTER_FLAG_SPEC_ALLOW, kAllThreads}) {
    const long result = syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, flags, &filter);
    if (result == 0) {
      return 0;
    }
    if (result > 0) {
      return EBUSY;  // a thread with another filter
    }
  }
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0 ? 0 : errno;
}

}  // namespace

Measure install_system_call_filter() {
  if (!kKnownMachine) {
    return {kFilterName, false, "not on this machine"};
  }
  if (!set_no_new_privileges()) {
    return {kFilterName, false, std::string("no_new_privs is refused: ") + std::strerror(errno)};
  }
  const auto self = static_cast<std::uint32_t>(getpid());
  FilterProgram program;
  program.allow_architecture(kArchitecture, kForeignNumbers);
  refuse_reaching_into_others(program);
  refuse_signals_to_others(program, self);
  refuse_leaving(program, self);
  program.allow_the_rest();
  if (const int error = install(program); error != 0) {
    return {kFilterName, false, std::string("seccomp is refused: ") + std::strerror(error)};
  }
  return {kFilterName, true, ""};
}

}  // namespace vconform::adapters
