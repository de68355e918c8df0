"""Scores for games that rank their players."""

from escapade.kernel.compile import rule


@rule
def by_place(standing, score, over):
    """Score by places: from 1 for who beats all to -1 for who is beaten by all; equal is equal; 0 before the end."""
    n = len(score)
    for seat in range(n):
        score[seat] = 0.0
        for other in range(n):
            if over and standing[seat] > standing[other]:
                score[seat] += 1.0 / (n - 1)
            elif over and standing[seat] < standing[other]:
                score[seat] -= 1.0 / (n - 1)
