"""Presets as people see them who choose one; a session of each has found its level."""

from collections.abc import Mapping

from generator.values import Entry, Introduction

INTRODUCTIONS: Mapping[str, Introduction] = {
    "classic": Introduction(
        "12 colours",
        "Twelve colours in fourteen tubes, two of them empty.",
        "\n".join(
            (
                "kgdhkljbblch..",
                "cfgiffgfagie..",
                "icecbbaeiaak..",
                "ddjledljjkhh..",
            )
        ),
    ),
    "small": Introduction(
        "8 colours",
        "Eight colours in ten tubes: deep, and quick to play.",
        "\n".join(
            (
                "dfhgeahe..",
                "bbafddda..",
                "cfbcbafc..",
                "gghhegce..",
            )
        ),
    ),
    "tiny": Introduction(
        "4 colours",
        "Four colours in six tubes, good for a first try.",
        "\n".join(
            (
                "dcdc..",
                "baba..",
                "abab..",
                "dccd..",
            )
        ),
    ),
    "ball": Introduction(
        "8 colours of balls",
        "One ball at a time, as in ball sort.",
        "\n".join(
            (
                "BALL",
                "babahcfb..",
                "caeedfdf..",
                "gfaheded..",
                "bhgggcch..",
            )
        ),
    ),
}

SHOWCASE = Entry(
    INTRODUCTIONS["tiny"].level,
    solution="AE CE AC CF AC AE CA DC BC DB BA DB BF DE BC",
)
"""15 deep, which is proven."""
