// How many inputs of an instruction a mistake that the diagnosis names affects: computed by golden
// with that mistake, of a vconv, over every source.
#pragma once

#include "spec/profiles/choices.h"
#include "suites/files/json.h"
#include "suites/report/certificate_record.h"

namespace vconform::suites {

// Sources of more bits are counted only where that is asked for: it takes from seconds to minutes.
inline constexpr int kQuickSourceBits = 16;

// An array with an object for all CTRL under which the row has a wrong element and the same is
// affected:
//
//   mistakes       the names (Hypothesis::name) of those that together explain the row
//   ctrl           a list: the bits of each CTRL on which numbers depend, as text
//   inputs, wrong  how many sources there are, and how many of them have a wrong result
//   grid           the sources by their sign, and by exponent or binary digits
//
// It is empty for a row that is not explained, or by mistakes of arguments, registers or places,
// which inputs alone do not show; if golden with them does not give what was found; of another
// family than vconv, and for sources of more than `most_bits`. Many values are counted in as many
// processes as there are processors. `readings` are those of the run.
json affected_inputs_of(const RowRecord& row, const CertificateRecord& record,
                        const spec::Choices& readings, int most_bits);

}  // namespace vconform::suites
