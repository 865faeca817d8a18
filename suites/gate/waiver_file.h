// Reads and writes files of waivers. Their format is in waivers.md.
#pragma once

#include <string>
#include <vector>

#include "suites/report/certificate.h"
#include "suites/report/waiver.h"

namespace vconform::suites {

// Throws spec::InputError naming the file, the row and its fault: no reason, an unknown instruction
// or rule, two rows that say the same or waive the same for two reasons, a file of another spec
// version.
std::vector<Waiver> read_waivers(const std::string& path);

// The same for the content of a file; messages do not name the file.
std::vector<Waiver> waivers_from_text(const std::string& text);

// One row for each instruction and rule with deviations that are not waived; reason and link are
// empty.
std::vector<Waiver> candidates(const Certificate& certificate);

// The content of a file of waivers.
std::string to_json(const std::vector<Waiver>& waivers);

}  // namespace vconform::suites
