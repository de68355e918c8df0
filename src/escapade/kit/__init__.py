"""What several games have in common beside their rules; what any game has that brings nothing of its own."""
