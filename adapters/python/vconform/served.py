"""Serves a backend on two descriptors, by the protocol of adapters/exec/protocol.md."""

import json
import os
import struct
import sys

from .backend import MEMORIES, Program, Rejected, Unsupported, call_of
from .numbers import BY_CODE, array_from, bytes_of, packed_bytes

_HEADER = struct.Struct("<4sIIIQ")
_ARRAY = struct.Struct("<IIIIQQ")
_PROGRAM = struct.Struct("<QII5Q")
_SPAN = struct.Struct("<IIQQ")
_STATUS = struct.Struct("<IIII")
_MAGIC = b"VCX1"
_EXECUTE, _CONVERT = 1, 2
_OK, _UNSUPPORTED, _REJECTED, _ERROR = range(4)
_MOST_MESSAGE_BYTES = 400
# Memories are compared in pieces of this size for what a program wrote.
_PIECE = 4096


def _padded(data):
    return data + bytes(-len(data) % 8)


def _status(status, spans=0, message=""):
    text = " ".join(message.split()).encode(errors="replace")[:_MOST_MESSAGE_BYTES]
    text = text.decode(errors="ignore").encode()
    return _STATUS.pack(status, spans, len(text), 0) + _padded(text)


def _convert(backend, body):
    source, destination, rounding, _, ctrl, count = _ARRAY.unpack_from(body)
    source_type, destination_type = BY_CODE[source], BY_CODE[destination]
    data = body[_ARRAY.size : _ARRAY.size + packed_bytes(source_type, count)]
    given = array_from(data, source_type)
    result = backend.convert(given, call_of(source, destination, rounding, ctrl))
    try:
        return _status(_OK) + _padded(bytes_of(result, destination_type, count))
    except (TypeError, ValueError) as error:
        raise TypeError(f"it returned {error}") from None


def _program_of(body):
    _, step_count, span_count, *sizes = _PROGRAM.unpack_from(body)
    at = _PROGRAM.size
    steps = []
    for _ in range(step_count):
        size = struct.unpack_from("<I", body, at)[0]
        steps.append(body[at : at + size])
        at += size
    memories = {name: bytearray(size) for name, size in zip(MEMORIES, sizes) if size}
    for _ in range(span_count):
        memory, _, offset, length = _SPAN.unpack_from(body, at)
        at += _SPAN.size
        memories[MEMORIES[memory]][offset : offset + length] = body[at : at + length]
        at += length + -length % 8
    return Program(steps, memories)


def _spans_of(before, after):
    """What differs, as spans of whole pieces."""
    spans = []
    for name, data in after.items():
        old = before[name]
        if len(data) != len(old):
            raise ValueError(f"{name} has {len(data)} bytes now, not {len(old)}")
        for at in range(0, len(data), _PIECE):
            piece = bytes(data[at : at + _PIECE])
            if piece != old[at : at + _PIECE]:
                spans.append(_SPAN.pack(MEMORIES.index(name), 0, at, len(piece)) + _padded(piece))
    return spans


def _execute(backend, body):
    program = _program_of(body)
    before = {name: bytes(data) for name, data in program.memories.items()}
    backend.execute(program)
    spans = _spans_of(before, program.memories)
    return _status(_OK, len(spans)) + b"".join(spans)


def _answer(backend, kind, body):
    try:
        return (_convert if kind == _CONVERT else _execute)(backend, body)
    except Unsupported as error:
        return _status(_UNSUPPORTED, message=str(error))
    except Rejected as error:
        return _status(_REJECTED, message=str(error))
    except Exception as error:  # whatever a backend raises is its answer to this program
        return _status(_ERROR, message=f"{type(error).__name__}: {error}")


def _items(kind, count, body):
    """The parts of a frame's body. Only programs come several in a frame."""
    if kind == _CONVERT:
        return [body]
    items, at = [], 0
    for _ in range(count):
        size = _PROGRAM.unpack_from(body, at)[0]
        items.append(body[at : at + size])
        at += size
    return items


def serve(backend, input_descriptor, output_descriptor):
    """Answers until the suite stops, or its end closes."""
    with os.fdopen(input_descriptor, "rb") as source, os.fdopen(output_descriptor, "wb") as sink:
        if not source.readline():
            return
        sink.write(json.dumps(backend.start_answer()).encode() + b"\n")
        sink.flush()
        while True:
            header = source.read(_HEADER.size)
            if len(header) < _HEADER.size or header[:1] == b"{":
                return
            magic, kind, count, number, size = _HEADER.unpack(header)
            if magic != _MAGIC or kind not in (_EXECUTE, _CONVERT) or kind == _CONVERT and count != 1:
                raise ValueError(f"a frame of kind {kind} with {count} items: another protocol")
            body = source.read(size)
            if len(body) < size:
                return
            answer = b"".join(_answer(backend, kind, item) for item in _items(kind, count, body))
            sink.write(_HEADER.pack(_MAGIC, kind, count, number, len(answer)) + answer)
            sink.flush()


def serve_standard_streams(backend):
    """Serves on stdin and stdout, and moves what is printed to stderr: for `exec:python3 FILE`."""
    sink = os.dup(1)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    # A program that the backend starts must not read the suite's frames.
    source = os.dup(0)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    serve(backend, source, sink)
