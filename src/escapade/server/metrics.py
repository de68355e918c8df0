"""What a host can watch, for Prometheus. Numbers only: nothing that someone may not know."""

from __future__ import annotations

from collections.abc import Iterable

from prometheus_client import CollectorRegistry, Counter, Gauge, Metric, generate_latest
from prometheus_client.core import CounterMetricFamily
from prometheus_client.registry import Collector

REGISTRY = CollectorRegistry()


class Tally(Collector):
    """A number that only grows, for what happens with every move: a `Counter` takes a lock each time."""

    def __init__(self, name: str, about: str) -> None:
        self.name, self.about, self.n = name, about, 0
        REGISTRY.register(self)

    def collect(self) -> Iterable[Metric]:
        """The number, as it is now."""
        return [CounterMetricFamily(self.name, self.about, self.n)]


ACCEPTED = Tally("escapade_accepted", "Wishes of clients that were carried out and committed")
REFUSED = Counter("escapade_refused", "Wishes of clients that were refused, by error", ["error"], registry=REGISTRY)
FRAMES = Tally("escapade_frames", "Frames sent over WebSockets")
REQUESTS = Counter("escapade_requests", "HTTP requests, by status", ["status"], registry=REGISTRY)
TURNED_AWAY = Counter("escapade_turned_away", "Connections beyond a limit, by limit", ["limit"], registry=REGISTRY)
CONNECTIONS = Gauge("escapade_connections", "Open WebSockets", registry=REGISTRY)
BOT_WORKERS = Gauge("escapade_bot_workers", "Worker processes of bots", registry=REGISTRY)
BOT_QUESTIONS = Gauge("escapade_bot_questions", "Moves and hints that wait for a worker", registry=REGISTRY)
BOT_WORKERS_ENDED = Counter("escapade_bot_workers_ended", "Workers that ended or hung", registry=REGISTRY)
BOT_FALLBACKS = Counter("escapade_bot_fallbacks", "Moves made without a worker, by heuristic", registry=REGISTRY)
TABLES = Gauge("escapade_tables", "Tables in memory", registry=REGISTRY)


def page() -> bytes:
    """All of them, as Prometheus reads it."""
    return generate_latest(REGISTRY)
