"""Entries of level files with any words in their notes."""

from hypothesis import strategies as st

from generator.puzzles.sokoban.notation.lines import CONTROL
from generator.puzzles.sokoban.notation.xsb import format_level
from generator.values import Entry
from tests.generator.puzzles.sokoban.strategies import levels

letters = st.characters(exclude_categories=["Cs"], exclude_characters="\ufffe\uffff")
words = st.text(letters, max_size=40).map(lambda text: " ".join(CONTROL.sub("", text).split()))
comments = st.lists(words.filter(lambda line: not line.lower().startswith("comment")), max_size=5).map(
    lambda lines: "\n".join(lines).strip("\n")
)
moves = st.text("lurdLURD", max_size=250)
boards = levels().map(format_level)
entries = st.lists(st.builds(Entry, boards, words, words, comments, moves), min_size=1, max_size=4)
