#include "suites/files/case_file.h"

#include "spec/case/case_limits.h"
#include "spec/case/case_text.h"
#include "spec/text/error.h"
#include "suites/files/text_file.h"

namespace vconform::suites {

spec::Case read_case_file(const std::string& path) {
  try {
    return spec::case_from_text(text_of_file(path, spec::kMaxCaseTextBytes));
  } catch (const spec::InputError& bad) {
    throw spec::InputError("case file '" + path + "': " + bad.what());
  }
}

}  // namespace vconform::suites
