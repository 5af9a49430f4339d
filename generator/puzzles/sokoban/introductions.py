"""Presets as people see them who choose one; a session of each has found its level."""

from collections.abc import Mapping

from generator.values import Entry, Introduction

INTRODUCTIONS: Mapping[str, Introduction] = {
    "b5": Introduction(
        "5x5 zero-space",
        "Boxes and walls fill a lattice, and every board is searched for its deepest start.",
        "\n".join(
            (
                "#############",
                "#@----------#",
                "#-#.#.#$#$#-#",
                "#-$-$-*-.-.-#",
                "#-#*#*#*#$#-#",
                "#-------*-*-#",
                "#-#.#*#*#.#-#",
                "#-*-*-------#",
                "#-#$#*#*#*#-#",
                "#-.-.-*-$-$-#",
                "#-#$#$#.#.#-#",
                "#-----------#",
                "#############",
            )
        ),
        rate=31.0,
    ),
    "b4": Introduction(
        "4x4 zero-space",
        "Small boards: the quickest way to see evolution at work.",
        "\n".join(
            (
                "###########",
                "#@--------#",
                "#-#.#$#*#-#",
                "#-$-*---.-#",
                "#-#*#*#.#-#",
                "#-.---$-*-#",
                "#-#$#.#*#-#",
                "#-*-*-$-.-#",
                "#-#-#*#$#-#",
                "#---------#",
                "###########",
            )
        ),
    ),
    "e4": Introduction(
        "4x4 zero-space, to the edge",
        "Boxes may rest at the outer wall too, which makes small boards very deep.",
        "\n".join(
            (
                "###########",
                "#@*-------#",
                "#-#$#.#-#*#",
                "#---.-$---#",
                "#*#-#*#-#*#",
                "#-$-*-.---#",
                "#.#*#$#-#-#",
                "#-------*-#",
                "#$#.#-#*#-#",
                "#---*---*-#",
                "###########",
            )
        ),
    ),
    "e5": Introduction(
        "5x5 zero-space, to the edge",
        "The deepest boards that are still searched whole: hundreds of pushes.",
        "\n".join(
            (
                "#############",
                "#@*-.-$-*-*-#",
                "#-#$#-#.#-#-#",
                "#-.-$---*-*-#",
                "#-#*#.#$#-#-#",
                "#-.-$-------#",
                "#-#-#-#*#$#*#",
                "#-$-*-.-----#",
                "#*#.#-#*#*#-#",
                "#---------*-#",
                "#*#-#$#-#.#-#",
                "#---.-*-$-*-#",
                "#############",
            )
        ),
    ),
    "small": Introduction(
        "Small zero-space, mixed",
        "Both kinds in sizes 3 to 5; evolution may change the kind and the size.",
        "\n".join(
            (
                "#############",
                "#@$---.-----#",
                "#-#*#-#$#*#*#",
                "#-*---*-----#",
                "#.#*#-#.#.#$#",
                "#-.-$-$-*-.-#",
                "#-#*#.#$#$#-#",
                "#-$-.-------#",
                "#-#*#$#*#-#.#",
                "#-----.---$-#",
                "#$#-#*#.#-#-#",
                "#-.-$---*-*-#",
                "#############",
            )
        ),
    ),
    "b10": Introduction(
        "10x10 zero-space",
        "Large boards, whose start and goals are led far away from each other.",
        "\n".join(
            (
                "#######################",
                "#@--------------------#",
                "#-#.#.#$#.#.#$#$#.#$#-#",
                "#-$-$-*-.-$-*-.---*-.-#",
                "#-#*#*#*#-#.#$#$#*#*#-#",
                "#-$-------$-*-.-----.-#",
                "#-#.#.#-#*#*#*#$#*#$#-#",
                "#-$-$-*-$-----.---.-.-#",
                "#-#.#.#.#.#*#$#$#$#$#-#",
                "#-$-$-$-*-$-.-*-.-.-.-#",
                "#-#*#*#.#-#.#-#$#$#$#-#",
                "#-$-----$-$-*-.-*-.-.-#",
                "#-#*#*#.#*#*#$#.#$#*#-#",
                "#-.-.-*-----*-*-$-*-$-#",
                "#-#$#$#*#*#$#.#.#.#.#-#",
                "#-.-.-.---.-$-$---$-$-#",
                "#-#$#$#*#$#*#.#.#*#.#-#",
                "#-.-.-.-.---*-$-$-$-$-#",
                "#-#$#-#$#*#$#.#.#.#.#-#",
                "#-$-.-.-.-.-*-$---$-$-#",
                "#-#*#$#$#$#$#.#.#*#.#-#",
                "#---------------------#",
                "#######################",
            )
        ),
    ),
    "s8": Introduction(
        "8x8 zero-space with an annex",
        "Five more cells around one more wall, where boxes are parked.",
        "\n".join(
            (
                "#####################",
                "#@$-*-*-*-*-*-.---###",
                "#.#-#-#-#-#-#-#$#$###",
                "#---.-$-----$---.-###",
                "#*#-#*#$#*#.#.#$#*###",
                "#-----$-$---.-.---###",
                "#*#$#-#-#.#*#-#-#*###",
                "#---.-.-.-$-$-$---###",
                "#*#*#*#.#$#-#*#*#*###",
                "#---$-----.-*-----###",
                "#*#.#.#*#$#*#-#*#*###",
                "#-----.-.---$-$---###",
                "#*#*#$#-#-#$#-#.#*###",
                "#---$-*-*-*-.-------#",
                "#$#-#-#-#.#-#$#.#*#-#",
                "#-*-.---$---*-----*-#",
                "#-#-#-#-#-#-#-#-#.###",
                "#-.-*-*-*-*-*-*-$-###",
                "#####################",
            )
        ),
    ),
    "w5": Introduction(
        "5x5 zero-space, diagonal walls",
        "Walls of two cells, three apart, with wide corridors between them.",
        "\n".join(
            (
                "##################",
                "#@---------------#",
                "#-#--#-*#--#-$#--#",
                "#--#--#--#*-#.-#-#",
                "#--$..---..-$----#",
                "#-#-.#--#--#--#--#",
                "#--#--#$-#--#*-#-#",
                "#-$---*-----*.-$-#",
                "#-#--#--#--#--#--#",
                "#--#$-#$-#--#--#-#",
                "#--*-$--$-..$--$-#",
                "#-#--#--#-*#--#--#",
                "#--#--#--#--#.-#-#",
                "#-$-..------*.---#",
                "#-#-.#-$#-$#--#--#",
                "#--#--#.-#.-#$-#-#",
                "#----------------#",
                "##################",
            )
        ),
    ),
    "g5": Introduction(
        "5x5 zero-space, walls like boats",
        "Walls of three cells with an open corner; our reading of a type that nobody has defined.",
        "\n".join(
            (
                "##################",
                "#----------------#",
                "#-##$##-##$##*##-#",
                "#--#--#$-#--#--#-#",
                "#-*---*-.---$-*--#",
                "#-##-##-##-##.##-#",
                "#--#.-#$-#.-#--#-#",
                "#-.------$--$-.--#",
                "#-##$##.##.##.##-#",
                "#--#--#$-#--#$-#-#",
                "#-*---.-.--$-----#",
                "#-##-##$##$##-##-#",
                "#--#--#--#.-#--#-#",
                "#-.---$--.-$.--*-#",
                "#-##*##-##$##$##-#",
                "#--#--#.-#--#.-#-#",
                "#---------------@#",
                "##################",
            )
        ),
    ),
    "free7": Introduction(
        "7x7 rooms, 3 boxes",
        "Rooms with walls anywhere: few boxes, and long ways round.",
        "\n".join(
            (
                "#########",
                "#--#--###",
                "#-.---###",
                "#--##---#",
                "##-##--.#",
                "#--##--##",
                "#-$@$$.##",
                "##--#--##",
                "#########",
            )
        ),
    ),
    "free8": Introduction(
        "8x8 rooms, 4 boxes",
        "Larger rooms with one more box; each takes a few seconds to be searched.",
        "\n".join(
            (
                "##########",
                "###@-#--##",
                "###-----##",
                "#-$--#$-##",
                "#--#-$-###",
                "#-$###-###",
                "##-.##--##",
                "###.-----#",
                "##.--#--.#",
                "##########",
            )
        ),
    ),
}

SHOWCASE = Entry(
    INTRODUCTIONS["free7"].level,
    solution="dlUUUUluRRRurDDrddlUrdddlULLdlUUUUluurDDDDldRRRRdrUUUlDrdLLLdlUUUUluurDrrrDDrddlllluuUluRddddrrrruulDrdLLLdlUUUUluurDDDDldRRRRuuuulLrrddrruLdldddrUUluRlddllluuuluurDDDDldRRRRdrUUldllluuuurrrDDDrdLuuurDDldLLdlUUUU",
)
"""84 deep, which is proven."""
