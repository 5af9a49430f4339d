"""The player for the browser, in a real one: tubes are poured by every means, and the answer is the family's."""

from collections.abc import Iterator

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from generator import get_declaration, get_family
from generator.puzzles.watersort.colours import COLOURS
from generator.puzzles.watersort.hidden import shown
from generator.puzzles.watersort.level import TUBES, Level, checked, format_level, parse_level
from generator.puzzles.watersort.picture import rack_of
from generator.puzzles.watersort.pours import is_solved, moves_in, positions
from generator.puzzles.watersort.variants import ENDS, POURS, End
from tests.browser import PHONE, Board, PlayerSite, open_page, touch

FAMILY = get_family("watersort")
DECLARATION = get_declaration("watersort")
IMPORTS = """
const [{ createPlayer }, { HIDDEN_PAINT, PAINTS }, { gameOf }, { Game }, { Puzzle, moved, pourName }, { Rack }] =
    await Promise.all(["index", "drawing", "notation", "game", "puzzle", "rack"].map(
        (name) => import(`/families/watersort/player/${name}.js`)));
const host = { _: (message) => message, changed() {}, moved() {}, announce() {} };
"""

SMALL = "ab.\nba."
"""Three tubes of two units, solved by AC BA BC."""
BALLS = "BALL\nab.\nab.\nba."
"""Solved by AC AC BA BA BC."""
HIDDEN = "HIDDEN\nab.\nBA."
"""The small level with what is below hidden."""
NEARLY_STUCK = "acdd.\nbacd.\nbabc."
"""After AE no pour is possible any more."""


def generated(seed=1, **settings):
    rng = np.random.Generator(np.random.PCG64(seed))
    return FAMILY.generate(FAMILY.random_genome(DECLARATION.space(settings), rng)).level


@pytest.fixture(scope="module")
def level() -> Level:
    """A generated level whose tubes stand in two racks."""
    return generated(colours=(8,))


@pytest.fixture(scope="module")
def solution(level: Level) -> str:
    return FAMILY.solve(level, 100_000).moves


@pytest.fixture
def run(scripts):
    """Runs a function of the modules of the player: `run("(it) => ...", it)`."""
    return lambda body, it: scripts.evaluate(f"async (it) => {{{IMPORTS} return ({body})(it); }}", it)


@pytest.fixture
def page(browser: Browser, site: PlayerSite, level: Level, solution: str) -> Iterator[Page]:
    """The level, ready to be played; it ends without an error."""
    page = open_page(browser, site.add("watersort", format_level(level), solution=solution))
    yield page
    assert page.errors == []  # type: ignore[attr-defined]
    page.context.close()


@pytest.fixture
def opened(browser: Browser, site: PlayerSite):
    """Opens a level; at the end no page may have had an error."""
    pages = []

    def opened(text, **settings):
        pages.append(open_page(browser, site.add("watersort", text), **settings))
        return pages[-1]

    yield opened
    for page in pages:
        assert page.errors == []
        page.context.close()


@pytest.fixture(scope="module")
def small(browser: Browser, site: PlayerSite) -> Iterator[Page]:
    """The small level, for tests that play from its start whatever was played before."""
    page = open_page(browser, site.add("watersort", SMALL))
    yield page
    assert page.errors == []  # type: ignore[attr-defined]
    page.context.close()


class Tubes:
    """Where the tubes of a level are on its page."""

    def __init__(self, page, level):
        self._rack = rack_of(level)
        self._board = Board(page, self._rack.width, self._rack.rows * self._rack.height)

    def middle(self, name):
        column, row = self._rack.corner(TUBES.index(name))
        return self._board.middle(column, row + self._rack.height // 2)

    def beside(self, name):
        """A point of the paper on the right of a tube."""
        column, row = self._rack.corner(TUBES.index(name))
        return self._board.middle(column + 1, row + 1)


def tubes_of(page, text):
    return Tubes(page, parse_level(text))


def tap(page, tubes, names):
    for name in names:
        page.mouse.click(*tubes.middle(name))


def drag(page, start, end):
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=4)
    page.mouse.up()


def expect_figures(page, *values):
    for place, value in enumerate(values):
        expect(page.locator("#player-figures dd").nth(place)).to_have_text(str(value))


