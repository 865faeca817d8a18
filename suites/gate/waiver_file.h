// Files of waivers. The format is in README.md.
#pragma once

#include <string>
#include <vector>

#include "suites/report/certificate.h"
#include "suites/report/waiver.h"

namespace vconform::suites {

// Throws spec::InputError naming the file, the row and what is wrong with it: a row without a
// reason, an instruction or rule that there is not, rows that say the same twice or waive the same
// for two reasons, a file of another spec version.
std::vector<Waiver> read_waivers(const std::string& path);

// The same of the content of a file; messages do not name it.
std::vector<Waiver> waivers_from_text(const std::string& text);

// One row for each instruction and rule with deviations that are not waived, its reason and link
// empty.
std::vector<Waiver> candidates(const Certificate& certificate);

// The content of such a file.
std::string to_json(const std::vector<Waiver>& waivers);

}  // namespace vconform::suites
