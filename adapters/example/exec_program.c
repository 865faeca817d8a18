/* A complete backend in C for --backend exec: it converts s16 to f32, by the protocol of
 * adapters/exec/protocol.md. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct header {
  char magic[4];
  uint32_t kind, count, number;
  uint64_t bytes;
};
struct array {
  uint32_t source_type, destination_type, rounding, reserved;
  uint64_t ctrl, n;
};

static const char kAnswer[] =
    "{\"protocol\": 1, \"name\": \"smallest\", \"version\": \"1\", \"claims\": "
    "[{\"instructions\": [\"vconv_s162f32\"], \"by\": \"convert\"}]}\n";

static int16_t from[1 << 20];
static struct {
  struct header header;
  uint32_t status[4];
  float to[1 << 20];
} answer;

int main(void) {
  struct array array;
  char start[4096];
  if (fgets(start, sizeof start, stdin) == NULL) {
    return 1;
  }
  fputs(kAnswer, stdout);
  fflush(stdout);
  while (fread(&answer.header, sizeof answer.header, 1, stdin) == 1) {
    uint64_t padding = 0, sent = 0;
    if (answer.header.kind != 2 || answer.header.count != 1) {
      return 1;
    }
    if (fread(&array, sizeof array, 1, stdin) != 1 || array.n > 1 << 20) {
      return 1;
    }
    if (fread(from, 1, (array.n * 2 + 7) / 8 * 8, stdin) < array.n * 2) {
      return 1;
    }
    for (uint64_t i = 0; i < array.n; ++i) {
      answer.to[i] = from[i];
    }
    padding = array.n % 2 * 4;
    answer.header.bytes = sizeof answer.status + array.n * 4 + padding;
    sent = sizeof answer.header + answer.header.bytes;
    if (fwrite(&answer, 1, sent, stdout) != sent || fflush(stdout) != 0) {
      return 1;
    }
  }
  return 0;
}
