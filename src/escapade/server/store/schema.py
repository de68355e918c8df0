"""The tables of the database, version by version. What was released is never edited: a change is a new version."""

from __future__ import annotations

# {identity} is a number that the database gives, {clustered} a table that is kept in the order of its key, {hash} what
# is kept of a token: its SHA-256 in hexadecimal.
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
    (
        "ALTER TABLE tables ADD COLUMN seating INTEGER NOT NULL DEFAULT 0",  # grows with every change of a seat
        "ALTER TABLE tables ADD COLUMN signature TEXT NOT NULL DEFAULT ''",  # of the rules it is played by
        "ALTER TABLE tables ADD COLUMN fault TEXT NOT NULL DEFAULT ''",  # why it is kept out of play
        "ALTER TABLE tables ADD COLUMN turn TEXT NOT NULL DEFAULT ''",  # for lists: the seats to act
        "ALTER TABLE tables ADD COLUMN replaced TEXT NOT NULL DEFAULT ''",  # for lists: the seats a bot plays on for
        "ALTER TABLE tables ADD COLUMN result TEXT NOT NULL DEFAULT ''",  # for lists: the ranking
        "CREATE INDEX tables_fault ON tables (id) WHERE fault <> ''",
        "CREATE INDEX tables_host ON tables (host, status)",
        "UPDATE seats SET token = '' WHERE kind <> 'invited'",
        "UPDATE seats SET token = {hash} WHERE kind = 'invited'",
        "CREATE TABLE sessions (id TEXT NOT NULL PRIMARY KEY, person TEXT NOT NULL, created BIGINT NOT NULL, "
        "seen BIGINT NOT NULL, expires BIGINT NOT NULL, device TEXT NOT NULL)",
        "CREATE INDEX sessions_person ON sessions (person)",
        "CREATE INDEX sessions_expires ON sessions (expires)",
        "ALTER TABLE people ADD COLUMN exchange INTEGER NOT NULL DEFAULT 0",  # may a signed cookie become a session?
        "UPDATE people SET exchange = 1",
        "ALTER TABLE passkeys ADD COLUMN name TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE passkeys ADD COLUMN made BIGINT NOT NULL DEFAULT 0",
        "ALTER TABLE passkeys ADD COLUMN used BIGINT NOT NULL DEFAULT 0",
        "CREATE TABLE encounters (match BIGINT NOT NULL, game TEXT NOT NULL, person TEXT NOT NULL, "
        "other TEXT NOT NULL, at BIGINT NOT NULL, PRIMARY KEY (match, person, other))",  # rated matches, by pair
        "CREATE INDEX encounters_pair ON encounters (person, other, at)",
        "CREATE INDEX encounters_game ON encounters (person, game)",
        "ALTER TABLE rated ADD COLUMN state TEXT NOT NULL DEFAULT 'done'",  # does it count? see store/rated.py
        "ALTER TABLE rated ADD COLUMN changes TEXT NOT NULL DEFAULT ''",  # ratings after it, by person
        "CREATE INDEX rated_state ON rated (state, match)",
        # One method for all: Glicko's numbers become those of the other model, on the scale on which both were shown.
        "ALTER TABLE ratings RENAME TO ratings_by_kind",
        "CREATE TABLE ratings (person TEXT NOT NULL, game TEXT NOT NULL, mu DOUBLE PRECISION NOT NULL, "
        "sigma DOUBLE PRECISION NOT NULL, games INTEGER NOT NULL, opponents INTEGER NOT NULL DEFAULT 0, "
        "PRIMARY KEY (person, game))",
        "INSERT INTO ratings (person, game, mu, sigma, games) SELECT person, game, "
        "CASE kind WHEN 'glicko2' THEN 25 + (rating - 1500) / 42 ELSE rating END, "
        "CASE kind WHEN 'glicko2' THEN deviation / 42 ELSE deviation END, games FROM (SELECT *, row_number() OVER "
        "(PARTITION BY person, game ORDER BY games DESC, kind) AS place FROM ratings_by_kind) AS kinds WHERE place = 1",
        "DROP TABLE ratings_by_kind",
        "CREATE INDEX ratings_game ON ratings (game)",
    ),
)
