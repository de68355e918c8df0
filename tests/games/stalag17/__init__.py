"""Stalag 17 under test."""
