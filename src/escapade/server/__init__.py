"""The table server: real time, durable, secret."""
