// Files of real runs, for the attacks on what reads them.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "suites/attacks/attacked_run.h"

namespace vconform::suites::attacks {

// The program that is attacked: VCONFORM_ATTACKED_CLI, or the one that was built.
std::string attacked_program();

// Split at blanks.
std::vector<std::string> words_of(std::string_view text);

// A case that golden passes: 128 elements, vconv_s82f16.
std::string_view good_case();

// The program with these words, against the library with that attack; the rest is to be filled in.
Command hostile_command(const std::string& attack, const std::vector<std::string>& words);

// certificate/ sweep/ (conforming), red_certificate/ red_sweep/ (deviating), probe/, waivers.json
// for the deviations of the former, good.case. Made when first asked for, gone with this process.
const std::filesystem::path& prepared_files();

std::string text_of(const std::filesystem::path& file);
void write_text(const std::filesystem::path& file, std::string_view text);

}  // namespace vconform::suites::attacks
