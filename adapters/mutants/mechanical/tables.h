// The sites and what was left out, as files beside the copy.
#pragma once

#include <string>

#include "adapters/mutants/mechanical/rewrite.h"

namespace vconform::adapters::mechanical {

// sites.cpp: the table of site_table.h; left_out.tsv:
// file, line, function, text and reason.
void write_tables(const Found& found, const Rewriting& rewriting);

// The number of sites, by kind, and of what was left out, by reason.
std::string in_words(const Found& found);

}  // namespace vconform::adapters::mechanical
