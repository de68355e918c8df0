"""Twelve promises that every game keeps, whatever the options, the seats and the play."""
