"""Connections: HTTP and WebSocket transports with their limits, and what players and bots say over them."""
