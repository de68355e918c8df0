"""Frames of a WebSocket (RFC 6455), from the server's side, without anything that waits or sends.

A move is one small frame in and a few out, so that this is much of what a server does beside its games. What a frame
may be is checked here; that nothing else gets through is tested against the parser of `websockets`. Nothing is packed:
a frame has a few kilobytes, and packing it costs more than the move.
"""

from __future__ import annotations

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
WHOLE, RESERVED, MASKED = 0x80, 0x70, 0x80  # bits of a frame's first two bytes
A_TEXT = WHOLE | TEXT
SHORT = 125  # bytes whose number fits into a frame's second byte; more of them no control frame has
OWN_CODES = range(3000, 5000)  # why an application may end a connection
CODES = {*range(1000, 1004), *range(1007, 1015)}  # why a WebSocket may


class Wrong(Exception):
    """No client of ours sends that; the connection ends with this code."""

    def __init__(self, code: int, reason: str) -> None:
        self.code, self.reason = code, reason
        super().__init__(reason)


class Reader:
    """What a client sends, in pieces of any size, as messages of at most so many bytes."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._data, self._at = b"", 0  # what has come, and how much of it was read
        self._kind, self._part = 0, b""  # of a message that comes in several frames, what is here

    def feed(self, data: bytes) -> None:
        """Take what has come."""
        self._data = self._data[self._at :] + data if self._data else data
        self._at = 0

    def next(self) -> tuple[int, bytes] | None:
        """The next message or control frame: its kind and what is in it. None: not all of it is here yet."""
        while (frame := self._frame()) is not None:
            first, content = frame
            if first == A_TEXT:
                return TEXT, readable(content)
            kind = first & 15
            if kind >= CLOSE:
                return kind, content
            self._kind = kind or self._kind
            if first & WHOLE:
                whole, kind = self._part + content, self._kind
                self._part, self._kind = b"", 0
                return kind, readable(whole) if kind == TEXT else whole
            self._part += content
        return None

    def _frame(self) -> tuple[int, bytes] | None:
        data, at = self._data, self._at
        if len(data) < at + 2:
            return None
        first, second = data[at], data[at + 1]
        size, start = second & ~MASKED, at + 6
        if size > SHORT:
            start += 2 if size == SHORT + 1 else 8
            if len(data) < start - 4:
                return None
            size = int.from_bytes(data[at + 2 : start - 4], "big")
        if first != A_TEXT or self._kind or second < MASKED or size > self.most:  # nearly all are plain: be quick
            self._check(first, second, size)
        end = start + size
        if len(data) < end:
            return None
        if end == len(data):
            self._data, self._at = b"", 0
        else:
            self._at = end
        return first, unmasked(data[start - 4 : start], data[start:end])

    def _check(self, first: int, second: int, size: int) -> None:
        """May there be such a frame, here?"""
        kind = first & 15
        if first & RESERVED:
            raise Wrong(1002, "reserved bits must be 0")
        if not second & MASKED:
            raise Wrong(1002, "a client's frames are masked")
        if kind >= CLOSE:
            if kind > PONG or not first & WHOLE or size > SHORT:
                raise Wrong(1002, "no such control frame")
        elif kind > BINARY or bool(kind) == bool(self._kind):
            raise Wrong(1002, "a message begins with text, and goes on until it ends")
        elif size + len(self._part) > self.most:
            raise Wrong(1009, f"a message has at most {self.most} bytes")


def unmasked(mask: bytes, content: bytes) -> bytes:
    """What a client masked. All of it as one number: the quickest way there is without C."""
    size = len(content)
    key = (mask * (size // 4 + 1))[:size]
    return (int.from_bytes(content, "little") ^ int.from_bytes(key, "little")).to_bytes(size, "little")


def readable(text: bytes) -> bytes:
    """Text, if it is text."""
    if not text.isascii():
        try:
            text.decode()
        except UnicodeDecodeError:
            raise Wrong(1007, "text is UTF-8") from None
    return text


def why_closed(content: bytes) -> bytes:
    """How a close frame is answered: with its own code, if it has one that it may have."""
    code = int.from_bytes(content[:2], "big")
    if content and (len(content) < 2 or (code not in CODES and code not in OWN_CODES)):
        raise Wrong(1002, "no such close code")
    readable(content[2:])
    return content[:2]


def frame(kind: int, content: bytes) -> bytes:
    """A frame that the server sends, whole."""
    size = len(content)
    if size <= SHORT:
        return bytes((WHOLE | kind, size)) + content
    if size < 1 << 16:
        return bytes((WHOLE | kind, SHORT + 1)) + size.to_bytes(2, "big") + content
    return bytes((WHOLE | kind, SHORT + 2)) + size.to_bytes(8, "big") + content


def closing(code: int, reason: str) -> bytes:
    """A close frame; its reason is shortened to what fits."""
    brief = reason.encode()[: SHORT - 2].decode(errors="ignore").encode()
    return frame(CLOSE, code.to_bytes(2, "big") + brief)
