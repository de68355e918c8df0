"""Stratego under test."""
