"""What a host can watch, for Prometheus. Numbers only: nothing that someone may not know."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest

REGISTRY = CollectorRegistry()
ACCEPTED = Counter("escapade_accepted", "Wishes of clients that were carried out and committed", registry=REGISTRY)
REFUSED = Counter("escapade_refused", "Wishes of clients that were refused, by error", ["error"], registry=REGISTRY)
FRAMES = Counter("escapade_frames", "Frames sent over WebSockets", registry=REGISTRY)
REQUESTS = Counter("escapade_requests", "HTTP requests, by status", ["status"], registry=REGISTRY)
CONNECTIONS = Gauge("escapade_connections", "Open WebSockets", registry=REGISTRY)
TABLES = Gauge("escapade_tables", "Tables in memory", registry=REGISTRY)


def page() -> bytes:
    """All of them, as Prometheus reads it."""
    return generate_latest(REGISTRY)
