"""The program of `exec:` for a function of a running interpreter.

Hands its stdin and stdout to that interpreter, which forks a process that answers on them. Then it
waits, and ends as that process ends: a crash with 128 and the number of the signal, as shells say it,
since the worker's containment lets no process send itself a signal. It is run as a script, so that
nothing else is imported.
"""

import os
import signal
import socket
import struct
import sys


def main():
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as interpreter:
        interpreter.connect(sys.argv[1])
        socket.send_fds(interpreter, [b"streams"], [0, 1])
        for stream in (0, 1):
            os.close(stream)
        status = interpreter.recv(4, socket.MSG_WAITALL)
    code = struct.unpack("<i", status)[0] if len(status) == 4 else 1
    if code < 0:
        print(f"the forked interpreter: {signal.strsignal(-code)}", file=sys.stderr)
        code = 128 - code
    sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    main()
