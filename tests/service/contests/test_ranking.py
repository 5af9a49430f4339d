"""Rankings against tables made by hand, by the rules of the monthly contests."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from generator import get_declaration
from service.contests.ranking import champions, copies, overall, place_of, ranking, rankings, scores
from storage.contests import Part
from storage.submissions import SubmissionRow

ORDERS = get_declaration("sokoban").rankings
BY_MOVES, BY_PUSHES = ORDERS


def row(
    number: int, player: str, moves: int, pushes: int, minute: int = 0, *, digest: str = "", part: Part = Part.MAIN
) -> SubmissionRow:
    return SubmissionRow(
        number,
        part,
        player,
        "",
        "",
        f"2026-05-01T12:{minute:02}:00.000+00:00",
        digest or str(number),
        {"moves": moves, "pushes": pushes},
    )


def names(rows: Sequence[SubmissionRow], order: Sequence[str]) -> list[str]:
    return [standing.player for standing in ranking(rows, order)]


ANSWERS = (
    row(1, "Anna", 100, 30, 1),
    row(2, "Bertil", 90, 40, 2),
    row(3, "Cecilia", 90, 35, 9),
    row(4, "David", 90, 35, 8),
    row(5, "Anna", 120, 20, 5),
    row(6, "Anna", 110, 20, 6),
)


def test_by_moves_then_pushes_then_who_was_earlier() -> None:
    assert names(ANSWERS, BY_MOVES) == ["David", "Cecilia", "Bertil", "Anna"]


def test_by_pushes_then_moves_with_the_best_answer_of_each_player_for_each_table() -> None:
    assert names(ANSWERS, BY_PUSHES) == ["Anna", "David", "Cecilia", "Bertil"]
    anna, *_ = ranking(ANSWERS, BY_PUSHES)
    assert (anna.rank, anna.metrics) == (1, {"moves": 110, "pushes": 20})


def test_of_equal_answers_of_a_player_the_earlier_counts() -> None:
    first, *others = ranking([row(2, "Anna", 9, 3, 7), row(1, "Anna", 9, 3, 4)], BY_MOVES)
    assert first.received_at == "2026-05-01T12:04:00.000+00:00"
    assert not others


def test_names_in_other_capitals_are_one_player() -> None:
    assert names([row(1, "ANNA", 9, 3), row(2, "anna", 8, 3), row(3, "Bertil", 7, 3)], BY_MOVES) == ["Bertil", "anna"]


def test_the_two_champions_are_two_players() -> None:
    assert champions(rankings(ANSWERS, ORDERS)) == {"moves": "David", "pushes": "Anna"}
    better = [*ANSWERS, row(7, "David", 80, 10)]
    assert champions(rankings(better, ORDERS)) == {"moves": "David", "pushes": "Cecilia"}
    assert champions(rankings(ANSWERS[:1], ORDERS)) == {"moves": "Anna", "pushes": None}
    assert champions(rankings([], ORDERS)) == {}
    assert champions(rankings(ANSWERS, [BY_MOVES])) == {}, "one ranking has no champions"


def test_points_of_both_tables_for_the_first_twenty_places() -> None:
    rows = [row(number, f"player {number}", number, 100 - number) for number in range(1, 25)]
    points = dict(scores(rankings(rows, ORDERS)))
    assert points["player 1"] == 20
    assert points["player 24"] == 19.5
    assert points["player 5"] == 16 + 0.5
    assert points["player 12"] == 9 + 7.5
    assert sum(points.values()) == sum(range(1, 21)) + sum(place + 0.5 for place in range(20))


def test_levels_of_other_puzzles_are_ranked_by_what_they_count() -> None:
    orders = get_declaration("linjat").rankings
    answers = [
        SubmissionRow(1, Part.MAIN, "Anna", "", "", "2026-05-01", "a", {"layers": 4}),
        SubmissionRow(2, Part.MAIN, "Bertil", "", "", "2026-05-02", "b", {"layers": 4}),
    ]
    assert {name: [one.player for one in table] for name, table in rankings(answers, orders).items()} == {
        "layers": ["Anna", "Bertil"]
    }
    assert rankings([], orders) == {}
    assert scores(rankings(answers, orders)) == [], "points are for two rankings"


def test_the_overall_table_adds_the_points_of_all_levels_and_equals_share_a_rank() -> None:
    extra = [row(7, "anna", 9, 3, 1), row(8, "Emil", 8, 4, 2)]
    found = overall({"main": rankings(ANSWERS, ORDERS), "extra": rankings(extra, ORDERS)})
    main = {"Anna": 17 + 19.5, "David": 20 + 18.5, "Cecilia": 19 + 17.5, "Bertil": 18 + 16.5}
    assert {one.player: one.points["main"] for one in found if "main" in one.points} == main
    assert [(one.rank, one.player, one.total) for one in found[:3]] == [
        (1, "Anna", main["Anna"] + 19 + 19.5),
        (2, "David", 38.5),
        (2, "Emil", 20 + 18.5),
    ]


def test_the_place_of_a_player_is_found_by_what_the_name_looks_like() -> None:
    table = ranking(ANSWERS, BY_MOVES)
    assert place_of(table, "BERTIL") == 3
    assert place_of(table, "Emil") is None


def test_equal_answers_of_different_players_are_found() -> None:
    rows = [
        row(1, "Anna", 9, 3, 1, digest="same"),
        row(2, "Bertil", 9, 3, 2, digest="same"),
        row(3, "anna", 9, 3, 3, digest="own"),
        row(4, "Anna", 9, 3, 4, digest="own"),
        row(5, "Cecilia", 9, 3, 5, digest="same", part=Part.EXTRA),
    ]
    assert [[found.id for found in group] for group in copies(reversed(rows))] == [[1, 2]]


answers = st.lists(
    st.tuples(st.sampled_from("abcAB"), st.integers(1, 4), st.integers(1, 4), st.integers(0, 3)), max_size=12
).map(lambda found: [row(number, *one) for number, one in enumerate(found)])


@given(answers, st.randoms(use_true_random=False))
def test_the_order_of_the_answers_does_not_matter(rows: list[SubmissionRow], random) -> None:
    shuffled = random.sample(rows, len(rows))
    for order in (BY_MOVES, BY_PUSHES):
        table = ranking(rows, order)
        assert table == ranking(shuffled, order)
        assert [standing.rank for standing in table] == list(range(1, len(table) + 1))
        for name in {found.player.casefold() for found in rows}:
            own = [tuple(one.metrics[key] for key in order) for one in rows if one.player.casefold() == name]
            (standing,) = (one for one in table if one.player.casefold() == name)
            assert tuple(standing.metrics[key] for key in order) == min(own)
    assert copies(rows) == copies(shuffled)
