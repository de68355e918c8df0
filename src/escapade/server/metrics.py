"""Prometheus metrics: counts alone, nothing of a game."""

from __future__ import annotations

from collections.abc import Iterable

from prometheus_client import CollectorRegistry, Counter, Gauge, Metric, generate_latest
from prometheus_client.core import CounterMetricFamily
from prometheus_client.registry import Collector

REGISTRY = CollectorRegistry()


class FastCounter(Collector):
    """A counter without the lock that `Counter` takes; for what happens with every move."""

    def __init__(self, name: str, about: str) -> None:
        self.name, self.about, self.n = name, about, 0
        REGISTRY.register(self)

    def collect(self) -> Iterable[Metric]:
        """The current count."""
        return [CounterMetricFamily(self.name, self.about, self.n)]


ACCEPTED = FastCounter("escapade_accepted", "Requests of clients that were carried out and committed")
REFUSED = Counter("escapade_refused", "Requests of clients that were refused, by error", ["error"], registry=REGISTRY)
FRAMES = FastCounter("escapade_frames", "Frames sent over WebSockets")
REQUESTS = Counter("escapade_requests", "HTTP requests, by status", ["status"], registry=REGISTRY)
TURNED_AWAY = Counter("escapade_turned_away", "Connections beyond a limit, by limit", ["limit"], registry=REGISTRY)
CONNECTIONS = Gauge("escapade_connections", "Open WebSockets", registry=REGISTRY)
BOT_WORKERS = Gauge("escapade_bot_workers", "Worker processes of bots", registry=REGISTRY)
BOT_QUESTIONS = Gauge("escapade_bot_questions", "Moves and hints that wait for a worker", registry=REGISTRY)
BOT_WORKERS_ENDED = Counter("escapade_bot_workers_ended", "Workers that ended or hung", registry=REGISTRY)
BOT_FALLBACKS = Counter("escapade_bot_fallbacks", "Moves made without a worker, by heuristic", registry=REGISTRY)
TABLES = Gauge("escapade_tables", "Tables in memory", registry=REGISTRY)


def page() -> bytes:
    """All metrics in the text format of Prometheus."""
    return generate_latest(REGISTRY)
