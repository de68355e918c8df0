"""Cartagena under test."""
