"""Jailbreakers under test."""
