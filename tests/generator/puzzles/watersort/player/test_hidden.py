"""Hidden units are question marks until they come to light, as the family says."""

import numpy as np
from playwright.sync_api import expect

from generator.puzzles.watersort.level import checked, format_level, parse_level
from generator.puzzles.watersort.pours import positions
from generator.puzzles.watersort.unknown.hidden import shown
from tests.generator.puzzles.watersort.player.playing import (
    FAMILY,
    answer_of,
    drag,
    expect_figures,
    expect_said,
    generated,
    load,
    tap,
    tubes_of,
)
from tests.generator.puzzles.watersort.player.test_agreement import random_game

HIDDEN = "HIDDEN\nab.\nBA."
"""Three tubes of two units, solved by AC BA BC, of which the lower ones are hidden."""


def test_they_are_painted_as_in_the_pictures(run):
    assert run("() => HIDDEN_PAINT", None) in FAMILY.render(parse_level(HIDDEN))


SHOWN = """(games) => games.map(([text, pours]) => {
    const game = new Game(new Puzzle(text));
    const seen = () => game.tubes.map((_, place) => game.shown(place));
    return [seen(), ...pours.map(([source, target]) => {
        game.pour({ source, target });
        return seen();
    })];
})"""


def test_they_are_seen_when_the_family_says_so(run):
    rng = np.random.default_rng(7)
    levels = [generated(seed, colours=(3, 6), capacity=2 + seed % 4, empty=(1, 2)) for seed in range(12)]
    marked = []
    for level in levels:
        places = [(place, height) for place, tube in enumerate(level.tubes) for height in range(len(tube))]
        hidden = frozenset(places[index] for index in rng.permutation(len(places))[: len(places) * 2 // 3])
        marked.append(checked(level.tubes, level.capacity, level.pour, level.end, hidden=hidden))
    games = [(level, random_game(level, rng)) for level in marked]
    found = run(SHOWN, [(format_level(level), moves) for level, moves in games])
    for (level, moves), states in zip(games, found, strict=True):
        assert [tuple(state) for state in states] == [shown(level, tubes) for tubes in positions(level, moves)]


def test_they_come_to_light_and_stay_seen(opened):
    page = opened(HIDDEN)
    tubes = tubes_of(page, HIDDEN)
    page.keyboard.press("ArrowRight")
    expect_said(page, "Tube 2, from the top: B, hidden")
    expect_figures(page, 0, 2, 2)
    tap(page, tubes, "AC")
    expect_said(page, "Tube 3, from the top: A")
    expect_figures(page, 1, 2, 1)
    page.keyboard.press("z")
    expect_figures(page, 0, 2, 1)
    load(page, "AC BA BC")
    expect_figures(page, 3, 0, 0)
    expect(page.locator("#player-solved")).to_be_visible()
    assert FAMILY.check(parse_level(HIDDEN), answer_of(page)).metrics == {"pours": 3}


def test_a_level_whose_hidden_colours_nobody_knows_is_not_played(opened):
    text = "HIDDEN\nab.\n??."
    page = opened(text)
    said = "Nobody knows the colours of the hidden units, so nothing can be poured."
    expect(page.locator("#player-warning")).to_contain_text(said)
    drag(page, *map(tubes_of(page, text).middle, "AC"))
    expect_said(page, said)
    expect_figures(page, 0, 2, 2)
