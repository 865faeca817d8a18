/* Actions that write to forbidden memory, or use up resources of the process. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "adapters/testing/hostile.h"

/* Calls `touch` for each writable shared mapping. */
static void each_shared(void (*touch)(char* at, size_t size, long number), long number) {
  FILE* maps = fopen("/proc/self/maps", "r");
  char line[512];
  while (maps != NULL && fgets(line, sizeof line, maps) != NULL) {
    unsigned long from = 0;
    unsigned long to = 0;
    char rights[8] = "";
    if (sscanf(line, "%lx-%lx %7s", &from, &to, rights) == 3 && strcmp(rights, "rw-s") == 0) {
      touch((char*)from, to - from, number);
    }
  }
  if (maps != NULL) {
    fclose(maps);
  }
}

static void fill(char* at, size_t size, long byte) {
  memset(at, (int)byte, size);
}

static void invert(char* at, size_t size, long number) {
  (void)number;
  for (size_t i = 0; i < size; ++i) {
    at[i] = (char)~at[i];
  }
}

static void unmap(char* at, size_t size, long number) {
  (void)number;
  munmap(at, size);
}

static void scribble(long byte) {
  each_shared(fill, byte);
}

static void scribble_inverted(long number) {
  each_shared(invert, number);
}

static void unmap_shared(long number) {
  each_shared(unmap, number);
}

static void* scribbler(void* unused) {
  (void)unused;
  for (long byte = 0;; ++byte) {
    each_shared(fill, byte);
  }
  return NULL;
}

/* Scribbles from a thread, at any time. */
static void scribble_always(long number) {
  (void)number;
  static int started;
  pthread_t thread;
  if (!started++ && pthread_create(&thread, NULL, scribbler, NULL) == 0) {
    pthread_detach(thread);
  }
}

/* Truncates the file of the shared region, which both sides hold open. */
static void truncate_shared(long size) {
  for (int descriptor = 3; descriptor < 256; ++descriptor) {
    struct stat file;
    if (fstat(descriptor, &file) == 0 && S_ISREG(file.st_mode) && file.st_nlink == 0) {
      (void)!ftruncate(descriptor, size);
    }
  }
}

static void close_all(long number) {
  (void)number;
  for (int descriptor = 0; descriptor < 1024; ++descriptor) {
    close(descriptor);
  }
}

static void close_standard(long number) {
  (void)number;
  for (int descriptor = 0; descriptor < 3; ++descriptor) {
    close(descriptor);
  }
}

/* Uses up all descriptors, so that nothing can be opened any more. */
static void use_up_descriptors(long number) {
  (void)number;
  while (open("/dev/null", O_RDONLY) >= 0) {
  }
}

static void take(long megabytes) {
  const size_t size = (size_t)1 << 20;
  for (long i = 0; i < (megabytes == 0 ? 1024 : megabytes); ++i) {
    char* block = malloc(size);
    if (block == NULL) {
      return;
    }
    memset(block, 1, size);
  }
}

static void limit_self(long number) {
  (void)number;
  const struct rlimit none = {0, 0};
  setrlimit(RLIMIT_FSIZE, &none);
  setrlimit(RLIMIT_NOFILE, &none);
  setrlimit(RLIMIT_AS, &none);
}

static void ignore_signals(long number) {
  (void)number;
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  for (int signal_number = 1; signal_number < NSIG; ++signal_number) {
    signal(signal_number, SIG_IGN);
  }
}

/* Tries not to end with the process that started it. */
static void outlive_parent(long number) {
  (void)number;
  prctl(PR_SET_PDEATHSIG, 0);
}

const hostile_action hostile_memory[] = {{"scribble", scribble},
                                         {"scribble-inverted", scribble_inverted},
                                         {"scribble-always", scribble_always},
                                         {"unmap", unmap_shared},
                                         {"truncate-shared", truncate_shared},
                                         {"close-all", close_all},
                                         {"close-std", close_standard},
                                         {"use-up-descriptors", use_up_descriptors},
                                         {"alloc", take},
                                         {"rlimit", limit_self},
                                         {"signals", ignore_signals},
                                         {"outlive-parent", outlive_parent},
                                         {NULL, NULL}};
