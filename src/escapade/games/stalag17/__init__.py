"""Stalag 17, after its French and its Hungarian rulebook."""
