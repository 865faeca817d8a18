// Files of real runs, to be damaged by the tests of what reads them.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "suites/attacks/attacked_run.h"

namespace vconform::suites::attacks {

// The program under attack: VCONFORM_ATTACKED_CLI, or the built one.
std::string attacked_program();

// The parts of a text between blanks.
std::vector<std::string> words_of(std::string_view text);

// The text of a case that golden passes: vconv_s82f16, 128 elements.
std::string_view good_case();

// The program with these arguments, run against the hostile library with that attack if the command
// takes a backend; the caller fills in the rest. `backend` is what the command is to open.
Command hostile_command(const std::string& attack, const std::vector<std::string>& words,
                        const std::string& backend = VCONFORM_HOSTILE);

// certificate/ and sweep/ (conforming), red_certificate/ and red_sweep/ (deviating), probe/,
// shard/ (a journal), vectors/ (nothing returned), waivers.json for the deviations of
// red_certificate, good.case (also named as a finding of fuzz is), key.pem, key.pub, signed/ (a
// certificate signed by that key). Made at the first call, removed when this process ends.
const std::filesystem::path& prepared_files();

std::string text_of(const std::filesystem::path& file);
void write_text(const std::filesystem::path& file, std::string_view text);

}  // namespace vconform::suites::attacks
