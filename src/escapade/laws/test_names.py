"""Names parse back: an action's name means its code and nothing else, and records are made of names."""

import pytest

from escapade.kernel.names import CHANCE
from escapade.kernel.notation import read_record, tidy

from .tables import GAMES, Table, Walk, law, steps

LOOK_AT = "ACTIONS: every verb and value needs a name that nothing else has"


@pytest.mark.parametrize("name", GAMES)
def test_every_action_is_called_back_by_its_name(name: str) -> None:
    actions = GAMES[name].actions
    for code, action in enumerate(actions):
        assert action.code == code
        assert actions[code] == action
        assert actions.parse(action.name) == action
        assert actions.parse(f"  {action.name.upper().replace(' ', '   ')} ") == action


@pytest.mark.parametrize("name", GAMES)
def test_no_two_actions_share_a_name(name: str) -> None:
    actions = GAMES[name].actions
    assert len({tidy(action.name) for action in actions}) == actions.size == sum(verb.size for verb in actions.verbs)


@pytest.mark.parametrize("name", GAMES)
def test_a_name_can_stand_in_a_record(name: str) -> None:
    """A record separates names by semicolons and turns by lines."""
    assert not [action for action in GAMES[name].actions if set(action.name) & set(';:"[]\n')]


@law
def test_the_names_in_a_record_are_the_actions_of_the_match(table: Table, walk: Walk) -> None:
    """Who did what stands in the record, in order, and every name parses back to the action."""
    match = table.match()
    for _, actor, code in steps(table, walk):
        match.play(code, None if actor == CHANCE else actor)
    record = read_record(match.record())
    parse = table.game.actions.parse
    assert [(seat, parse(name)) for seat, name in record.plies] == [tuple(ply) for ply in match.log]
