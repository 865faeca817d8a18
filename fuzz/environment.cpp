#include "fuzz/environment.h"

#include <charconv>
#include <cstdlib>

#include "spec/text/error.h"

namespace vconform::fuzz {

std::string text_of_variable(const char* name) {
  const char* text = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): before there are threads
  return text == nullptr ? "" : text;
}

double seconds_of_variable(const char* name, double otherwise) {
  const std::string text = text_of_variable(name);
  if (text.empty()) {
    return otherwise;
  }
  double seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (error != std::errc() || end != text.data() + text.size() || !(seconds > 0)) {
    throw spec::InputError(std::string(name) + ": '" + text + "' is not a number of seconds");
  }
  return seconds;
}

}  // namespace vconform::fuzz
