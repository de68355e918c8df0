"""Every game there is, by name."""

from escapade.games.cartagena import rules as cartagena
from escapade.games.jailbreakers import rules as jailbreakers
from escapade.games.stalag17 import rules as stalag17
from escapade.games.stratego import rules as stratego
from escapade.kernel.contract import Game

GAMES: dict[str, Game] = {
    "cartagena": Game(cartagena),
    "stratego": Game(stratego),
    "stalag17": Game(stalag17),
    "jailbreakers": Game(jailbreakers),
}
