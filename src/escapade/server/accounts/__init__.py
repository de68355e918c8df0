"""Accounts, sessions, passwords, passkeys, names and ratings."""
