"""What is particular to each game: its clauses, its counts, its stories, its signature."""
