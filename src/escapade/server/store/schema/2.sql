-- People, passkeys, questions (open requests to take back; `agreed` are the consents), chat, ratings, presence.

CREATE TABLE people (id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, login TEXT UNIQUE, password TEXT,
    made BIGINT NOT NULL);
CREATE TABLE passkeys (id TEXT NOT NULL PRIMARY KEY, person TEXT NOT NULL, public TEXT NOT NULL,
    uses BIGINT NOT NULL);
CREATE TABLE questions (match BIGINT NOT NULL PRIMARY KEY, ply INTEGER NOT NULL, seat INTEGER NOT NULL,
    plies INTEGER NOT NULL, agreed TEXT NOT NULL);
CREATE TABLE chat (n {identity}, match BIGINT NOT NULL, who TEXT NOT NULL, name TEXT NOT NULL, seat INTEGER,
    text TEXT NOT NULL, at BIGINT NOT NULL);
CREATE INDEX chat_match ON chat (match, n);
CREATE TABLE ratings (person TEXT NOT NULL, game TEXT NOT NULL, kind TEXT NOT NULL, rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL, volatility DOUBLE PRECISION NOT NULL, games INTEGER NOT NULL,
    PRIMARY KEY (person, game, kind));
CREATE TABLE rated (match BIGINT NOT NULL PRIMARY KEY);
CREATE TABLE presence (match BIGINT NOT NULL, who TEXT NOT NULL, process TEXT NOT NULL, seen BIGINT NOT NULL,
    PRIMARY KEY (match, who, process));
