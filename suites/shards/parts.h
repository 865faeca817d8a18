// The shards of one work, and what must hold before they are merged.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "suites/shards/shard.h"

namespace vconform::suites {

// The first part of `a` that `b` has otherwise or not at all, such as
// "choices.deq.product (f32, not exact)", or that only `b` has; empty if they are equal.
std::string first_difference(const nlohmann::ordered_json& a, const nlohmann::ordered_json& b);

struct Part {
  // The name for messages.
  std::string folder;
  Shard shard;
  nlohmann::ordered_json identity;
};

// Expects all shards of one division, each once, with one identity. `work` names it in messages, as
// "sweep". Needs at least one part. Throws spec::InputError.
void expect_one_work(const std::vector<Part>& parts, std::string_view work);

// Whether a place is a folder, or below it; neither needs to exist.
bool is_within(const std::filesystem::path& inner, const std::filesystem::path& outer);

// Throws spec::InputError if what a run reads or continues lies in one of the folders to which its
// backend may write: it could write a verdict. `option` is the option whose value the path is;
// nothing is wrong with an empty one.
void expect_out_of_reach(std::string_view option, const std::string& path,
                         std::span<const std::string> allow_write);

// Expects an output folder apart from the folders that are read: overwriting one of them, or moving
// it away as an earlier result, could not be undone. Throws spec::InputError.
void expect_apart(const std::vector<std::string>& folders, const std::string& out);

}  // namespace vconform::suites
