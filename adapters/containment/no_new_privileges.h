// What both seccomp and Landlock ask of a process without privileges.
#pragma once

#include <sys/prctl.h>

namespace vconform::adapters {

// Programs that this process executes get no privileges that it has not: set-user-ID has no effect.
// May fail under emulation; what depends on it fails then, and says so.
inline bool set_no_new_privileges() {
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
}

}  // namespace vconform::adapters