def expect_said(page, text):
    expect(page.locator("#player-live")).to_have_text(text)


def answer_of(page):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.keyboard.press("Control+c")
    return page.evaluate("navigator.clipboard.readText()")


def load(page, text):
    if not page.get_by_label("Moves to play").is_visible():
        page.get_by_text("Moves as text").click()
    page.get_by_label("Moves to play").fill(text)
    page.get_by_role("button", name="Play these moves").click()


def assert_solved(page, level, solution):
    pours = len(solution.split())
    expect(page.get_by_role("status").filter(has_text="Solved")).to_contain_text(f"Pours {pours}")
    expect_figures(page, pours, 0)
    answer = answer_of(page)
    assert answer == solution
    assert FAMILY.check(level, answer).moves == answer
    expect(page.locator("#player-answers")).to_contain_text(f"Best by poursPours {pours}")


def test_tubes_that_are_tapped_are_poured(page, level, solution):
    tap(page, Tubes(page, level), solution.replace(" ", ""))
    assert_solved(page, level, solution)


def test_tubes_that_are_dragged_are_poured(page, level, solution):
    tubes = Tubes(page, level)
    for source, target in solution.split():
        drag(page, tubes.middle(source), tubes.middle(target))
    assert_solved(page, level, solution)


def test_tubes_are_poured_with_the_cursor(page, level, solution):
    abreast, at = rack_of(level).abreast, 0
    for name in solution.replace(" ", ""):
        place = TUBES.index(name)
        down, right = place // abreast - at // abreast, place % abreast - at % abreast
        for key, count in (("ArrowDown", down), ("ArrowUp", -down), ("ArrowRight", right), ("ArrowLeft", -right)):
            for _ in range(count):
                page.keyboard.press(key)
        page.keyboard.press("Enter")
        at = place
    assert_solved(page, level, solution)


def test_tubes_are_poured_by_their_names(page, level, solution):
    for name in solution.replace(" ", ""):
        page.keyboard.press(f"Shift+{name}")
    assert_solved(page, level, solution)


def test_a_finger_pours_on_a_phone(opened, level, solution):
    page = opened(format_level(level), **PHONE)
    tubes, finger = Tubes(page, level), page.context.new_cdp_session(page)
    first, *others = solution.split()
    touch(finger, "touchStart", tubes.middle(first[0]))
    touch(finger, "touchMove", tubes.middle(first[1]))
    touch(finger, "touchEnd")
    for name in "".join(others):
        page.touchscreen.tap(*tubes.middle(name))
    assert_solved(page, level, solution)


def test_letters_of_the_frame_keep_their_meaning_without_shift(opened):
    page = opened(format_level(generated(colours=(24,), capacity=2)))
    for key in ("Shift+A", "Shift+Z"):
        page.keyboard.press(key)
    assert answer_of(page) == "AZ"
    for key, position in (("z", 0), ("x", 1), ("p", 1)):
        page.keyboard.press(key)
        expect_figures(page, position)
    page.keyboard.press("i")
    expect(page.locator("#player-instant")).to_be_checked()


def test_the_chosen_tube_is_given_up(opened):
    page = opened(SMALL)
    tubes = tubes_of(page, SMALL)
    for way in ("tap", "Enter", "Shift+A", "Escape"):
        tap(page, tubes, "A")
        expect_said(page, "Tube 1 is chosen.")
        if way == "tap":
            tap(page, tubes, "A")
        else:
            page.keyboard.press(way)
        tap(page, tubes, "C")
        expect_said(page, "Tube 3 is empty.")
        expect_figures(page, 0)


