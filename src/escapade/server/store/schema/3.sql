-- Columns for lists, quarantine, sessions, one rating model. {hash} is the SHA-256 of a token in hexadecimal.

ALTER TABLE tables ADD COLUMN seating INTEGER NOT NULL DEFAULT 0;  -- grows with every change of a seat
ALTER TABLE tables ADD COLUMN signature TEXT NOT NULL DEFAULT '';  -- of the rules it is played by
ALTER TABLE tables ADD COLUMN fault TEXT NOT NULL DEFAULT '';  -- why it is kept out of play
ALTER TABLE tables ADD COLUMN turn TEXT NOT NULL DEFAULT '';  -- for lists: the seats to act
ALTER TABLE tables ADD COLUMN replaced TEXT NOT NULL DEFAULT '';  -- for lists: the seats that a bot plays on for
ALTER TABLE tables ADD COLUMN result TEXT NOT NULL DEFAULT '';  -- for lists: the ranking
CREATE INDEX tables_fault ON tables (id) WHERE fault <> '';
CREATE INDEX tables_host ON tables (host, status);
UPDATE seats SET token = '' WHERE kind <> 'invited';
UPDATE seats SET token = {hash} WHERE kind = 'invited';
CREATE TABLE sessions (id TEXT NOT NULL PRIMARY KEY, person TEXT NOT NULL, created BIGINT NOT NULL,
    seen BIGINT NOT NULL, expires BIGINT NOT NULL, device TEXT NOT NULL);
CREATE INDEX sessions_person ON sessions (person);
CREATE INDEX sessions_expires ON sessions (expires);
ALTER TABLE people ADD COLUMN exchange INTEGER NOT NULL DEFAULT 0;  -- may a signed cookie become a session?
UPDATE people SET exchange = 1;
ALTER TABLE passkeys ADD COLUMN name TEXT NOT NULL DEFAULT '';
ALTER TABLE passkeys ADD COLUMN made BIGINT NOT NULL DEFAULT 0;
ALTER TABLE passkeys ADD COLUMN used BIGINT NOT NULL DEFAULT 0;
CREATE TABLE encounters (match BIGINT NOT NULL, game TEXT NOT NULL, person TEXT NOT NULL, other TEXT NOT NULL,
    at BIGINT NOT NULL, PRIMARY KEY (match, person, other));  -- rated matches, by pair of people
CREATE INDEX encounters_pair ON encounters (person, other, at);
CREATE INDEX encounters_game ON encounters (person, game);
ALTER TABLE rated ADD COLUMN state TEXT NOT NULL DEFAULT 'done';  -- does it count? see rated.py
ALTER TABLE rated ADD COLUMN changes TEXT NOT NULL DEFAULT '';  -- the ratings after it, by person, as JSON
CREATE INDEX rated_state ON rated (state, match);
-- One rating model for all games: Glicko-2 numbers become mu and sigma, on the scale on which both were shown.
ALTER TABLE ratings RENAME TO ratings_by_kind;
CREATE TABLE ratings (person TEXT NOT NULL, game TEXT NOT NULL, mu DOUBLE PRECISION NOT NULL,
    sigma DOUBLE PRECISION NOT NULL, games INTEGER NOT NULL, opponents INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (person, game));
INSERT INTO ratings (person, game, mu, sigma, games)
    SELECT person, game, CASE kind WHEN 'glicko2' THEN 25 + (rating - 1500) / 42 ELSE rating END,
    CASE kind WHEN 'glicko2' THEN deviation / 42 ELSE deviation END, games
    FROM (SELECT *, row_number() OVER (PARTITION BY person, game ORDER BY games DESC, kind) AS place
    FROM ratings_by_kind) AS kinds WHERE place = 1;
DROP TABLE ratings_by_kind;
CREATE INDEX ratings_game ON ratings (game);
