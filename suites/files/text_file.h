// Reads untrusted files.
#pragma once

#include <cstddef>
#include <string>

namespace vconform::suites {

// The content of a file; of a larger one, or of a device without end, the first `most_bytes` + 1. A
// pipe that nobody writes to is empty, and one that delivers nothing for a minute is given up.
// Throws spec::InputError that does not name the file, or DiskError if the device fails.
std::string text_of_file(const std::string& path, std::size_t most_bytes);

}  // namespace vconform::suites
