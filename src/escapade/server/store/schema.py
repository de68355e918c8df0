"""The tables of the database, version by version. What was released is never edited: a change is a new version."""

from __future__ import annotations

# {identity} is a number that the database gives, {clustered} a table that is kept in the order of its key.
VERSIONS: tuple[tuple[str, ...], ...] = (
    (
        "CREATE TABLE tables (id {identity}, code TEXT NOT NULL UNIQUE, game TEXT NOT NULL, settings TEXT NOT NULL, "
        "secret TEXT NOT NULL, host TEXT NOT NULL, status TEXT NOT NULL, listed INTEGER NOT NULL, "
        "made BIGINT NOT NULL, ended BIGINT NOT NULL DEFAULT 0, next TEXT NOT NULL DEFAULT '')",
        "CREATE INDEX tables_status ON tables (status, listed, made)",
        "CREATE TABLE seats (match BIGINT NOT NULL, seat INTEGER NOT NULL, kind TEXT NOT NULL, who TEXT NOT NULL, "
        "name TEXT NOT NULL, bot TEXT NOT NULL, token TEXT NOT NULL, PRIMARY KEY (match, seat))",
        "CREATE INDEX seats_who ON seats (who, match)",
        "CREATE TABLE log (match BIGINT NOT NULL, ply INTEGER NOT NULL, seat INTEGER NOT NULL, "
        "action INTEGER NOT NULL, at BIGINT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (match, ply)) {clustered}",
        "CREATE TABLE sealed (match BIGINT NOT NULL, seat INTEGER NOT NULL, actions TEXT NOT NULL, at BIGINT NOT NULL, "
        "PRIMARY KEY (match, seat)) {clustered}",
        "CREATE TABLE outages (began BIGINT NOT NULL PRIMARY KEY, ended BIGINT NOT NULL)",
    ),
    (
        "CREATE TABLE people (id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, login TEXT UNIQUE, password TEXT, "
        "made BIGINT NOT NULL)",
        "CREATE TABLE passkeys (id TEXT NOT NULL PRIMARY KEY, person TEXT NOT NULL, public TEXT NOT NULL, "
        "uses BIGINT NOT NULL)",
        "CREATE TABLE questions (match BIGINT NOT NULL PRIMARY KEY, ply INTEGER NOT NULL, seat INTEGER NOT NULL, "
        "plies INTEGER NOT NULL, agreed TEXT NOT NULL)",
        "CREATE TABLE chat (n {identity}, match BIGINT NOT NULL, who TEXT NOT NULL, name TEXT NOT NULL, "
        "seat INTEGER, text TEXT NOT NULL, at BIGINT NOT NULL)",
        "CREATE INDEX chat_match ON chat (match, n)",
        "CREATE TABLE ratings (person TEXT NOT NULL, game TEXT NOT NULL, kind TEXT NOT NULL, rating DOUBLE PRECISION "
        "NOT NULL, deviation DOUBLE PRECISION NOT NULL, volatility DOUBLE PRECISION NOT NULL, games INTEGER NOT NULL, "
        "PRIMARY KEY (person, game, kind))",
        "CREATE TABLE rated (match BIGINT NOT NULL PRIMARY KEY)",
        "CREATE TABLE presence (match BIGINT NOT NULL, who TEXT NOT NULL, process TEXT NOT NULL, seen BIGINT NOT NULL, "
        "PRIMARY KEY (match, who, process))",
    ),
)
