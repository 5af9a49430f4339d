"""Presets as people see them who choose one; a session of each has found its level."""

from collections.abc import Mapping

from generator.values import Entry, Introduction

INTRODUCTIONS: Mapping[str, Introduction] = {
    "corner": Introduction(
        "Corner, 5 × 5",
        "Twenty-four pieces around one free cell: up to 199 moves, which is proven to be the most.",
        "\n".join(("VVVVH", "VHVHH", "VHHVV", "VVHHV", "HV.HH")),
    ),
    "small": Introduction(
        "Corner, 4 × 4",
        "Fifteen pieces, good for a first try.",
        "\n".join(("VVVH", "VVVH", "VHHV", "HH.V")),
    ),
    "large": Introduction(
        "Corner, 6 × 6",
        "Thirty-five pieces: evolution finds levels of more than 500 moves.",
        "\n".join((".VVVVH", "VVVHHH", "VHHVVV", "HVHVVH", "HHHVHV", "HVVHHH")),
    ),
    "arrangement": Introduction(
        "Arrangement, 5 × 5",
        "The whole grid has to come into a given arrangement.",
        "\n".join(("VVHVV", "HHHVV", "V.VHH", "VVVHH", "VVHHH", "-----", "VVVVH", "VHVHH", "VHHVV", "VVHHV", "HV.HH")),
    ),
}

SHOWCASE = Entry("VVH\nVHV\nH.V", solution="lururddlulur")
"""12 deep, which no level of 3 x 3 exceeds."""
