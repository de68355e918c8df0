"""Players that see a view and choose an action."""
