"""Tables that are being played: one object a table, its history, its projections, its clocks."""
