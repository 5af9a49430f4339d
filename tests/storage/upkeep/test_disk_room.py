"""When a disk has too little room for a session to go on."""

import os
from pathlib import Path

import pytest

from storage.upkeep.disk_room import LEAST, DiskRoom
from tests.storage.conftest import SmallDisk

GB = 10**9


@pytest.mark.parametrize(
    ("free", "total", "lacks", "lacks_still"),
    [
        (LEAST, 500 * GB, False, True),
        (LEAST - 1, 500 * GB, True, True),
        (LEAST * 5 // 4, 500 * GB, False, False),
        (0, 500 * GB, True, True),
        (50_000_000, GB, False, True),
        (49_999_999, GB, True, True),
        (62_500_000, GB, False, False),
    ],
)
def test_a_session_waits_below_256_megabytes_or_a_twentieth_and_goes_on_with_a_quarter_more(
    free: int, total: int, *, lacks: bool, lacks_still: bool
) -> None:
    assert DiskRoom(free, total).lacks(waiting=False) is lacks
    assert DiskRoom(free, total).lacks(waiting=True) is lacks_still


def test_the_room_is_that_of_the_disk_on_which_the_database_lies(tmp_path: Path) -> None:
    told = os.statvfs(tmp_path)
    room = DiskRoom.of(tmp_path / "levels.db")
    assert room.total == told.f_blocks * told.f_frsize
    assert 0 <= room.free <= room.total


def test_a_disk_that_fills_lacks_room_until_it_is_emptied(small_disk: SmallDisk | None) -> None:
    if small_disk is None:
        pytest.skip("this user may not mount a small disk")
    path = small_disk.folder / "levels.db"
    assert not DiskRoom.of(path).lacks(waiting=False)
    small_disk.fill(leave=40_000)
    assert DiskRoom.of(path).lacks(waiting=False)
    small_disk.empty()
    assert not DiskRoom.of(path).lacks(waiting=True)
