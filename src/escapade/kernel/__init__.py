"""What any game is. The kernel names no game."""
