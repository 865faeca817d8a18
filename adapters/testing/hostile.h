/* The library hostile for tests: golden behind a table that misbehaves as VCONFORM_ATTACK says.
 *
 * VCONFORM_ATTACK is "WHEN[@FROM][%EVERY][~UNTIL]:WHAT[:N]", several with commas between them. WHEN
 * names a moment: constructor, get_adapter, create, capabilities, execute, execute_batch, which the
 * table has only then, last_error, destroy, destructor, or later, which is a thread that waits N
 * ms. The attack happens from the FROM-th time on (1), at each EVERY-th time (1). Executions are
 * counted in each process, all other moments by openings of the library, over all processes of a
 * run. After the UNTIL-th opening the library behaves.
 *
 * VCONFORM_HOSTILE_INNER is the library whose table it stands before, whatever form its rows are
 * served in; golden unless it is set. Of golden it claims few rows, so that a run is short: from s8
 * and u8 to f16, and CastDeq from s16; without u8 if VCONFORM_HOSTILE_ROWS is fewer, and every row
 * if it is all. With VCONFORM_HOSTILE_PLAIN it claims no feature beside one state of half results.
 */
// NOLINTBEGIN(readability-identifier-naming): names of C
#ifndef VCONFORM_HOSTILE_H
#define VCONFORM_HOSTILE_H

#include <stdint.h>
#include <sys/types.h>

#include "adapters/vconform_adapter.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hostile_action {
  const char* name;
  void (*run)(long number);
} hostile_action;

/* The actions by kind; each list ends with a null name. */
extern const hostile_action hostile_ends[];
extern const hostile_action hostile_processes[];
extern const hostile_action hostile_memory[];
extern const hostile_action hostile_files[];

/* Performs the actions that are due at this moment. */
void hostile_at(const char* when);
/* Counts an execution, and performs what is due. */
void hostile_execution(void);
/* Whether `what`, which the caller does itself, is due at this moment. Stores its number, or 0, in
 * `number` unless that is null. hostile_at() must have counted the moment. */
int hostile_wants(const char* when, const char* what, long* number);

/* Whether a process belongs to the run under attack: a descendant of the test's driver, whose
 * number is in VCONFORM_HOSTILE_DRIVER, on the way down to this process. No other process is
 * touched. */
int hostile_may_touch(pid_t process);
/* Calls `touch` for each process of the run except this one, those nearest the driver first. */
void hostile_each_process(void (*touch)(pid_t process));

/* The capabilities to claim this time, given those of the inner table. */
const vconform_capabilities* hostile_capabilities(const vconform_capabilities* inner);

/* Executes on the inner table and spoils the results if an attack says so. */
uint32_t hostile_execute(const vconform_adapter* inner, void* context, const vconform_step* steps,
                         uint64_t step_count, vconform_memories* memories);

/* Implemented in C++. */
void hostile_throw(long number);

#ifdef __cplusplus
}
#endif
// NOLINTEND(readability-identifier-naming)

#endif
