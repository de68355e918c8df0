"""Jailbreakers, alone against a phantom or with up to five."""
