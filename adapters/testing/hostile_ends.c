/* Ways to end, or never to end. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "adapters/testing/hostile.h"

static void exit_with(long number) {
  exit((int)number);
}

static void exit_at_once(long number) {
  _exit((int)number);
}

static void exit_quickly(long number) {
  quick_exit((int)number);
}

/* Ends only this thread: the process lives on. */
static void exit_thread(long number) {
  syscall(SYS_exit, number);
}

static void abort_here(long number) {
  (void)number;
  abort();
}

static void read_nothing(long number) {
  volatile const char* nowhere = (const char*)(intptr_t)number;
  (void)*nowhere;
}

/* Called through a pointer, so that no compiler makes a loop of the recursion. */
static void (*volatile again)(long number);
static void run_out_of_stack(long number) {
  volatile char page[4096];
  memset((void*)page, (int)number, sizeof page);
  again(number + page[0]);
  page[0] = 1;
}
static void overflow_stack(long number) {
  again = run_out_of_stack;
  again(number);
}

static void loop(long number) {
  for (volatile long i = number;; ++i) {
  }
}

static void sleep_long(long number) {
  const struct timespec wait = {number == 0 ? 600 : number, 0};
  /* Sleeps again if a signal wakes it. */
  while (nanosleep(&wait, NULL) != 0) {
  }
}

static void stop_self(long number) {
  (void)number;
  kill(getpid(), SIGSTOP);
}

static void kill_self(long number) {
  kill(getpid(), number == 0 ? SIGKILL : (int)number);
}

/* Dies as at a limit of the shell. */
static void run_out_of_time(long number) {
  const struct rlimit limit = {(rlim_t)number, (rlim_t)number};
  setrlimit(RLIMIT_CPU, &limit);
  loop(0);
}

/* Jumps back into a function that has returned. */
static jmp_buf gone;
static __attribute__((noinline)) int remember(void) {
  return setjmp(gone);
}
static void jump_nowhere(long number) {
  (void)number;
  if (remember() == 0) {
    longjmp(gone, 1);
  }
}

static void unload_self(long number) {
  (void)number;
  Dl_info self;
  if (dladdr((const void*)(uintptr_t)&gone, &self) != 0) {
    void* handle = dlopen(self.dli_fname, RTLD_NOW | RTLD_NOLOAD);
    for (int i = 0; handle != NULL && i < 4; ++i) {
      dlclose(handle);
    }
  }
}

const hostile_action hostile_ends[] = {{"exit", exit_with},
                                       {"_exit", exit_at_once},
                                       {"quick_exit", exit_quickly},
                                       {"exit-thread", exit_thread},
                                       {"abort", abort_here},
                                       {"segv", read_nothing},
                                       {"overflow", overflow_stack},
                                       {"throw", hostile_throw},
                                       {"hang", loop},
                                       {"sleep", sleep_long},
                                       {"stop", stop_self},
                                       {"kill-self", kill_self},
                                       {"out-of-time", run_out_of_time},
                                       {"longjmp", jump_nowhere},
                                       {"unload", unload_self},
                                       {NULL, NULL}};
