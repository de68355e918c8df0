"""How many moves a server takes, beside boardgame.io in the same run: `make load`."""
