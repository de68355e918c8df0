"""The field table refuses what could not be kept."""

import numpy as np
import pytest

from escapade.kernel.fields import ALL, NOBODY, Field, Fields


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
