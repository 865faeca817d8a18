// The templates of the pages, embedded when the program is built (new_adapter/embed.cmake).
#pragma once

#include <string_view>

namespace vconform::suites {

// The frame of every page: its style, script and data are put in place of marks.
extern const std::string_view kPageFrame;
extern const std::string_view kPageStyle;
// Parts that the pages share, then one script each; drawings come before that of a report.
extern const std::string_view kPageParts;
extern const std::string_view kDrawingsScript;
extern const std::string_view kReportScript;
extern const std::string_view kComparisonScript;
extern const std::string_view kSweepScript;

}  // namespace vconform::suites
