"""Presets as people see them who choose one; a session of each has found its level."""

from collections.abc import Mapping

from generator.values import Entry, Introduction

INTRODUCTIONS: Mapping[str, Introduction] = {
    "hard": Introduction(
        "11 × 8, hard",
        "Around twenty lines, with squares and lines that fit in one way only.",
        "\n".join(
            (
                ". ..5 2 ",
                ".. .4. 3",
                "5 .3.5 .",
                " 4    4 ",
                " .3.  .4",
                " .3.3   ",
                "  .6 .  ",
                "  .. 6..",
                " 3 .  .5",
                " .3..3. ",
                "5.....6 ",
            )
        ),
        rate=0.5,
    ),
    "easy": Introduction(
        "9 × 6, easy",
        "Seven to ten lines, found by looking where a line fits.",
        "\n".join(
            (
                "      ",
                "...5. ",
                ".4...5",
                ". 6   ",
                "5..  .",
                ".. 5 .",
                "  ..6 ",
                ".5 .. ",
                "2. ..4",
            )
        ),
        rate=4.8,
    ),
    "medium": Introduction(
        "10 × 7, medium",
        "Fifteen to twenty lines, found one after the other.",
        "\n".join(
            (
                ".2.  .2",
                " 22 .4 ",
                ".22.  4",
                " .. 3  ",
                "..2.3. ",
                "6 3 . .",
                ".. 5 .4",
                ".5.. 5 ",
                " ..4  .",
                ". 3 3. ",
            )
        ),
        rate=1.9,
    ),
    "expert": Introduction(
        "13 × 9, expert",
        "Lines that depend on each other, and cells that only one of several can cover.",
        "\n".join(
            (
                "     .22.",
                "3 .  5. .",
                "  2.  3. ",
                " 3. ... 6",
                "3..42..3.",
                "..3..4...",
                ".5 ...44.",
                "5      .7",
                ".      . ",
                " 2.    . ",
                " 2.5...4.",
                "..6.     ",
                "   .7  ..",
            )
        ),
    ),
}

SHOWCASE = Entry(
    INTRODUCTIONS["easy"].level,
    solution="A2-E2 B3-E3 F1-F5 C4-C9 A3-A7 D5-D9 E4-E9 B5-B9 A8-A9 F6-F9",
)
"""24 deep, which is proven."""
