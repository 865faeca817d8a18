// The standard streams of the program: whatever they are connected to, the program neither dies of
// them nor loses a verdict in them without a word.
#pragma once

namespace vconform::suites {

// Call first of all. From then on
// - descriptors 0 to 2 are taken, those that were closed by /dev/null, so that no file of ours gets
//   one of them and somebody's message in it;
// - SIGPIPE and SIGXFSZ are ignored, so that a write says EPIPE and EFBIG instead;
// - a write to stdout that fails is remembered and not thrown: the results are still written to
//   their folder. A write to stderr that fails is forgotten;
// - std::terminate says one line and ends with kBroken.
void prepare_streams();

// Call last: flushes standard output. `status`; where it is a verdict (0 or 1) and not all that was
// printed arrived, one line on stderr with the reason, and kBroken.
int finish_streams(int status);

}  // namespace vconform::suites
