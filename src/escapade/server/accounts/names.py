"""Normalizing names, logins and chat lines: no invisible or bidirectional characters, no names like a bot's."""

from __future__ import annotations

import re
import secrets
import unicodedata

from escapade.bots import LEVELS
from escapade.kernel.names import BadInput
from escapade.server.errors import ReservedName

MAX_LENGTH = 24  # characters of a name
JOINER = "\u200d"
BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # invisible letters and symbols
ANIMALS = ("Otter", "Heron", "Lynx", "Badger", "Marten", "Kite", "Hare", "Newt", "Wren", "Stoat", "Finch", "Vole")
MOODS = ("Quiet", "Bold", "Early", "Clever", "Lucky", "Swift", "Patient", "Merry", "Sly", "Brave", "Gentle", "Keen")
LOOKALIKES = str.maketrans(
    "авеіїкмнорстухԁһјѕԍαβειηκνορτυχωγøıł013456789l", "abeiikmhopctyxdhjsgabeinkvoptuxwyoiioieasgtbgi"
)
SYSTEM = (
    "program", "guest", "seat", "someone", "spectator", "host", "server", "system", "admin", "administrator",
    "moderator", "escapade",
)  # fmt: skip


def visible(text: str, without: frozenset[str] = frozenset({"Cc", "Cf", "Co", "Cs", "Zl", "Zp"})) -> str:
    """A text without invisible and bidirectional control characters; joiners between emoji stay."""
    joined = {
        i for i in range(1, len(text) - 1) if text[i] == JOINER and is_emoji(text[i - 1]) and is_emoji(text[i + 1])
    }
    seen = (i in joined or (c not in BLANK and unicodedata.category(c) not in without) for i, c in enumerate(text))
    return "".join(c for c, keep in zip(text, seen, strict=True) if keep)


def is_emoji(c: str) -> bool:
    """Is this part of an emoji: a symbol, a skin tone, or a variation selector?"""
    return c == "\ufe0f" or unicodedata.category(c) in ("So", "Sk")


def tidy_name(name: str) -> str:
    """A normalized name: visible characters, single spaces, at most MAX_LENGTH; empty without a letter or digit."""
    spaced = "".join(" " if unicodedata.category(c) == "Zs" else c for c in unicodedata.normalize("NFC", name))
    tidy = " ".join(visible(spaced, frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})).split())
    tidy = tidy[:MAX_LENGTH].strip(f" {JOINER}")
    return tidy if any(c.isalnum() for c in tidy) else ""


def person_name(name: str) -> str:
    """A normalized name of a person; `ReservedName` if it reads like a bot's or the server's.

    >>> person_name("  Botond "), person_name("Talbot")
    ('Botond', 'Talbot')
    """
    tidy = tidy_name(name)
    if is_reserved(tidy):
        raise ReservedName(f"{tidy!r} is a name of bots or of the server; choose another")
    return tidy


def name_or(name: str, otherwise: str) -> str:
    """A record's name of a person, normalized; `otherwise` if it is empty or reserved."""
    tidy = tidy_name(name)
    return otherwise if not tidy or is_reserved(tidy) else tidy


def is_reserved(name: str) -> bool:
    """Does a name read like a bot's, a program's or the server's, also in lookalike characters?"""
    words = [skeleton(word) for word in re.split(r"[\W_]+", folded(name))]
    return bool({"bot", "bots"} & {*words} or RESERVED.fullmatch(skeleton(re.sub(r"[\W_]+", "", folded(name)))))


def skeleton(word: str) -> str:
    """A word in Latin lookalikes of its Cyrillic, Greek and digit characters, without trailing digits."""
    return word.rstrip("0123456789").translate(LOOKALIKES)


def folded(text: str) -> str:
    """A text in lower case without accents and format characters."""
    parts = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    return "".join(c for c in parts if unicodedata.category(c) not in ("Mn", "Cf"))


LEVEL = "|".join(skeleton(name) for name in ("random", "policy", *(level.name for level in LEVELS)))
RESERVED = re.compile(f"(?:{LEVEL})?(?:ro)?bots?(?:{LEVEL})?|(?:{'|'.join(map(skeleton, SYSTEM))})s?")


def tidy_line(text: str) -> str:
    """A normalized chat line."""
    tidy = visible(text).strip()
    if not tidy:
        raise BadInput("a line needs something that can be seen")
    return tidy


def tidy_login(login: str) -> str:
    """A normalized login: equal for every way to type it."""
    same = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", login).casefold())
    return "".join(c for c in same if unicodedata.category(c)[0] not in "CZ")


def any_name() -> str:
    """A random name for a guest."""
    return f"{secrets.choice(MOODS)} {secrets.choice(ANIMALS)} {secrets.randbelow(90) + 10}"
