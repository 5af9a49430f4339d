"""Levels some of whose units are hidden at first: what is seen of them, and how they are written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator import get_declaration, get_family
from generator.errors import IllegalMoveError, LevelFormatError, SettingError, UnsupportedLevelError
from generator.guidance import Effort
from generator.puzzles.watersort.arrangements import arrangements
from generator.puzzles.watersort.colours import PAINTS
from generator.puzzles.watersort.files import WRITERS, parse_file
from generator.puzzles.watersort.identity import identity_of
from generator.puzzles.watersort.level import Level, checked, format_level, parse_level
from generator.puzzles.watersort.measure import least_pours
from generator.puzzles.watersort.pours import moves_in, poured
from generator.puzzles.watersort.tools import run
from generator.puzzles.watersort.unknown.hidden import shown, still_hidden
from generator.values import Entry
from tests.generator.puzzles.watersort.strategies import game_of, levels
from tests.oracles.hidden_units import fillings, games_of, revealed

FAMILY, DECLARATION = get_family("watersort"), get_declaration("watersort")
KNOWN = "HIDDEN\ncdcd..\nBaBA..\nABAB..\nDCCD.."
UNKNOWN = "abc.\nc?b.\n?ca.\n???."


@st.composite
def hidden_levels(draw: st.DrawFn, colours: int = 4, capacity: int = 4, most: int = 99) -> Level:
    """Levels with some units hidden, `most` of them at most."""
    level = draw(levels(colours, capacity))
    places = [(place, height) for place, tube in enumerate(level.tubes) for height in range(len(tube))]
    marked = draw(st.sets(st.sampled_from(places), max_size=most))
    return checked(level.tubes, level.capacity, level.pour, level.end, hidden=frozenset(marked))


def unknown(level: Level) -> Level:
    """The same level as somebody sees it who does not know the hidden units."""
    return checked(shown(level, level.tubes), level.capacity, level.pour, level.end, hidden=level.hidden)


@given(hidden_levels())
def test_levels_with_hidden_units_are_written_and_read(level):
    for kind in (level, unknown(level)):
        assert parse_level(format_level(kind)) == kind
        entry = Entry(format_level(kind), "a title")
        for format_, write in WRITERS.items():
            assert [read.text for read in parse_file("".join(write([entry, entry])))] == [entry.text] * 2, format_


def test_the_word_alone_hides_all_but_the_runs_on_top():
    assert format_level(parse_level("HIDDEN\nabc.\nacb.")) == "HIDDEN\nabc.\naCB."
    assert format_level(parse_level("HIDDEN BALL\nab.\nba.")) == "BALL HIDDEN\nab.\nBA."


def test_rows_of_capitals_may_look_like_rules_where_units_are_hidden():
    text = "HIDDEN\nslexx\nLOOSE"
    assert [entry.text for entry in parse_file(f"{text}\n\nBALL\nab.\nba.")] == [text, "BALL\nab.\nba."]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("?b.\nba.", "line 1: the unit on top of tube A is hidden; what is on top is seen"),
        ("HIDDEN\nab.\nB?.", "line 2: of hidden units either all colours are known or none"),
        ("ab.\nBa.", "line 2, column 1: 'B' is not a unit"),
        ("abb.\n?aa.\nb?a.", "line 1: there should be 3 colours of 3 units; of those that are seen there are 2, and 4"),
        ("ab.\n?ba", "line 1: there are 5 units; there should be 2 of each colour"),
        ("abc\n??d", "line 1: there should be 3 colours of 2 units; of those that are seen there are 4, and 1 units"),
        ("ab\n?b", "line 1: no colours that are left fit the hidden units"),
        ('{"tubes": [["?", 0], [1, 1]], "capacity": 2, "hidden": [[1, 0]]}', "level 1, of hidden units either all"),
        ('{"tubes": [[0, 1], [1, 0]], "hidden": [[2, 0]]}', "level 1, its 'hidden' is not a list of units"),
        ('{"tubes": [[0, 1], [1, 0]], "hidden": 3}', "level 1, its 'hidden' is not a list of units"),
    ],
)
def test_what_cannot_be_hidden_is_refused(text, problem):
    with pytest.raises(LevelFormatError, match=f"^{problem}"):
        parse_file(text)


@given(hidden_levels(), st.randoms(use_true_random=False))
def test_what_was_on_top_once_stays_seen(level, random):
    """The present tubes tell what is hidden; the oracle remembers what was seen instead."""
    tubes, view = level.tubes, shown(level, level.tubes)
    for _ in range(20):
        assert shown(level, tubes) == view
        moves = [*moves_in(level, tubes)]
        if not moves:
            break
        (source, target) = move = random.choice(moves)
        after = poured(level, tubes, move)
        units = len(tubes[source]) - len(after[source])
        seen = list(view)
        seen[target] += seen[source][-units:]
        seen[source] = seen[source][:-units]
        tubes, view = after, revealed(tuple(seen), after)


@given(hidden_levels(most=5))
def test_arrangements_are_counted(level):
    view = shown(level, level.tubes)
    assert arrangements(view, level.capacity) == len(fillings(view, level.capacity))


@given(hidden_levels(3, 3, most=4))
def test_the_bound_holds_for_every_arrangement(level):
    unseen = unknown(level)
    for least in games_of(game_of(level), unseen.tubes).values():
        assert least is None or least_pours(unseen) <= least


@given(hidden_levels(), st.randoms(use_true_random=False))
def test_levels_are_the_same_whatever_the_order_of_tubes_and_the_names_of_colours(level, random):
    order = random.sample(range(len(level.tubes)), len(level.tubes))
    named = str.maketrans("abcd", "".join(random.sample("efgh", 4)))
    tubes = [level.tubes[place].translate(named) for place in order]
    moved = frozenset((order.index(place), height) for place, height in level.hidden)
    other = checked(tubes, level.capacity, level.pour, level.end, hidden=moved)
    assert identity_of(other) == identity_of(level)
    assert identity_of(unknown(other)) == identity_of(unknown(level))
    assert identity_of(parse_level(identity_of(level))) == identity_of(level)
    assert identity_of(parse_level(identity_of(unknown(level)))) == identity_of(unknown(level))


def test_what_is_hidden_makes_another_level():
    texts = ["ab.\nba.", "HIDDEN\nab.\nBa.", "HIDDEN\nab.\nBA.", "ab.\n?a.", "ab.\n??."]
    assert len({identity_of(parse_level(text)) for text in texts}) == 5
    assert FAMILY.find_similar(parse_level(texts[1]), texts[:2], 0.0, False) == [(0, 1.0), (1, 1.0)]


def test_pictures_do_not_tell_what_is_hidden():
    level = parse_level("HIDDEN\nab.\nBA.")
    drawn = FAMILY.render(level)
    assert [drawn.count(f'"{PAINTS[unit]}"') for unit in "ab"] == [1, 1]
    solved = [*FAMILY.animate(level, "AC BA BC", 5)]
    assert [scene.svg.count("#59636b") for scene in solved] == [2, 0, 0, 0]


def test_a_known_level_is_solved_and_played_as_if_all_were_seen():
    level, plain = parse_level(KNOWN), parse_level(KNOWN.lower().removeprefix("hidden\n"))
    solution = FAMILY.solve(level, 10_000)
    assert solution == FAMILY.solve(plain, 10_000)
    assert FAMILY.check(level, solution.moves) == FAMILY.check(plain, solution.moves)
    figures = FAMILY.measure(level, solution)
    assert figures == {**FAMILY.measure(plain, solution), "hidden_units": len(level.hidden)}
    assert str(next(FAMILY.explain(level))) == "11 units are hidden at first; what follows knows their colours"
    assert FAMILY.guide(level, "", "", Effort(1000, 10_000)) == FAMILY.guide(plain, "", "", Effort(1000, 10_000))


def test_a_leg_of_a_relay_keeps_hidden_what_was_not_seen():
    level = parse_level(KNOWN)
    answer = run("relay", [KNOWN, "", "", ""], {"depth": 4})
    after = parse_level(answer.fields["level"])
    assert after.hidden == still_hidden(level, after.tubes)
    assert 0 < len(after.hidden) < len(level.hidden)


def test_where_colours_are_not_known_nothing_is_solved_or_judged():
    level = parse_level(UNKNOWN)
    for asked in (
        lambda: FAMILY.solve(level, 1000),
        lambda: FAMILY.guide(level, "", "", Effort(1000, 10_000)),
        lambda: run("relay", [UNKNOWN, "", "", ""], {"depth": 2}),
    ):
        with pytest.raises(UnsupportedLevelError, match=r"colours of .*hidden units are not known"):
            asked()
    with pytest.raises(IllegalMoveError, match="no pours can be judged"):
        FAMILY.replay(level, "AD")
    with pytest.raises(SettingError, match="level 1 of the file has hidden units whose colours are not known"):
        FAMILY.seeded(DECLARATION.space({"colours": (3,), "empty": (1,), "hidden": 50}), UNKNOWN)
    with pytest.raises(SettingError, match="level 1 of the file has hidden units; give --hidden too"):
        FAMILY.seeded(DECLARATION.space({"colours": (4,)}), KNOWN)
    assert [str(line) for line in FAMILY.explain(level)] == [
        "5 units are hidden, and nobody knows their colours: there are 18 ways in which they may lie"
    ]
    assert (level.colours, level.empty, FAMILY.describe(level).type) == (["a", "b", "c"], 1, "3x4+1 hidden")


@given(hidden_levels())
def test_a_capture_may_be_a_position_of_the_level_behind_it(level):
    assert FAMILY.may_be_reached(unknown(level), level)
    assert FAMILY.may_be_reached(level, unknown(level))
