-- Tables, seats and logs. A released file is never edited: a change of the schema is a new file.
-- Table `sealed` holds pending actions. {identity} is a number that the database gives,
-- {clustered} a table that is stored in the order of its key.

CREATE TABLE tables (id {identity}, code TEXT NOT NULL UNIQUE, game TEXT NOT NULL, settings TEXT NOT NULL,
    secret TEXT NOT NULL, host TEXT NOT NULL, status TEXT NOT NULL, listed INTEGER NOT NULL, made BIGINT NOT NULL,
    ended BIGINT NOT NULL DEFAULT 0, next TEXT NOT NULL DEFAULT '');
CREATE INDEX tables_status ON tables (status, listed, made);
CREATE TABLE seats (match BIGINT NOT NULL, seat INTEGER NOT NULL, kind TEXT NOT NULL, who TEXT NOT NULL,
    name TEXT NOT NULL, bot TEXT NOT NULL, token TEXT NOT NULL, PRIMARY KEY (match, seat));
CREATE INDEX seats_who ON seats (who, match);
CREATE TABLE log (match BIGINT NOT NULL, ply INTEGER NOT NULL, seat INTEGER NOT NULL, action INTEGER NOT NULL,
    at BIGINT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (match, ply)) {clustered};
CREATE TABLE sealed (match BIGINT NOT NULL, seat INTEGER NOT NULL, actions TEXT NOT NULL, at BIGINT NOT NULL,
    PRIMARY KEY (match, seat)) {clustered};
CREATE TABLE outages (began BIGINT NOT NULL PRIMARY KEY, ended BIGINT NOT NULL);
