// Golden as the reference of a sweep: the one header of golden's rooms that suites/ may include.
//
//   golden_behaviour, execute   golden's readings, and a program as golden runs it
//   vconv_kernel                results of contiguous sources of one vconv, packed
//   element_conversion, convert one result of a vconv
//   vector_walk, copy_matrix_walk, data_copy_walk
//                               the places of an instruction's operands
#pragma once

#include "adapters/golden/behaviour/behaviour.h"
#include "adapters/golden/copy_matrix/walk.h"
#include "adapters/golden/data_copy/walk.h"
#include "adapters/golden/program/program.h"
#include "adapters/golden/vconv/convert.h"
#include "adapters/golden/vconv/kernel.h"
#include "adapters/golden/vector/walk.h"
