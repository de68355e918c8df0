"""The host's work: editing, exporting, importing, repairing and examining tables."""
