// Reading a file that anyone may have written.
#pragma once

#include <cstddef>
#include <string>

namespace vconform::suites {

// Its content; where it has more than `most_bytes`, so many and one more, whatever it is: a device
// may have no end. A pipe with nobody at the other end is empty, and one from which nothing comes
// for a minute is given up. Throws spec::InputError that does not name it, or DiskError where the
// device fails.
std::string text_of_file(const std::string& path, std::size_t most_bytes);

}  // namespace vconform::suites
