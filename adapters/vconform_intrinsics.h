/* The documented prototypes on a host: what code that calls them, and code that implements them,
 * is compiled against. C++17 and later.
 *
 * Two faces. By default, every prototype is an inline caller of the same name, which takes wide
 * integers and the line of the call, sees arguments that the prototype's types would truncate, and
 * calls the documented symbol. With VCONFORM_INTRINSICS_DEFINE, every prototype is declared as on
 * its page, for whoever implements it; the mangled names are those that the callers call.
 *
 * Operands are pointers of the host, or offsets into the memory that the prototype names; offset 0
 * is legal. libvconform_intrinsics.so implements everything here on golden or on another backend:
 * adapters/intrinsics/README.md. Names that are declared only, so that code compiles, are in
 * vconform_intrinsics_declared.h. In C, only the control functions are here.
 */
#ifndef VCONFORM_INTRINSICS_H
#define VCONFORM_INTRINSICS_H

#include "adapters/intrinsics/header/control.h"

#ifdef __cplusplus

#if __cplusplus < 201703L
#error "vconform_intrinsics.h needs C++17"
#endif

#ifdef VCONFORM_INTRINSICS_DEFINE
#pragma GCC visibility push(default)
#endif

#include "adapters/intrinsics/header/conversions.h"
#include "adapters/intrinsics/header/copy_matrix.h"
#include "adapters/intrinsics/header/enums.h"
#include "adapters/intrinsics/header/moves.h"
#include "adapters/intrinsics/header/numbers.h"
#include "adapters/intrinsics/header/order.h"
#include "adapters/intrinsics/header/registers.h"
#include "adapters/intrinsics/header/tensor_calls.h"
/* Last: the standard library is read without these words. */
#include "adapters/intrinsics/header/words.h"

#ifdef VCONFORM_INTRINSICS_DEFINE
#pragma GCC visibility pop
#endif

#endif /* __cplusplus */

#endif /* VCONFORM_INTRINSICS_H */
