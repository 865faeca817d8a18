// The standard streams of the program: whatever they are connected to, the program neither dies of
// them nor loses a verdict silently.
#pragma once

namespace vconform::suites {

// Call first of all. From then on
// - descriptors 0 to 2 are taken: closed ones become /dev/null, so that no file of ours gets one of
//   them and somebody's message in it;
// - SIGPIPE and SIGXFSZ are ignored, so that a write fails with EPIPE or EFBIG instead;
// - a failed write to stdout is remembered and not thrown: the results are still written to their
//   folder. A failed write to stderr is forgotten;
// - std::terminate prints one line and ends with kBroken.
void prepare_streams();

// Call last: flushes standard output and returns `status`. If that is a verdict (0 or 1) and
// printed text was lost, prints one line on stderr with the reason and returns kBroken.
int finish_streams(int status);

}  // namespace vconform::suites
