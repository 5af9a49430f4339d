"""Links that carry a level."""

import base64
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.errors import UnknownFamilyError
from service.errors import RefusedError, TooLargeError
from service.web.levels.links import MOST_BYTES, packed, unpacked

BOARD = "#####\n#@$.#\n#####\n"


def carried(content: bytes) -> str:
    return base64.urlsafe_b64encode(zlib.compress(content)).decode().rstrip("=")


@given(st.sampled_from(["sokoban", "linjat"]), st.text(st.characters(exclude_categories=["Cs"]), max_size=300))
def test_a_link_brings_back_what_it_was_given(family, text):
    link = packed(family, text)
    assert unpacked(link) == (family, text)
    assert set(link) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")


@given(st.text(max_size=200))
def test_any_text_in_place_of_a_link_is_refused_with_one_line(text):
    with pytest.raises((RefusedError, UnknownFamilyError)) as refusal:
        unpacked(text)
    assert "\n" not in str(refusal.value)


def test_a_link_that_was_cut_off_is_refused():
    link = packed("sokoban", BOARD)
    for length in range(len(link)):
        with pytest.raises(RefusedError, match="to its last letter"):
            unpacked(link[:length])


def test_the_longest_text_is_unpacked_and_a_longer_one_refused():
    room = MOST_BYTES - len("sokoban\n")
    assert len(unpacked(packed("sokoban", "#" * room))[1]) == room
    for excess in (1, 100 * MOST_BYTES):
        with pytest.raises(TooLargeError, match="more than 1 MiB"):
            unpacked(packed("sokoban", "#" * (room + excess)))


def test_a_link_for_another_program_says_which_puzzles_there_are():
    with pytest.raises(UnknownFamilyError, match=r"'chess'; there are: .*sokoban"):
        unpacked(carried(b"chess\n8/8/8"))


def test_bytes_that_are_no_text_are_refused():
    with pytest.raises(RefusedError):
        unpacked(carried(b"sokoban\n\xff\xfe"))
