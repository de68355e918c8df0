"""Stratego with 24 pieces a side."""
