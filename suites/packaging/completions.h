// Scripts for three shells, which complete commands, options and the values that have names.
#pragma once

#include <string>

#include "suites/packaging/command_tree.h"

namespace vconform::suites {

// Sourced by bash-completion, /usr/share/bash-completion/completions/vconform.
std::string bash_completion(const CommandText& root);
// An autoloaded function, /usr/share/zsh/vendor-completions/_vconform.
std::string zsh_completion(const CommandText& root);
// /usr/share/fish/vendor_completions.d/vconform.fish.
std::string fish_completion(const CommandText& root);

}  // namespace vconform::suites