CHANGED = """(text) => {
    const player = createPlayer(text, host);
    const cells = [...Array(player.columns * player.rows).keys()].map(
        (place) => ({ column: place % player.columns, row: Math.floor(place / player.columns) }));
    const looks = () => cells.map(({ column, row }) => player.look(column, row));
    const differing = (ones, others) => cells.filter((_, place) => ones[place] !== others[place]);
    const before = looks();
    player.tap({ column: 1, row: 2 });
    const chosen = looks();
    player.tap({ column: 1, row: 2 });
    return [differing(before, chosen), differing(before, looks())];
}"""


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        (SMALL, {(1, 0), (1, 1), (1, 3), (5, 0)}),
        ("ab.\nab.\nba.", {(1, 0), (1, 2), (1, 4), (5, 0)}),
        (BALLS, {(1, 0), (1, 1), (1, 4), (5, 0)}),
    ],
)
def test_what_will_be_poured_is_lifted_and_the_tubes_that_can_take_it_are_marked(run, text, changed):
    chosen, given_up = run(CHANGED, text)
    assert {(cell["column"], cell["row"]) for cell in chosen} == changed
    assert given_up == []


def test_a_drag_that_only_strays_is_a_tap(opened):
    page = opened(SMALL)
    tubes = tubes_of(page, SMALL)
    for name in "AC":
        x, y = tubes.middle(name)
        drag(page, (x, y - 15), (x, y + 15))
    expect_figures(page, 1)
    assert answer_of(page) == "AC"


def test_beside_the_tubes_nothing_is_poured_or_given_up(opened):
    page = opened(SMALL)
    tubes = tubes_of(page, SMALL)
    tap(page, tubes, "A")
    page.mouse.click(*tubes.beside("B"))
    drag(page, tubes.middle("A"), tubes.beside("B"))
    expect_figures(page, 0)
    tap(page, tubes, "C")
    assert answer_of(page) == "AC"


@pytest.mark.parametrize(
    ("text", "pour", "empty", "reason"),
    [
        (SMALL, "AB", "C", "Another colour is on top of tube 2."),
        ("aa.\nbb.", "AB", "C", "Tube 2 is full."),
        (
            "WHOLE\na...\naa..\nbbb.",
            "AB",
            "D",
            "Not all units of the colour on top of tube 1 fit into tube 2.",
        ),
    ],
)
def test_a_pour_that_is_not_allowed_changes_nothing_and_chooses_the_other_tube(opened, text, pour, empty, reason):
    page = opened(text)
    tubes = tubes_of(page, text)
    drag(page, *map(tubes.middle, pour))
    expect_said(page, reason)
    tap(page, tubes, pour)
    expect_said(page, f"{reason} Tube 2 is chosen.")
    expect_figures(page, 0)
    tap(page, tubes, empty)
    assert answer_of(page) == f"B{empty}"


def test_a_tap_beside_a_tube_means_it_nearly_up_to_the_middle_of_the_gap(opened):
    page = opened(SMALL)
    tubes = tubes_of(page, SMALL)
    (left, _), (right, y) = tubes.middle("A"), tubes.beside("A")
    page.mouse.click(left + 0.8 * (right - left), y)
    page.mouse.click(*tubes.middle("C"))
    assert answer_of(page) == "AC"


def test_tubes_are_chosen_by_their_numbers(opened):
    page = opened(SMALL)
    for key in "13":
        page.keyboard.press(key)
    assert answer_of(page) == "AC"
    load(page, "1>3 2-1")
    assert answer_of(page) == "AC BA"


def test_an_empty_tube_cannot_be_dragged(opened):
    page = opened(SMALL)
    tubes = tubes_of(page, SMALL)
    drag(page, tubes.middle("C"), tubes.middle("A"))
    expect_said(page, "Tube 3 is empty.")
    expect_figures(page, 0)


def test_the_cursor_says_what_is_in_a_tube_and_stays_on_the_board(opened):
    page = opened(SMALL)
    for key in ("ArrowLeft", "ArrowUp", "ArrowDown"):
        page.keyboard.press(key)
    page.keyboard.press("ArrowRight")
    expect_said(page, "Tube 2, from the top: B, A")
    page.keyboard.press("ArrowRight")
    expect_said(page, "Tube 3 is empty.")


def test_pours_are_taken_back_and_made_again(page, solution):
    load(page, solution)
    last = len(solution.split())
    for action, position in (("undo", last - 1), ("undo", last - 2), ("redo", last - 1), ("restart", 0), ("end", last)):
        page.locator(f"[data-action={action}]").click()
        expect_figures(page, position)
    expect_figures(page, last, 0)
    page.locator("[data-action=undo]").click()
    expect(page.locator("#player-solved")).to_be_hidden()
    assert answer_of(page) == " ".join(solution.split()[:-1])


