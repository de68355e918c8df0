"""The field table refuses what could not be kept."""

import numpy as np
import pytest

from escapade.kernel.fields import ALL, NOBODY, NONE, OWNER, Axis, Field, Fields


@pytest.mark.parametrize(
    "wrong",
    [
        Field("deck", np.int8, (4,), NOBODY, "hidden, so views write holes into it", fixed=True),
        Field("hand", np.int8, (2, 3, 4), ALL, "rows of rows", allows_empty_rows=True),
        Field("held", np.int8, (2,), ALL, "no rows", allows_empty_rows=True),
    ],
)
def test_what_views_cannot_share_is_refused(wrong: Field) -> None:
    with pytest.raises(ValueError, match=wrong.name):
        Fields(Field("seats", np.int8, (), ALL, "how many play"), wrong)


CARD = Axis("card", ("ace", "king"))
HANDS = Fields(
    Field("hand", np.int8, (2, 3), OWNER, "three slots each", revealed_by="open", holds=CARD),
    Field("open", np.int8, (2, 3), ALL, "1: this slot is open, or empty"),
    Field("coins", np.int8, (2, 3), OWNER, "of each sort", revealed_by="purse"),
    Field("purse", np.int8, (2,), ALL, "1: this purse is open, or empty"),
)


@pytest.mark.parametrize(
    ("cells", "before", "after", "revealed"),
    [
        (("hand", "open"), ([1, 0, 0], [0, 0, 0]), ([NONE, 0, 0], [1, 0, 0]), False),
        (("hand", "open"), ([1, 0, 0], [0, 0, 0]), ([1, 0, 0], [1, 0, 0]), True),
        (("hand", "open"), ([1, 0, 0], [0, 0, 0]), ([0, 0, 0], [1, 0, 0]), True),  # another card lies there
        (("hand", "open"), ([1, 0, 0], [0, 0, 0]), ([NONE, 0, 0], [1, 1, 0]), True),  # and a second slot is shown
        (("hand", "open"), ([NONE, 0, 0], [0, 0, 0]), ([NONE, 0, 0], [1, 0, 0]), True),  # that it was empty is news
        (("coins", "purse"), ([0, 2, 0], 0), ([0, 0, 0], 1), False),
        (("coins", "purse"), ([0, 2, 0], 0), ([0, 1, 0], 1), True),
        (("coins", "purse"), ([0, 0, 0], 0), ([0, 0, 0], 1), True),
        (("coins", "purse"), ([0, 2, 0], 0), ([0, 0, 0], 0), False),
    ],
)
def test_a_place_that_was_just_emptied_reveals_nothing(
    cells: tuple[str, str], before: object, after: object, revealed: bool
) -> None:
    states = []
    for values in (before, after):
        state = HANDS.State()
        for name, value in zip(cells, values, strict=True):  # type: ignore[call-overload]
            getattr(state, name)[0] = value
        states.append(state)
    assert HANDS.reveals(*states) is revealed
