"""The database: SQLite in a file, or PostgreSQL for several processes. What is live can be made from it again."""

from escapade.server.store.driver import Append, Driver, Entry
from escapade.server.store.migrations import migrate
from escapade.server.store.rows import ChatRow, PasskeyRow, PersonRow, QuestionRow, SeatRow, TableRow, table_row
from escapade.server.store.statements import SEAT, TABLE, may_host, pending_statement, table_statements
from escapade.server.store.store import HEARTBEAT, Store, driver_of

__all__ = [
    "HEARTBEAT",
    "SEAT",
    "TABLE",
    "Append",
    "ChatRow",
    "Driver",
    "Entry",
    "PasskeyRow",
    "PersonRow",
    "QuestionRow",
    "SeatRow",
    "Store",
    "TableRow",
    "driver_of",
    "may_host",
    "migrate",
    "pending_statement",
    "table_row",
    "table_statements",
]
