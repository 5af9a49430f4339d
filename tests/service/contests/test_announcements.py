import pytest

from service.contests.announcements import announcement
from service.errors import ContestError


def test_a_contest_that_would_close_too_early_is_refused_in_one_line():
    """A time is read also where there is a line end in it."""
    with pytest.raises(ContestError) as refusal:
        announcement("May", "", "\n2026-05-02\n12:00", "2026-05-01 12:00\r\n")
    assert str(refusal.value) == "the contest would close before it opens; give a later time to close"
