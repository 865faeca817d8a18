"""Processes that this interpreter forks to serve a backend, one for each that the suite starts."""

import os
import selectors
import shutil
import signal
import socket
import struct
import sys
import tempfile
import warnings

from .served import serve

_RELAY = os.path.join(os.path.dirname(os.path.abspath(__file__)), "relay.py")


class _Child:
    """A forked process, and the relay that waits for it."""

    def __init__(self, relay, pid):
        self.relay = relay
        self.pid = pid
        self.ended = os.pidfd_open(pid)

    def close(self, kill):
        if kill:
            os.kill(self.pid, signal.SIGKILL)
        _, status = os.waitpid(self.pid, 0)
        try:
            self.relay.sendall(struct.pack("<i", os.waitstatus_to_exitcode(status)))
        except OSError:
            pass  # the suite has ended it meanwhile
        self.relay.close()
        os.close(self.ended)


# Of a socket, without the zero at the end (unix(7)).
_LONGEST_PLACE = 107


class ForkingServer:
    """Waits for relays (relay.py) and forks a process for each, which has a copy of the backend.

    A context manager. `command` is what `exec:` is to run in the environment `environment`; it is the
    same for each server, so that certificates of equal runs are. What a forked process prints goes
    to stderr; threads of this interpreter do not exist in it.
    """

    command = 'exec "$VCONFORM_PYTHON" -I -S -B "$VCONFORM_RELAY" "$VCONFORM_SOCKET"'

    def __init__(self, backend):
        self._backend = backend
        self._folder = tempfile.mkdtemp(prefix="vconform-python-")
        place = os.path.join(self._folder, "socket")
        if len(os.fsencode(place)) > _LONGEST_PLACE:
            os.rmdir(self._folder)
            self._folder = tempfile.mkdtemp(prefix="vconform-python-", dir="/tmp")
            place = os.path.join(self._folder, "socket")
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._listener.bind(place)
        self._listener.listen(64)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._listener, selectors.EVENT_READ, None)
        self._children = []
        self.environment = {
            **os.environ,
            "VCONFORM_PYTHON": sys.executable or shutil.which("python3"),
            "VCONFORM_RELAY": _RELAY,
            "VCONFORM_SOCKET": place,
        }

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for child in self._children:
            child.close(kill=True)
        self._selector.close()
        self._listener.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def wait_for(self, process):
        """Serves until the process, a subprocess.Popen, has ended.

        Returns what it printed on stdout and on stderr; the latter is shown meanwhile.
        """
        printed = {process.stdout: bytearray(), process.stderr: bytearray()}
        for stream in printed:
            self._selector.register(stream, selectors.EVENT_READ, None)
        is_open = set(printed)
        try:
            while is_open:
                for key, _ in self._selector.select():
                    if key.fileobj in is_open:
                        piece = os.read(key.fileobj.fileno(), 1 << 16)
                        printed[key.fileobj] += piece
                        if key.fileobj is process.stderr:
                            sys.stderr.write(piece.decode(errors="replace"))
                        if not piece:
                            is_open.remove(key.fileobj)
                            self._selector.unregister(key.fileobj)
                    elif key.fileobj is self._listener:
                        self._fork_for(self._listener.accept()[0])
                    elif key.data in self._children:
                        # Either the child has ended, or the suite has ended its relay.
                        self._bury(key.data, kill=key.fileobj is key.data.relay)
        finally:
            for stream in is_open:
                self._selector.unregister(stream)
        process.wait()
        return tuple(text.decode(errors="replace") for text in printed.values())

    def _fork_for(self, relay):
        _, descriptors, _, _ = socket.recv_fds(relay, 16, 2)
        if len(descriptors) != 2:
            relay.close()
            return
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        with warnings.catch_warnings():
            # Python 3.12 warns of threads, which the suite's process does not need.
            warnings.simplefilter("ignore", DeprecationWarning)
            pid = os.fork()
        if pid == 0:
            self._be_child(*descriptors)
        for descriptor in descriptors:
            os.close(descriptor)
        child = _Child(relay, pid)
        self._children.append(child)
        self._selector.register(relay, selectors.EVENT_READ, child)
        self._selector.register(child.ended, selectors.EVENT_READ, child)

    def _be_child(self, source, sink):
        code = 1
        try:
            self._listener.close()
            for child in self._children:
                child.relay.close()
            # A notebook's streams belong to threads that are not here.
            null = os.open(os.devnull, os.O_RDONLY)
            os.dup2(null, 0)
            os.dup2(2, 1)
            sys.stdin = open(0, closefd=False)
            sys.stdout = sys.stderr = open(2, "w", buffering=1, closefd=False)
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            serve(self._backend, source, sink)
            code = 0
        except BaseException as error:  # nothing may go on as the interpreter that forked
            os.write(2, f"{type(error).__name__}: {error}\n".encode())
        finally:
            os._exit(code)

    def _bury(self, child, kill):
        self._children.remove(child)
        self._selector.unregister(child.relay)
        self._selector.unregister(child.ended)
        child.close(kill)
