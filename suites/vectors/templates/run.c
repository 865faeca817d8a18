/* Fill this in: how one program runs on your implementation. */
#include "vectors.h"

int run(const vectors_program* program) {
  /* For each of program->steps: write the register or issue the instruction that it names, with its
   * operands in memories that hold the windows' bytes; then copy those bytes back into the windows,
   * and return VECTORS_COMPLETED. */
  (void)program;
  return VECTORS_NOT_RUN;
}
