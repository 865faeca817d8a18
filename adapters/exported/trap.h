// trap() of the documented prototypes: the end of the program that a library executes.
//
// It is defined here, for libraries that call it and for those that define it too: this library
// stands before them in the order in which their calls are bound. It leaves the library's frames by
// a jump, as they may catch any exception; their destructors do not run.
#pragma once

namespace vconform::adapters::exported {

// Makes trap() that of every library loaded from now on.
void provide_trap();

// Calls work(argument). Returns false if trap() ended it.
bool ran_to_its_end(void (*work)(void*), void* argument);

}  // namespace vconform::adapters::exported
