"""What the border says of levels, beyond the contract of every family."""

import pytest

from generator import get_declaration, get_family
from generator.errors import SettingError
from generator.puzzles.watersort.level import Level, format_level
from generator.puzzles.watersort.variants import End, Pour
from generator.values import Description
from tests.generator.puzzles.watersort.published import Article

FAMILY, DECLARATION = get_family("watersort"), get_declaration("watersort")
LEVEL = Level(("ab", "ba", ""), 2)


@pytest.mark.parametrize(
    ("level", "type_"),
    [
        (LEVEL, "2x2+1"),
        (Level(LEVEL.tubes, 2, Pour.BALL), "2x2+1 ball"),
        (Level((*LEVEL.tubes, ""), 2, Pour.WHOLE, End.LOOSE), "2x2+2 whole loose"),
    ],
)
def test_levels_are_called_by_their_size_and_unusual_rules(level, type_):
    assert FAMILY.describe(level) == Description(type_, 2, len(level.tubes))


def test_the_printed_solution_of_the_article_is_accepted_under_its_rules(shared):
    article = Article(shared)
    (entry,) = FAMILY.parse_file(f"LOOSE\n{article.numbers('14')}")
    checked = FAMILY.check(FAMILY.parse(entry.text), article.solution)
    assert (checked.cut, checked.metrics) == (0, {"pours": 46})
    assert len(checked.moves.split()) == FAMILY.replay(FAMILY.parse(entry.text), checked.moves) == 46


@pytest.mark.parametrize(
    ("wishes", "why"),
    [
        ({"colours": (3,)}, "level 1 of the file is of another size; give --colours 2 --capacity 2 --empty 1 too"),
        ({"colours": (2,), "capacity": 3}, "level 1 of the file is of another size"),
        ({"colours": (2,), "capacity": 2, "empty": (2,)}, "level 1 of the file is of another size"),
        (
            {"colours": (2,), "capacity": 2, "empty": (1,), "pours": "ball"},
            "other rules; give --pours water --ends together",
        ),
    ],
)
def test_seeds_that_do_not_fit_are_refused_with_the_remedy(wishes, why):
    with pytest.raises(SettingError, match=why):
        FAMILY.seeded(DECLARATION.space(wishes), format_level(LEVEL))
