"""The frame in which levels are played, in a real browser: keys, mouse, fingers, replay, answers."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import PHONE, Board, PlayerSite, open_page, touch

ROOM = "########\n#------#\n#-@$--.#\n#------#\n#------#\n########"
SOLUTION = "RRR"


@pytest.fixture
def played(browser: Browser, site: PlayerSite) -> Iterator[list[Page]]:
    """Pages that were opened; none of them may have had an error."""
    pages: list[Page] = []
    yield pages
    for page in pages:
        assert page.errors == []  # type: ignore[attr-defined]
        page.context.close()


@pytest.fixture
def room(browser: Browser, site: PlayerSite, played: list[Page]) -> Page:
    page = open_page(browser, site.add("sokoban", ROOM, solution=SOLUTION, next=site.add_blank()))
    played.append(page)
    return page


def figures(page: Page) -> list[int]:
    """What the page counts, in the order in which it does."""
    return [int(text.replace(",", "")) for text in page.locator("#player-figures dd").all_text_contents()]


def expect_figures(page: Page, *values: int) -> None:
    for place, value in enumerate(values):
        expect(page.locator("#player-figures dd").nth(place)).to_have_text(f"{value:,}")


def expect_clipboard(page: Page, text: str) -> None:
    """A page writes to the clipboard when the browser lets it."""
    page.wait_for_function("async (text) => await navigator.clipboard.readText() === text", arg=text)


def test_a_level_is_solved_by_keys_and_said_to_be(room: Page) -> None:
    room.keyboard.press("ArrowRight")
    room.keyboard.press("d")
    expect_figures(room, 2, 2, 1)
    expect(room.locator("#player-solved")).to_be_hidden()
    room.keyboard.press("l")
    expect(room.get_by_role("status").filter(has_text="Solved")).to_contain_text("Moves 3 · Pushes 3")
    expect(room.locator("#player-answers")).to_contain_text("Moves 3")


def test_keys_take_moves_back_and_make_them_again(room: Page) -> None:
    for letter in "rul":
        room.keyboard.press({"r": "ArrowRight", "u": "ArrowUp", "l": "ArrowLeft"}[letter])
    for key, moves in [
        ("z", 2), ("Backspace", 1), ("Control+z", 0), ("x", 1), ("Space", 2), ("Control+y", 3), ("Escape", 0),
        ("Control+Shift+z", 1), ("End", 3), ("Home", 0),
    ]:  # fmt: skip
        room.keyboard.press(key)
        expect_figures(room, moves)


def test_a_box_is_pushed_by_choosing_it_and_where_it_shall_go(room: Page) -> None:
    board = Board(room, 8, 6)
    room.mouse.click(*board.middle(3, 2))
    expect(room.locator("#player-live")).to_contain_text("squares")
    room.mouse.click(*board.middle(5, 4))
    expect_figures(room, 6, 4, 2)
    room.mouse.click(*board.middle(5, 4), button="right")
    expect_figures(room, 4, 2, 1)


def test_a_click_on_the_floor_is_a_walk_and_the_wheel_takes_it_back(room: Page) -> None:
    board = Board(room, 8, 6)
    room.mouse.click(*board.middle(6, 4))
    expect_figures(room, 6, 0)
    room.mouse.wheel(0, -120)
    expect_figures(room, 4, 0)
    room.mouse.wheel(0, 60)
    expect_figures(room, 5, 0)


def test_a_move_that_is_not_possible_is_refused_in_words(room: Page) -> None:
    word = room.locator("#player-word")
    room.keyboard.press("ArrowLeft")
    expect(word).to_be_hidden()
    room.keyboard.press("ArrowLeft")
    expect(word).to_have_text("A wall is in the way.")
    expect(room.locator("#player-stage")).to_have_class("is-refusing")
    room.mouse.click(*Board(room, 8, 6).middle(0, 0))
    expect(word).to_have_text("There is no way to walk there.")
    room.keyboard.press("ArrowRight")
    expect(word).to_be_hidden()


def test_an_answer_is_held_against_the_best_one(room: Page) -> None:
    verdict = """async (best) => (await import("/static/player/ending.js")).verdict(
        {figures: [{name: "moves", value: 9}, {name: "pushes", value: 3}]}, best)"""
    for lower, upper, said in [
        (3, 3, "3 pushes, proven optimal"),
        (2, 2, "3 pushes; best possible 2"),
        (1, 4, "3 pushes; better than the best known 4"),
        (1, 3, "3 pushes, as good as the best known"),
        (1, 2, "3 pushes; best known 2"),
        (0, None, "Solved in 3 pushes"),
    ]:
        best = {"figure": "pushes", "unit": "pushes", "single": "push", "lower": lower, "upper": upper}
        assert room.evaluate(verdict, best) == said
    one = verdict.replace("value: 3", "value: 1")
    known = {"figure": "pushes", "unit": "pushes", "single": "push", "lower": 1, "upper": 1}
    assert room.evaluate(one, known) == "1 push, proven optimal"


def test_the_buttons_have_names_and_are_pressed_by_keys(room: Page) -> None:
    room.keyboard.press("ArrowDown")
    room.get_by_role("button", name="Undo", exact=True).focus()
    room.keyboard.press("Space")
    expect_figures(room, 0)
    room.get_by_role("button", name="Redo", exact=True).press("Enter")
    expect_figures(room, 1)


def test_the_page_does_not_scroll_while_one_plays(room: Page) -> None:
    room.set_viewport_size({"width": 600, "height": 400})
    for key in ("ArrowDown", "Space", "End", "ArrowDown"):
        room.keyboard.press(key)
    room.mouse.move(*Board(room, 8, 6).middle(2, 2))
    room.mouse.wheel(0, 300)
    room.wait_for_timeout(100)
    assert room.evaluate("scrollY") == 0


def test_fingers_swipe_tap_and_pinch(browser: Browser, site: PlayerSite, played: list[Page]) -> None:
    page = open_page(browser, site.add("sokoban", ROOM), **PHONE)
    played.append(page)
    board = Board(page, 8, 6)
    page.touchscreen.tap(*board.middle(3, 2))
    page.touchscreen.tap(*board.middle(4, 2))
    expect_figures(page, 1, 1)
    finger = page.context.new_cdp_session(page)
    x, y = board.middle(4, 3)
    touch(finger, "touchStart", (x, y))
    touch(finger, "touchMove", (x + 15, y))
    touch(finger, "touchMove", (x + 30, y))
    touch(finger, "touchEnd")
    expect_figures(page, 2, 2)
    touch(finger, "touchStart", (x, y), (x + 20, y))
    touch(finger, "touchMove", (x - 60, y), (x + 80, y))
    touch(finger, "touchEnd")
    expect_figures(page, 2, 2)
    assert page.evaluate("scrollY") == 0


def test_answers_outlive_the_page_and_only_better_ones_replace_them(room: Page) -> None:
    solve = ["ArrowLeft", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight"]
    for key in solve:
        room.keyboard.press(key)
    expect(room.locator("#player-answers")).to_contain_text("Moves 5")
    room.reload()
    expect(room.locator("#player-answers")).to_contain_text("Moves 5")
    for key in solve[2:]:
        room.keyboard.press(key)
    expect(room.locator("#player-answers")).to_contain_text("Moves 3")
    expect(room.locator("#player-answers")).not_to_contain_text("Moves 5")
    room.get_by_role("button", name="Replay: Best by pushes").click()
    expect_figures(room, 3, 3)


def test_best_by_moves_and_best_by_pushes_are_kept_apart(
    browser: Browser, site: PlayerSite, played: list[Page]
) -> None:
    """Around the wall the box is pushed farther and the player walks less."""
    answers = site.add("sokoban", ROOM)
    page = open_page(browser, answers)
    played.append(page)
    kept = page.evaluate(
        """async () => {
            const { Answers } = await import("/static/player/answers.js");
            const orders = [{ name: "moves", by: ["moves", "pushes"] }, { name: "pushes", by: ["pushes", "moves"] }];
            const answers = new Answers("sokoban", "another level");
            answers.keep("a", { moves: 9, pushes: 5 }, orders);
            answers.keep("b", { moves: 8, pushes: 6 }, orders);
            answers.keep("c", { moves: 8, pushes: 6 }, orders);
            for (let level = 0; level < 300; level += 1) new Answers("sokoban", `${level}`).keep("x", {}, orders);
            const oldest = orders.map((order) => answers.best(order));
            answers.keep("a", { moves: 9, pushes: 5 }, orders);
            answers.keep("b", { moves: 8, pushes: 6 }, orders);
            return [oldest, orders.map((order) => answers.best(order).answer)];
        }"""
    )
    assert kept == [[None, None], ["b", "a"]]


def test_the_stored_solution_is_replayed_and_own_moves_wait(room: Page) -> None:
    room.keyboard.press("ArrowDown")
    room.get_by_role("button", name="Show a solution").click()
    expect(room.locator("#player-solved")).to_be_visible()
    expect(room.locator("#player-answers")).not_to_contain_text("Moves 3")
    slider = room.get_by_role("slider")
    slider.fill("1")
    expect_figures(room, 1, 1)
    room.get_by_role("button", name="Back to my moves").click()
    expect_figures(room, 1, 0)


def test_moves_are_copied_and_pasted_as_text(room: Page) -> None:
    room.context.grant_permissions(["clipboard-read", "clipboard-write"])
    room.keyboard.press("ArrowDown")
    room.keyboard.press("ArrowRight")
    room.keyboard.press("Control+c")
    expect_clipboard(room, "dr")
    room.evaluate("navigator.clipboard.writeText('2(ud) 3r')")
    room.keyboard.press("Control+v")
    expect(room.locator("#player-answers")).to_contain_text("Moves 7")
    room.get_by_text("Moves as text").click()
    room.get_by_role("button", name="Copy the moves").click()
    expect_clipboard(room, "ududRRR")


def test_what_are_no_moves_of_the_level_is_refused_and_changes_nothing(room: Page) -> None:
    room.keyboard.press("ArrowDown")
    room.get_by_text("Moves as text").click()
    for text, reason in [("uuu", "Move 2 runs into a wall"), ("hello", "is not a move")]:
        room.get_by_label("Moves to play").fill(text)
        room.get_by_role("button", name="Play these moves").click()
        expect(room.get_by_text(reason)).to_be_visible()
        expect_figures(room, 1, 0)


def test_a_solution_of_a_million_moves_does_not_freeze_the_page(
    browser: Browser, site: PlayerSite, played: list[Page]
) -> None:
    page = open_page(browser, site.add("sokoban", ROOM, solution=f"{'ud' * 500_000}RRR"))
    played.append(page)
    page.keyboard.press("i")
    page.get_by_role("button", name="Show a solution").click()
    page.keyboard.press("End")
    expect_figures(page, 1_000_003, 3)
    for place in ("500000", "3", "999999", "1000003"):
        page.get_by_role("slider").fill(place)
        expect_figures(page, int(place))


def test_the_form_sends_the_answer_that_was_found(browser: Browser, site: PlayerSite, played: list[Page]) -> None:
    field = {"name": "name", "label": "Name", "type": "text", "maxlength": 40, "autocomplete": "name", "required": True}
    submit = {"url": "/answer", "answer": "lurd", "hidden": {"part": "main"}, "fields": [field]}
    page = open_page(browser, site.add("sokoban", ROOM, submit=submit))
    played.append(page)
    expect(page.get_by_role("button", name="Submit")).to_be_disabled()
    for _ in SOLUTION:
        page.keyboard.press("ArrowRight")
    page.get_by_label("Name").fill("anian")
    # Chromium may wait for ever where a page is closed that is just being left, so it stays.
    page.route("**/answer", lambda route: route.fulfill(status=204))
    with page.expect_request("**/answer") as sent:
        page.locator("#player-submission").get_by_role("button", name="Submit").click()
    assert sent.value.post_data == "part=main&lurd=RRR&name=anian"


def test_the_next_level_is_a_key_away(room: Page) -> None:
    room.keyboard.press("PageDown")
    expect(room).to_have_url(re.compile("/blank$"))


def test_what_was_not_touched_is_not_painted_again(browser: Browser, site: PlayerSite, played: list[Page]) -> None:
    """A move on a board of 100 x 100 paints the cells that it changes, even where the whole board is in view."""
    rows = ["#" * 100, *["#" + "-" * 98 + "#"] * 98, "#" * 100]
    rows[50] = "#--@$" + "-" * 93 + ".#"
    page = open_page(browser, site.add("sokoban", "\n".join(rows)))
    played.append(page)
    page.evaluate(
        """() => {
            window.painted = 0;
            window.settled = async () => {
                for (let before = -1; before < window.painted;) {
                    before = window.painted;
                    for (let frame = 0; frame < 30; frame += 1) await new Promise(requestAnimationFrame);
                }
                return window.painted;
            };
            const paint = CanvasRenderingContext2D.prototype.drawImage;
            CanvasRenderingContext2D.prototype.drawImage = function (...rest) {
                if (this.canvas.closest("#player-stage")) window.painted += 1;
                return paint.apply(this, rest);
            };
        }"""
    )
    before = page.evaluate("settled()")
    page.keyboard.press("ArrowRight")
    expect_figures(page, 1, 1)
    assert page.evaluate("settled()") - before == 3


def test_a_box_is_dragged_to_where_it_can_be_pushed(room: Page) -> None:
    board = Board(room, 8, 6)
    for start, end, moves in [((3, 2), (0, 0), 0), ((3, 2), (5, 4), 6)]:
        room.mouse.move(*board.middle(*start))
        room.mouse.down()
        room.mouse.move(*board.middle(*end), steps=4)
        room.mouse.up()
        expect_figures(room, moves)
    expect(room.locator("#player-word")).to_be_hidden()


def test_a_checkpoint_is_gone_back_to_whatever_was_tried_since(room: Page) -> None:
    for key in ("ArrowRight", "ArrowDown", "c", "Home", "ArrowDown", "ArrowDown"):
        room.keyboard.press(key)
    expect_figures(room, 2, 0)
    room.reload()
    room.get_by_role("button", name="Move 2").click()
    expect_figures(room, 2, 1)


def test_boxes_that_are_stuck_are_marked_for_whoever_wants_it(room: Page) -> None:
    warning = room.locator("#player-warning")
    for key in ("ArrowUp", "ArrowRight", "ArrowDown", "ArrowDown"):
        room.keyboard.press(key)
    expect_figures(room, 4, 2)
    expect(warning).to_be_hidden()
    room.get_by_text("Board and replay").click()
    room.get_by_label("Boxes that are stuck").select_option("are marked")
    expect(warning).to_contain_text("stuck")
    room.reload()
    expect(warning).to_contain_text("stuck")
    room.keyboard.press("z")
    expect(warning).to_be_hidden()


def test_the_board_is_as_dark_as_the_page_or_as_the_visitor_wants(room: Page) -> None:
    board = Board(room, 8, 6)
    middle = board.middle(1, 1)
    box = room.locator("#player-stage").bounding_box()
    assert box
    x, y = (round(at) for at in (middle[0] - box["x"], middle[1] - box["y"]))
    colour = f"""() => [...document.querySelector("#player-stage canvas").getContext("2d")
        .getImageData({x}, {y}, 1, 1).data].slice(0, 3).reduce((sum, part) => sum + part)"""
    room.wait_for_function(f"() => ({colour})() > 600")
    room.get_by_text("Board and replay").click()
    room.get_by_label("Colours of the board").select_option("dark")
    room.wait_for_function(f"() => ({colour})() < 200")


@pytest.mark.parametrize("family", ["sokoban", "linjat", "watersort"])
def test_the_rules_are_three_lines_and_a_level_that_solves_itself(
    browser: Browser, site: PlayerSite, played: list[Page], family: str
) -> None:
    level = {"sokoban": ROOM, "linjat": "2.\n  ", "watersort": "ba.\nab."}[family]
    page = open_page(browser, site.add(family, level))
    played.append(page)
    expect(page.locator("#player-rules-list li")).to_have_count(3)
    solves = """async (module) => {
        const { createPlayer } = await import(module);
        const nothing = () => {};
        const host = { _: (text) => text, changed: nothing, moved: nothing, announce: nothing, refuse: nothing };
        const { rules } = createPlayer(JSON.parse(document.getElementById("game").textContent).level, host);
        const demo = createPlayer(rules.demo.level, host);
        demo.load(rules.demo.moves);
        return demo.solved;
    }"""
    assert page.evaluate(solves, f"/families/{family}/player/index.js")
    page.get_by_text("Rules", exact=True).click()
    page.reload()
    expect(page.locator("#player-rules-list li").first).to_be_hidden()
