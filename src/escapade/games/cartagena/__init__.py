"""Cartagena, in two versions."""
