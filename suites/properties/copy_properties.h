// Properties of the copies. None asks the oracle.
#pragma once

#include "suites/judging/property.h"

namespace vconform::suites {

// A vector of equal words gives the same results as that word by itself: FIXPIPE with a vector's
// QuantPRE code, and VDEQ, VDEQ8, VDEQ16 against DEQ, DEQ8, DEQ16.
bool has_vector_form(const spec::Cell& cell, const Claims& claims);
CheckResult equal_words_equal_one(const Subject& subject, const spec::Case& test_case);

// m rows are the first 16 and then the others from where those stopped.
bool is_matrix(const spec::Cell& cell, const Claims& claims);
CheckResult splitting_rows_changes_nothing(const Subject& subject, const spec::Case& test_case);

// NZ2ND_EN changes the place of each element, but not its value.
bool is_matrix_with_nd(const spec::Cell& cell, const Claims& claims);
CheckResult nd_holds_what_nz_holds(const Subject& subject, const spec::Case& test_case);

// n blocks are n copies of one block each, if strides are gaps (copy.strides) and blockLen has the
// unit on the page (copy.block-len-unit).
bool copies_blocks(const spec::Cell& cell, const Claims& claims);
CheckResult blocks_are_copied_one_by_one(const Subject& subject, const spec::Case& test_case);

}  // namespace vconform::suites
