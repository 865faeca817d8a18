/* Actions against other processes, or that leave some behind. */
#define _GNU_SOURCE
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "adapters/testing/hostile.h"

enum { kMaxDepth = 64 };

static pid_t parent_of(pid_t process) {
  char path[64];
  char text[512] = "";
  snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
  FILE* file = fopen(path, "r");
  if (file == NULL) {
    return 0;
  }
  const size_t length = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  /* The name, in parentheses, may hold anything. */
  size_t at = length;
  while (at > 0 && text[at - 1] != ')') {
    --at;
  }
  int parent = 0;
  return at > 0 && sscanf(text + at, " %*c %d", &parent) == 1 ? parent : 0;
}

/* The process that the driver started and that is an ancestor of this one, or 0. */
static pid_t run_under_attack(pid_t process) {
  const char* driver = getenv("VCONFORM_HOSTILE_DRIVER");
  const pid_t top = driver == NULL ? 0 : (pid_t)strtol(driver, NULL, 10);
  for (int i = 0; top > 1 && process > 1 && i < kMaxDepth; ++i) {
    const pid_t parent = parent_of(process);
    if (parent == top) {
      return process;
    }
    process = parent;
  }
  return 0;
}

int hostile_may_touch(pid_t process) {
  const pid_t run = run_under_attack(getpid());
  return process > 1 && run != 0 && run_under_attack(process) == run;
}

void hostile_each_process(void (*touch)(pid_t process)) {
  const pid_t run = run_under_attack(getpid());
  DIR* folder = run == 0 ? NULL : opendir("/proc");
  if (folder == NULL) {
    return;
  }
  for (const struct dirent* entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
    const pid_t process = (pid_t)strtol(entry->d_name, NULL, 10);
    if (process > 1 && process != getpid() && run_under_attack(process) == run) {
      touch(process);
    }
  }
  closedir(folder);
}

static void kill_one(pid_t process) {
  kill(process, SIGKILL);
}

static void stop_one(pid_t process) {
  kill(process, SIGSTOP);
}

/* Traces a process, which stops where signals cannot reach it. */
static void trace_one(pid_t process) {
  ptrace(PTRACE_SEIZE, process, NULL, NULL);
  ptrace(PTRACE_INTERRUPT, process, NULL, NULL);
}

static void starve_one(pid_t process) {
  const struct rlimit none = {0, 0};
  prlimit(process, RLIMIT_FSIZE, &none, NULL);
  prlimit(process, RLIMIT_CPU, &none, NULL);
}

/* Overwrites the start of every writable mapping of a process. */
static void write_one(pid_t process) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/maps", (int)process);
  FILE* maps = fopen(path, "r");
  char line[512];
  unsigned long from = 0;
  unsigned long to = 0;
  static char nonsense[65536];
  while (maps != NULL && fgets(line, sizeof line, maps) != NULL) {
    if (sscanf(line, "%lx-%lx rw", &from, &to) == 2) {
      const struct iovec here = {nonsense,
                                 to - from < sizeof nonsense ? to - from : sizeof nonsense};
      const struct iovec there = {(void*)from, here.iov_len};
      process_vm_writev(process, &here, 1, &there, 1, 0);
    }
  }
  if (maps != NULL) {
    fclose(maps);
  }
}

static void to_parent(void (*touch)(pid_t process)) {
  const pid_t parent = getppid();
  if (hostile_may_touch(parent)) {
    touch(parent);
  }
}

static void kill_parent(long number) {
  (void)number;
  to_parent(kill_one);
}

static void kill_group(long number) {
  (void)number;
  if (hostile_may_touch(getpgrp())) {
    kill(0, SIGKILL);
  }
}

static void kill_run(long number) {
  (void)number;
  hostile_each_process(kill_one);
}

static void terminate_parent(long number) {
  const pid_t parent = getppid();
  if (hostile_may_touch(parent)) {
    kill(parent, number == 0 ? SIGTERM : (int)number);
  }
}

static void stop_parent(long number) {
  (void)number;
  to_parent(stop_one);
}

static void stop_run(long number) {
  (void)number;
  hostile_each_process(stop_one);
}

static void trace_parent(long number) {
  (void)number;
  to_parent(trace_one);
}

static void starve_parent(long number) {
  (void)number;
  to_parent(starve_one);
}

static void write_parent(long number) {
  (void)number;
  to_parent(write_one);
}

static void stay(long seconds) {
  for (const time_t end = time(NULL) + (seconds == 0 ? 60 : seconds); time(NULL) < end;) {
    const struct timespec wait = {0, 50 * 1000 * 1000};
    nanosleep(&wait, NULL);
  }
  _exit(0);
}

static void fork_child(long seconds) {
  if (fork() == 0) {
    stay(seconds);
  }
}

/* Forks a process with its own session that holds every descriptor and signal. */
static void fork_session(long seconds) {
  if (fork() == 0) {
    setsid();
    for (int number = 1; number < NSIG; ++number) {
      signal(number, SIG_IGN);
    }
    stay(seconds);
  }
}

/* Forks twice, so that the process is an orphan. */
static void fork_twice(long seconds) {
  if (fork() == 0) {
    setsid();
    if (fork() == 0) {
      stay(seconds);
    }
    _exit(0);
  }
}

/* A child goes on serving; the process that the suite knows ends. */
static void fork_and_answer(long number) {
  if (fork() != 0) {
    _exit((int)number);
  }
}

/* Parent and child both go on serving. */
static void fork_both(long number) {
  (void)number;
  fork();
}

/* Forks as many as possible, up to a bound, since other work runs on the machine. */
static void fork_many(long count) {
  for (long i = 0; i < (count == 0 ? 64 : count); ++i) {
    if (fork() == 0) {
      stay(20);
    }
  }
}

const hostile_action hostile_processes[] = {{"kill-parent", kill_parent},
                                            {"kill-group", kill_group},
                                            {"kill-run", kill_run},
                                            {"signal-parent", terminate_parent},
                                            {"stop-parent", stop_parent},
                                            {"stop-run", stop_run},
                                            {"trace-parent", trace_parent},
                                            {"starve-parent", starve_parent},
                                            {"write-parent", write_parent},
                                            {"fork-child", fork_child},
                                            {"fork-session", fork_session},
                                            {"fork-twice", fork_twice},
                                            {"fork-and-answer", fork_and_answer},
                                            {"fork-both", fork_both},
                                            {"fork-many", fork_many},
                                            {NULL, NULL}};
