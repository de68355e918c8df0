"""Every game as an environment of PettingZoo: `env("stalag17", seats=4)`, or by its registry after `register()`.

Agents are seats, `seat_0`, `seat_1`, …; chance is thrown inside, by the dealer of a match with the seed that is given.
An agent observes its own view as a tensor (see `adapters.tensors`) and a mask of what it may do; between its turns
the mask is empty. There is no `parallel_env`: in all games seats act one after the other, and in the parallel interface
everyone would act at every step; `pettingzoo.utils.turn_based_aec_to_parallel` is there for who needs its form.
"""

from __future__ import annotations

import random
import re
from typing import Any

import numpy as np

from escapade.adapters.tensors import MAX_VALUE, kind_of_numbers, layout
from escapade.games import GAMES
from escapade.kernel import field_text
from escapade.kernel.contract import Game, find_game
from escapade.kernel.dealer import SeededDealer, SystemDealer
from escapade.kernel.match import Match
from escapade.kernel.names import OVER, BadInput

try:
    import pettingzoo
    from gymnasium import spaces
    from pettingzoo.utils import wrappers
except ImportError:
    raise BadInput("PettingZoo is not installed: pip install 'escapade[research]'") from None

PREFIX, VERSION = "escapade/", 0
MODES = ["human", "ansi", "rgb_array"]
ILLEGAL = -1.0  # what `env` gives a seat for an illegal action, which ends the game; `raw_env` refuses it instead
WIDTH, MARGIN = 120, 10  # of a picture: letters in a line, and the pixels around them
PAPER, INK = (22, 27, 34), (215, 218, 224)


def env(game: str | Game, seats: int | None = None, **options: Any) -> pettingzoo.AECEnv[str, Any, Any]:
    """An environment with PettingZoo's usual checks around it.

    >>> table = env("cartagena", seats=3, version="tortuga")
    >>> table.reset(seed=7)
    >>> seen, reward, termination, truncation, info = table.last()
    >>> table.step(table.action_space(table.agent_selection).sample(info["action_mask"]))
    """
    bare = raw_env(game, seats, **options)
    checked = wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(bare, illegal_reward=ILLEGAL))
    return wrappers.OrderEnforcingWrapper(checked)


