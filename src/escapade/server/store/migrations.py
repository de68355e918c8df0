"""Brings a database to the newest version of the schema: version n is what the files `schema/1.sql` to `n.sql` make."""

from __future__ import annotations

import re
from pathlib import Path

from escapade.kernel.names import BadInput, whole_number
from escapade.server.errors import StoreError
from escapade.server.store.driver import Driver


def statements(path: Path) -> list[str]:
    """The statements of an SQL file."""
    sql = re.sub(r"--[^\n]*", "", path.read_text("utf-8"))
    return [" ".join(statement.split()) for statement in sql.split(";") if statement.strip()]


VERSIONS = [
    statements(path)
    for path in sorted(Path(__file__).with_name("schema").glob("*.sql"), key=lambda path: int(path.stem))
]


async def migrate(driver: Driver, to: int = len(VERSIONS)) -> int:
    """Bring a database to a version, each step in one transaction; return the version it had."""
    await driver.run([("CREATE TABLE IF NOT EXISTS meta (key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL)", ())])
    rows = await driver.ask("SELECT value FROM meta WHERE key = 'schema'")
    had = whole_number(str(rows[0][0])) if rows else 0
    if had is None:
        raise BadInput(f"this database does not tell its version: {str(rows[0][0])[:40]!r}; go back to a backup")
    if had > len(VERSIONS):
        raise BadInput(
            f"this database is of version {had}, made by a newer Escapade; this one knows up to version {len(VERSIONS)}"
        )
    for version in range(had, to):
        batch = [(in_dialect_of(driver, sql), ()) for sql in VERSIONS[version]]
        stored = (
            "INSERT INTO meta (key, value) VALUES ('schema', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
        )
        try:
            await driver.run([*batch, (stored, (str(version + 1),))])
        except StoreError:  # another process may have done this step at the same time
            rows = await driver.ask("SELECT value FROM meta WHERE key = 'schema'")
            if not rows or int(rows[0][0]) <= version:
                raise
    return had


def in_dialect_of(driver: Driver, sql: str) -> str:
    """A statement of the schema, in the dialect of a database."""
    return sql.format(identity=driver.identity, clustered=driver.clustered, hash=driver.hash)
