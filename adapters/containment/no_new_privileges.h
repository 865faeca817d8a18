// The condition of both seccomp and Landlock for a process without privileges.
#pragma once

#include <sys/prctl.h>

namespace vconform::adapters {

// Programs that this process executes gain no privileges: set-user-ID has no effect. May fail under
// emulation; the measures that depend on it then fail and say so.
inline bool set_no_new_privileges() {
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
}

}  // namespace vconform::adapters
