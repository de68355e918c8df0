"""The laboratory: arenas, balance reports, comparisons, datasets and analyses of games, played on every core."""
