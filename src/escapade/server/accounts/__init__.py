"""Accounts: people, sessions, passwords, passkeys, names and ratings."""
