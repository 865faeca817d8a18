/* Actions that forge output for the user, or write into the files of the run. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "adapters/testing/hostile.h"

/* Clears the screen and its title, and says what a certificate says. */
static const char kFake[] =
    "\033[2J\033[H\033]0;owned\007\nhostile conforms on 1000 of 1000 rows: 0 deviate, 0 not "
    "claimed\n\r";

static void print(int descriptor, long kilobytes) {
  const size_t length = sizeof kFake - 1;
  for (long sent = 0; sent <= kilobytes * 1024; sent += (long)length) {
    if (write(descriptor, kFake, length) < 0) {
      return;
    }
  }
}

static void print_out(long kilobytes) {
  print(1, kilobytes);
}

static void print_error(long kilobytes) {
  print(2, kilobytes);
}

/* Prints to every open descriptor. */
static void print_anywhere(long kilobytes) {
  for (int descriptor = 0; descriptor < 64; ++descriptor) {
    struct stat file;
    if (fstat(descriptor, &file) == 0 && (S_ISFIFO(file.st_mode) || S_ISSOCK(file.st_mode))) {
      print(descriptor, kilobytes);
    }
  }
}

static void print_terminal(long kilobytes) {
  const int terminal = open("/dev/tty", O_WRONLY | O_NOCTTY);
  if (terminal >= 0) {
    print(terminal, kilobytes);
    close(terminal);
  }
}

static void copy(const char* from, const char* folder, const char* name) {
  char path[4096];
  char bytes[65536];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  const int in = from == NULL ? -1 : open(from, O_RDONLY);
  const int out = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (out >= 0) {
    ssize_t size = 0;
    while (in >= 0 && (size = read(in, bytes, sizeof bytes)) > 0) {
      (void)!write(out, bytes, (size_t)size);
    }
    close(out);
  }
  if (in >= 0) {
    close(in);
  }
}

/* Replaces the certificate of this run by one that conforms. */
static void forge(long number) {
  (void)number;
  const char* green = getenv("VCONFORM_HOSTILE_GREEN");
  const char* folder = getenv("VCONFORM_HOSTILE_OUT");
  if (green != NULL && folder != NULL) {
    copy(green, folder, "certificate.json");
    copy(green, folder, "sweep.json");
  }
  copy(green, ".", "certificate.json");
}

/* Forges the certificate again and again from a detached process. */
static void forge_always(long seconds) {
  if (fork() != 0) {
    return;
  }
  setsid();
  for (const time_t end = time(NULL) + (seconds == 0 ? 30 : seconds); time(NULL) < end;) {
    const struct timespec wait = {0, 20 * 1000 * 1000};
    forge(0);
    nanosleep(&wait, NULL);
  }
  _exit(0);
}

/* Renames the folder and puts another in its place. */
static void replace_folder(long number) {
  (void)number;
  const char* folder = getenv("VCONFORM_HOSTILE_OUT");
  char aside[4096];
  if (folder != NULL) {
    snprintf(aside, sizeof aside, "%s.aside", folder);
    (void)!rename(folder, aside);
    (void)!mkdir(folder, 0777);
    forge(0);
  }
}

static void change_folder(long number) {
  (void)number;
  (void)!chdir("/");
  umask(0777);
}

static void change_environment(long number) {
  (void)number;
  for (const char* const* name = (const char* const[]){"PATH", "TMPDIR", "LD_PRELOAD", "HOME",
                                                       "SLURM_ARRAY_TASK_ID", NULL};
       *name != NULL; ++name) {
    setenv(*name, "/nowhere\n\033[2J", 1);
  }
  clearenv();
}

const hostile_action hostile_files[] = {{"print", print_out},
                                        {"print-error", print_error},
                                        {"print-anywhere", print_anywhere},
                                        {"print-terminal", print_terminal},
                                        {"forge", forge},
                                        {"forge-always", forge_always},
                                        {"replace-folder", replace_folder},
                                        {"chdir", change_folder},
                                        {"environment", change_environment},
                                        {NULL, NULL}};
