"""The loops of the laboratory that run as machine code: modules of rules, generic in the game bound to them."""
