// The commands that a Markdown page shows, and the output that it shows below them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vconform::suites {

struct ShownCommand {
  // Without the prompt.
  std::string command;
  // The lines below it, without their indentation; empty if the page shows none.
  std::vector<std::string> output;
};

// The blocks of a page that are indented by four columns and begin with a prompt, "$ ", and without
// output the lines of such blocks that begin with "./vconform " and of table cells that are code of
// this kind. A comment ("  # ...") is cut off.
std::vector<ShownCommand> shown_commands(std::string_view page);

// The first shown line that `printed` lacks, in order; nullopt if it has them all. A line "…"
// stands for any lines, "…" within a line for any text; lines between two shown ones need a "…".
std::optional<std::string> first_not_printed(const std::vector<std::string>& shown,
                                             std::string_view printed);

// "file: target" for each link of a page in `folder` whose file does not exist, or whose heading.
std::vector<std::string> broken_links(const std::string& file);

}  // namespace vconform::suites
