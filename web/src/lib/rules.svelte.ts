// The rules drawer: open at a game's clause, or closed.

export const drawer = $state({ game: '', clause: '', matter: [] as string[] })

/** Open the rules at a clause. */
export function showClause(game: string, clause: string): void {
  drawer.game = game
  drawer.clause = clause
  drawer.matter = [clause]
}

/** Open the rules where they matter now. */
export function showRules(game: string, clauses: string[]): void {
  drawer.game = game
  drawer.clause = clauses[0] ?? ''
  drawer.matter = clauses
}

export function closeRules(): void {
  drawer.game = ''
}