def test_a_pour_after_some_were_taken_back_takes_their_place(opened):
    page = opened(SMALL)
    load(page, "AC BA")
    page.locator("[data-action=restart]").click()
    tap(page, tubes_of(page, SMALL), "BC")
    page.locator("[data-action=end]").click()
    expect_figures(page, 1, 2)
    assert answer_of(page) == "BC"


def test_equal_pours_of_balls_are_taken_back_and_made_again_together(opened):
    page = opened(BALLS)
    load(page, "AC AC BA BA BC")
    expect_figures(page, 5, 0)
    for action, position in (("undo", 4), ("undo", 2), ("undo", 0), ("redo", 2), ("redo", 4), ("redo", 5)):
        page.locator(f"[data-action={action}-run]").click()
        expect_figures(page, position)


def test_colours_are_counted_until_they_are_together(opened):
    page = opened(SMALL)
    for pour, *figures in (("", 0, 2), ("AC", 1, 2), ("BA", 2, 1), ("BC", 3, 0)):
        tap(page, tubes_of(page, SMALL), pour)
        expect_figures(page, *figures)
    expect(page.locator("#player-figures dt").nth(1)).to_have_text("Colours to sort")
    expect(page.locator("#player-solved")).to_be_visible()


def test_tubes_are_counted_where_a_colour_may_be_in_several(opened):
    page = opened(f"LOOSE\n{SMALL}")
    for pour, *figures in (("", 0, 2), ("AC", 1, 1), ("BA", 2, 0)):
        tap(page, tubes_of(page, SMALL), pour)
        expect_figures(page, *figures)
    expect(page.locator("#player-figures dt").nth(1)).to_have_text("Tubes to sort")
    expect(page.locator("#player-solved")).to_be_visible()


def test_the_player_warns_where_no_pour_is_possible_any_more(opened):
    page = opened(NEARLY_STUCK)
    warning = page.locator("#player-warning")
    expect(warning).to_be_hidden()
    tap(page, tubes_of(page, NEARLY_STUCK), "AE")
    expect(warning).to_contain_text("No more pours are possible")
    page.keyboard.press("z")
    expect(warning).to_be_hidden()


def test_the_solution_is_replayed(page):
    page.get_by_role("button", name="Show a solution").click()
    expect(page.get_by_role("status").filter(has_text="Solved")).to_be_visible()


@pytest.mark.parametrize(
    "text",
    [
        "AC BA BC",
        "a>c, B-A\nbc",
        "AC BA BC CA BA",
        "deep = 2 from 1 to 2\ndeep = 1 from 1 to 0\ndeep = 0 from 0 to 2",
        "deep = 1 from 1 to 2\ndeep = 1 from 1 to 0\ndeep = 0 from 0 to 2",
    ],
)
def test_pours_are_read_in_every_notation_of_the_family(small, text):
    small.locator("[data-action=restart]").click()
    load(small, text)
    expect_figures(small, 3, 0)
    assert answer_of(small) == FAMILY.check(parse_level(SMALL), text).moves


REFUSED = """([text, level]) => {
    const said = (message, values) => message.replace(/{(\\w+)}/g, (_, name) => values[name]);
    try {
        gameOf(text, new Puzzle(level), said);
        return "";
    } catch (error) {
        return error.message;
    }
}"""


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("AD", "“AD” is not a pour. Write two tubes from A to C, such as AB."),
        ("ACB", "“ACB” is not a pour"),
        ("AC B", "“B” is not a pour"),
        ("deep = 0 from 0 to 99", "“A?” is not a pour"),
        ("AC BB", "Pour 2, BB, is not allowed. A tube cannot be poured into itself."),
        ("CA", "Pour 1, CA, is not allowed. Tube 3 is empty."),
        ("AC, b>c", "Pour 2, BC, is not allowed. Another colour is on top of tube 3."),
    ],
)
def test_what_is_no_solution_is_refused_with_the_reason(run, text, reason):
    assert reason in run(REFUSED, [text, SMALL])


