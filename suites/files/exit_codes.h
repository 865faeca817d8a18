// The exit codes of the program.
#pragma once

namespace vconform::suites {

// Exceptions other than spec::InputError and adapters::LoadError are faults of vconform itself, its
// disk or its machine, and never a verdict.
inline constexpr int kConforms = 0;
inline constexpr int kDoesNotConform = 1;
inline constexpr int kBadInput = 2;
inline constexpr int kNoBackend = 3;
inline constexpr int kBroken = 4;

}  // namespace vconform::suites
