"""Benchmarks and soak runs: `make bench`, `make soak`."""
