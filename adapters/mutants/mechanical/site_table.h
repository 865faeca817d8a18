// The table of sites of the library, in a source that the rewriter writes beside the copy.
#pragma once

#include <cstdint>

// A site of golden's sources; all texts live as long as the library.
struct vconform_mechanical_site {
  const char* file;  // relative to the root of the checkout
  std::uint32_t line;
  const char* function;
  const char* kind;
  // The line in which it begins, its text and the text in its place; of a statement that is
  // dropped, empty.
  const char* context;
  const char* original;
  const char* mutated;
};

namespace vconform_mechanical {

extern const vconform_mechanical_site kSites[];
extern const std::uint32_t kSiteCount;

}  // namespace vconform_mechanical
