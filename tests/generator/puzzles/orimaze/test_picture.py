"""Pictures of levels and of their solutions."""

from generator import get_family

FAMILY = get_family("orimaze")
LEVEL = FAMILY.parse("VVH\nVHV\nH.V")
ARRANGED = FAMILY.parse("VH\nH.\n--\nVH\n.H")


def test_a_picture_has_every_piece_and_the_corner():
    picture = FAMILY.render(LEVEL)
    assert picture.startswith('<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48"')
    assert (picture.count("#2f6f9f"), picture.count("#d9a13b"), picture.count("#c0461e")) == (3, 5, 1)


def test_an_arrangement_has_a_mark_in_every_cell():
    assert FAMILY.render(ARRANGED).count("#c0461e") == 4


def test_the_ruler_is_one_cell_more():
    assert 'width="64" height="64"' in FAMILY.render(LEVEL, ruler=True)


def test_a_move_changes_two_cells():
    first, *changes = FAMILY.animate(LEVEL, "lururddlulur", 100)
    assert first.svg == FAMILY.render(LEVEL)
    assert len(changes) == 12
    left, up, *_ = changes
    assert (left.x, left.y) == (0, 32)
    assert 'width="32" height="16"' in left.svg
    assert (up.x, up.y) == (0, 16)


def test_the_last_moves_are_shown_together_where_there_are_too_many():
    _, *changes = FAMILY.animate(LEVEL, "lururddlulur", 3)
    assert len(changes) == 3