def test_a_refusal_is_shown_and_nothing_is_played(opened):
    page = opened(SMALL)
    load(page, "AC BB")
    expect(page.get_by_text("Pour 2, BB, is not allowed. A tube cannot be poured into itself.")).to_be_visible()
    expect_figures(page, 0)


def test_paints_are_those_of_the_pictures(run):
    assert run("() => PAINTS", None) == [colour.paint for colour in COLOURS]
    assert run("() => HIDDEN_PAINT", None) in FAMILY.render(parse_level(HIDDEN))


STANDING = """(sizes) => sizes.map(([tubes, capacity]) => {
    const rack = new Rack(tubes, capacity);
    const cells = [...Array(rack.rows).keys()].flatMap(
        (row) => [...Array(rack.columns).keys()].map((column) => ({ column, row })));
    const tops = cells.filter((cell) => rack.placeAt(cell) !== null && rack.heightAt(cell) === capacity);
    const corners = tops.map(({ column, row }) => [column, row]);
    return [rack.columns, rack.rows, corners, tops.map((cell) => rack.placeAt(cell))];
})"""


def test_tubes_stand_as_in_the_pictures(run):
    sizes = [(tubes, capacity) for tubes in range(2, 27) for capacity in (2, 5, 16)]
    for (tubes, capacity), (columns, rows, corners, places) in zip(sizes, run(STANDING, sizes), strict=True):
        rack = rack_of(Level(("",) * tubes, capacity))
        assert (columns, rows) == (rack.width, rack.rows * rack.height)
        assert places == [*range(tubes)]
        assert corners == [[*rack.corner(place)] for place in places]


PLAYED = """(games) => games.map(([text, pours]) => {
    const puzzle = new Puzzle(text);
    const known = (tubes) => ({ tubes, unsorted: puzzle.unsorted(tubes), pours: puzzle.pours(tubes).map(pourName) });
    let { tubes } = puzzle;
    return [known(tubes), ...pours.map(([source, target]) => {
        tubes = moved(tubes, { source, target }, puzzle.amount(tubes, { source, target }));
        return known(tubes);
    })];
})"""


def random_game(level, rng, length=25):
    """Pours made at random, as long as there are any."""
    moves = []
    for _ in range(length):
        *_, tubes = positions(level, moves)
        choices = [*moves_in(level, tubes)]
        if not choices:
            break
        moves.append(choices[rng.integers(len(choices))])
    return moves


def unsorted(level, tubes):
    """How many colours are not together, or where that is enough how many tubes have several."""
    if level.end is End.LOOSE:
        return sum(len(set(tube)) > 1 for tube in tubes)
    return sum(colour * level.capacity not in tubes for colour in level.colours)


@pytest.mark.parametrize("ends", ENDS)
@pytest.mark.parametrize("pours", POURS)
def test_what_may_be_poured_and_what_is_solved_is_what_the_family_says(run, pours, ends):
    rng = np.random.default_rng(5)
    rules = {"pours": pours, "ends": ends}
    levels = [generated(seed, colours=(3, 6), capacity=2 + seed % 4, empty=(1, 2), **rules) for seed in range(12)]
    levels += [generated(seed, colours=(4,), fill="backward", steps=8, **rules) for seed in range(8)]
    games = [(level, random_game(level, rng)) for level in levels]
    found = run(PLAYED, [(format_level(level), moves) for level, moves in games])
    for (level, moves), states in zip(games, found, strict=True):
        for tubes, state in zip(positions(level, moves), states, strict=True):
            assert tuple(state["tubes"]) == tubes
            assert state["pours"] == [str(move) for move in moves_in(level, tubes)]
            assert state["unsorted"] == unsorted(level, tubes)
            assert (state["unsorted"] == 0) == is_solved(level, tubes)


SHOWN = """(games) => games.map(([text, pours]) => {
    const game = new Game(new Puzzle(text));
    const seen = () => game.tubes.map((_, place) => game.shown(place));
    return [seen(), ...pours.map(([source, target]) => {
        game.pour({ source, target });
        return seen();
    })];
})"""


def test_hidden_units_are_seen_when_the_family_says_so(run):
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


def test_hidden_units_come_to_light_and_stay_seen(opened):
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
