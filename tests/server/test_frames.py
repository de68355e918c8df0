"""Frames of a WebSocket: whatever comes, in whatever pieces, we read of it what `websockets` reads."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode
from websockets.protocol import CLIENT, OPEN, SERVER, Protocol

from escapade.server.frames import CLOSE, TEXT, Reader, Wrong, closing, frame, unmasked, why_closed

MOST = 200
Read = tuple[list[tuple[int, bytes]], int | None]


def sent(first: int, content: bytes, mask: bytes | None = b"\x01\x82\x03\xff", long: int = 0) -> bytes:
    """A frame as a client may send it, right or wrong; its length in 0, 2 or 8 bytes more, if they suffice."""
    size, bit = len(content), 0x80 if mask is not None else 0
    if size <= 125 and not long:
        length = bytes([bit | size])
    elif size < 1 << 16 and long < 8:
        length = bytes([bit | 126]) + size.to_bytes(2, "big")
    else:
        length = bytes([bit | 127]) + size.to_bytes(8, "big")
    return bytes([first]) + length + (mask + unmasked(mask, content) if mask is not None else content)


def ours(pieces: list[bytes], most: int = MOST) -> Read:
    """What we read, up to a close frame or something wrong, and how that ends."""
    reader, found = Reader(most), []
    try:
        for piece in pieces:
            reader.feed(piece)
            while (message := reader.next()) is not None:
                found.append(message)
                if message[0] == CLOSE:
                    why_closed(message[1])
                    return found, None
    except Wrong as wrong:
        return found, wrong.code
    return found, None


def theirs(pieces: list[bytes]) -> Read:
    """What `websockets` reads, and uvicorn made of it."""
    parser, found, kind, part = Protocol(SERVER, state=OPEN, max_size=MOST), [], 0, b""
    for piece in pieces:
        parser.receive_data(piece)
        for event in parser.events_received():
            assert isinstance(event, Frame)
            if event.opcode >= Opcode.CLOSE:
                found.append((int(event.opcode), bytes(event.data)))
                if event.opcode == Opcode.CLOSE:
                    return found, None
                continue
            kind, part = int(event.opcode) or kind, part + event.data
            if event.fin:
                try:
                    part.decode() if kind == TEXT else None
                except UnicodeDecodeError:
                    return found, 1007
                found.append((kind, part))
                kind, part = 0, b""
    return found, int(parser.close_sent.code) if parser.parser_exc and parser.close_sent else None


CONTENT = (
    st.binary(max_size=12)
    | st.text(max_size=60).map(str.encode)
    | st.sampled_from(
        [b"", b"\x03\xe8", b"\x0f\xa0bye", b"\x03\xee", b"\x03\xe8\xff", b"x" * 125, b"x" * 126, b"x" * 199]
    )
)
USUAL = st.sampled_from([0x81, 0x81, 0x01, 0x00, 0x80, 0x82, 0x02, 0x89, 0x8A, 0x88])
SENT = st.builds(
    sent,
    st.one_of(USUAL, USUAL, USUAL, st.integers(0, 255)),
    CONTENT,
    st.one_of(*[st.binary(min_size=4, max_size=4)] * 5, st.none()),
    st.sampled_from([0, 0, 2, 8]),
)


@settings(max_examples=300, deadline=None)
@given(st.lists(SENT, max_size=8), st.lists(st.integers(1, 40), max_size=60))
def test_we_read_what_another_parser_reads(frames: list[bytes], cuts: list[int]) -> None:
    stream, pieces = b"".join(frames), []
    for cut in cuts:
        pieces.append(stream[:cut])
        stream = stream[cut:]
    pieces.append(stream)
    (found, code), (wanted, theirs_code) = ours(pieces), theirs(pieces)
    assert (code is None) == (theirs_code is None)  # what is wrong in two ways may be told in either; see WRONG
    wrong_close = code is not None and bool(found) and found[-1][0] == CLOSE
    assert (found[:-1] if wrong_close else found) == wanted


WRONG = {
    "a reserved bit": (1002, sent(0xC1, b"{}")),
    "an unknown kind": (1002, sent(0x83, b"{}")),
    "an unknown control frame": (1002, sent(0x8B, b"")),
    "not masked": (1002, sent(0x81, b"{}", None)),
    "a ping in parts": (1002, sent(0x09, b"")),
    "a long ping": (1002, sent(0x89, b"x" * 126)),
    "the middle of nothing": (1002, sent(0x80, b"{}")),
    "a message within a message": (1002, sent(0x01, b"{") + sent(0x81, b"}")),
    "too long": (1009, sent(0x81, b"x" * (MOST + 1))),
    "too long, and only announced": (1009, sent(0x81, b"x" * (MOST + 1))[:4]),
    "longer than any memory": (1009, b"\x81\xff" + b"\xff" * 8),
    "too long in parts": (1009, sent(0x01, b"x" * MOST) + sent(0x00, b"") + sent(0x80, b"x")),
    "no UTF-8": (1007, sent(0x81, b"\xff")),
    "a character that is never finished": (1007, sent(0x01, b"\xe2\x82") + sent(0x80, b"")),
    "half a close code": (1002, sent(0x88, b"\x03")),
    "a close code that nobody sends": (1002, sent(0x88, b"\x03\xee")),
    "a close code of the future": (1002, sent(0x88, b"\x07\xd0")),
    "a reason that is no text": (1007, sent(0x88, b"\x03\xe8\xff")),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_no_client_sends_has_a_code(what: str) -> None:
    code, stream = WRONG[what]
    assert ours([stream])[1] == code
    assert ours([bytes([byte]) for byte in stream])[1] == code


def test_a_message_in_parts_is_one_with_pings_in_between() -> None:
    whole = sent(0x01, b"{") + sent(0x89, b"?") + sent(0x00, b"") + sent(0x8A, b"!") + sent(0x80, b"}")
    assert ours([whole]) == ([(9, b"?"), (10, b"!"), (1, b"{}")], None)


def test_a_character_may_come_in_parts() -> None:
    assert ours([sent(0x01, "€".encode()[:1]) + sent(0x80, "€".encode()[1:])]) == ([(1, "€".encode())], None)


def test_many_frames_at_once_are_read_in_order() -> None:
    texts = [str(n).encode() for n in range(20_000)]
    assert ours([b"".join(sent(0x81, text) for text in texts)]) == ([(1, text) for text in texts], None)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 1 << 20])
def test_what_we_send_others_can_read(size: int) -> None:
    client = Protocol(CLIENT, state=OPEN, max_size=None)
    client.receive_data(frame(TEXT, b"x" * size) + closing(1008, "ä" * 100))
    text, end = client.events_received()
    assert isinstance(text, Frame)
    assert text.data == b"x" * size
    assert isinstance(end, Frame)
    assert client.close_rcvd is not None
    assert (client.close_rcvd.code, client.close_rcvd.reason) == (1008, "ä" * 61)
