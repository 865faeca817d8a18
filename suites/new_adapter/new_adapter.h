// `./vconform new-adapter --language L NAME`: writes an adapter to begin with.
#pragma once

#include <string>
#include <string_view>

namespace vconform::suites {

struct NewAdapterOptions {
  std::string language;
  // The name of the folder, of the library and of the backend.
  std::string name;
};

// Throws spec::InputError for a language in which no adapter can be written yet.
void check_adapter_language(const std::string& language);
// Throws spec::InputError unless it begins with a letter, and has letters, digits, - and _, at most
// 64 characters in all.
void check_adapter_name(const std::string& name);

// Makes the folder NAME in the current one: an adapter that compiles and conforms on the row it
// claims, the headers that it needs, a CMakeLists.txt and a README.md. Prints what to do next. Both
// options must have been checked. Throws spec::InputError if NAME exists or cannot be made,
// DiskError if it cannot be written, and leaves nothing behind then.
int new_adapter(const NewAdapterOptions& options);

}  // namespace vconform::suites