class Table(pettingzoo.AECEnv[str, Any, Any]):
    """A match whose seats are agents."""

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        *,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        dtype: Any = np.float32,
        pieces: Any = None,
        **options: Any,
    ) -> None:
        super().__init__()
        if render_mode not in (None, *MODES):
            raise BadInput(f"render_mode is {', '.join(MODES)} or nothing, not {render_mode!r}")
        self.game = find_game(GAMES, game) if isinstance(game, str) else game
        self.seats = self.game.check_seats(seats)
        self.options = self.game.check_options(options, self.seats)
        self.pieces = self.game.pieces(pieces)
        self.dtype, self.max_cycles, self.render_mode = kind_of_numbers(dtype), max_cycles, render_mode
        name = f"{self.game.name}_v{VERSION}"
        self.metadata = {"name": name, "render_modes": MODES, "is_parallelizable": False, "render_fps": 2}
        self.possible_agents = [f"seat_{seat}" for seat in range(self.seats)]
        self.agents: list[str] = []
        self._seeds: random.Random | None = None
        self._make_spaces()

    def _make_spaces(self) -> None:
        size, codes = layout(self.game, self.seats).size, self.game.actions.size
        seen: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(0, MAX_VALUE[self.dtype], (size,), self.dtype.type),
            "action_mask": spaces.Box(0, 1, (codes,), np.int8),
        }
        self.observation_spaces = {agent: spaces.Dict(seen) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(codes) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """A tensor of the agent's view, and its mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Codes of the game's actions, the same for every agent."""
        return self.action_spaces[agent]

    # --- Playing ---

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match; with a seed it is the match that `escapade.new` begins with it.

        Without one it follows from the last seed that was given, if any was.
        """
        if seed is not None:
            self._seeds = random.Random(str(seed))  # as the dealer takes it, of whatever kind the number is
        elif self._seeds is not None:
            seed = self._seeds.getrandbits(31)
        dealer = SystemDealer() if seed is None else SeededDealer(seed)
        self.match = Match(self.game, self.seats, self.options, self.pieces, dealer)
        self.steps = 0
        self.agents = self.possible_agents[:]
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._next()

    def step(self, action: Any) -> None:
        """Let the agent that is selected act; an illegal action is refused, and changes nothing."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.match.play(int(action), self._seat(agent))
        self.steps += 1
        self._cumulative_rewards[agent] = 0.0
        self._next()
        if self.render_mode == "human":
            self.render()

    def _next(self) -> None:
        """Select who acts now; at the end everyone is given a score, and an end to step over."""
        over, late = self.match.turn == OVER, self.max_cycles is not None and self.steps >= self.max_cycles
        self.rewards = dict(zip(self.agents, self.match.returns(), strict=True))
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, late and not over)
        self._accumulate_rewards()
        self.agent_selection = self.agents[0 if over else self.match.turn]
        for agent in self.agents:
            self.infos[agent] = {"action_mask": self.mask(agent)}

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent sees, and what it may do; outside its turn that is nothing."""
        seat = self._seat(agent)
        row = layout(self.game, self.seats).tensor(self.match.view(seat), seat, self.dtype)
        return {"observation": row, "action_mask": self.mask(agent)}

    def mask(self, agent: str) -> Any:
        """1 for each code that the agent may choose now."""
        mask = np.zeros(self.game.actions.size, np.int8)
        if self.match.turn == self._seat(agent):
            mask[self.match.legal_codes()] = 1
        return mask

    def _seat(self, agent: str) -> int:
        return self.possible_agents.index(agent)

    # --- Copies and other processes ---

    def __getstate__(self) -> dict[str, Any]:
        """All but the match, which is its log and its dice; a deep copy is made of the same."""
        cached = {**self.__dict__}
        match = cached.pop("match", None)
        if match:
            cached["played"] = match.dealer, [(ply.seat, ply.action.code) for ply in match.log]
        return cached

    def __setstate__(self, cached: dict[str, Any]) -> None:
        """The same table again."""
        dealer, log = cached.pop("played", (None, None))
        self.__dict__.update(cached)
        if log is not None:
            self.match = Match(self.game, self.seats, self.options, self.pieces)
            self.match.replay(log)
            self.match.dealer = dealer

    # --- Drawing ---

    def render(self) -> Any:
        """What a spectator sees: as text, as a picture, or printed."""
        if self.render_mode is None:
            raise BadInput(f"nothing is drawn without a render_mode: {', '.join(MODES)}")
        text = self.text()
        if self.render_mode == "human":
            print(text)  # noqa: T201  (this is what the mode is for)
            return None
        return text if self.render_mode == "ansi" else picture(text)

    def text(self) -> str:
        """The public view, a line a field."""
        head = f"{self.game.title}, {len(self.match.log)} plies"
        described = field_text.lines(self.game.fields, self.match.view(None))
        return "\n".join([head, *(f"{field.name}: {said}" for field, said in described)])

    def close(self) -> None:
        """Nothing is open."""


raw_env = Table


def picture(text: str) -> Any:
    """Draw a text as an array of heights, widths and colours."""
    try:
        from PIL import Image, ImageDraw
    except ImportError:
        raise BadInput("Pillow is not installed: pip install 'escapade[research]'") from None
    folded = "\n".join(re.sub(f"(.{{{WIDTH}}})", r"\1\n    ", line) for line in text.splitlines())
    ruler = ImageDraw.Draw(Image.new("RGB", (1, 1)))
    _, _, wide, high = ruler.multiline_textbbox((MARGIN, MARGIN), folded)
    paper = Image.new("RGB", (int(wide) + MARGIN, int(high) + MARGIN), PAPER)
    ImageDraw.Draw(paper).multiline_text((MARGIN, MARGIN), folded, INK)
    return np.array(paper)


def register() -> None:
    """Make every game known to PettingZoo's registry, for `pettingzoo.make("aec", "escapade/stalag17_v0", seats=4)`."""
    for name in GAMES:
        if f"{PREFIX}{name}-v{VERSION}" not in pettingzoo.aec_registry:
            pettingzoo.register("aec", f"{PREFIX}{name}_v{VERSION}", f"{__name__}:env", kwargs={"game": name})
