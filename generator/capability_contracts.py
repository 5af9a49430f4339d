"""The contracts of capabilities, which a family's test class inherits beside or instead of `FamilyContract`.

class TestNameFamily(ImportingContract, ShorteningContract):
    family = FAMILY
    ...
"""

from itertools import product
from typing import Any, ClassVar, cast

import pytest

from generator import CheckedSolution, Scene, Space, defaults
from generator.capabilities import (
    Animation,
    Bounding,
    Guiding,
    Importing,
    Judging,
    Positions,
    Revealing,
    SeedLevels,
    Shortening,
)
from generator.errors import IllegalMoveError
from generator.guidance import Effort, Outlook
from generator.testing import FamilyContract, assert_json, sides, stream
from generator.values import PICTURE_CELL, SEEDS

SMALL_BUDGET = 20
LONG = 200
"""Letters of the longest solution that is found again hint by hint."""
HINTED = Effort(nodes=2000, nodes_of_earlier=500, seconds=30)


class SeedLevelsContract(FamilyContract):
    """Sessions begin with given levels."""

    capability: ClassVar[type] = SeedLevels

    def test_seeds_give_levels_of_the_space(self, space: Space) -> None:
        text = "\n\n".join(self.family.format(level) for _, level in self._levels(space))
        seeded = cast(SeedLevels, self.family).seeded(space, text)
        assert_json(seeded)
        assert {**seeded, **space} == seeded
        assert len(seeded[SEEDS]) == len(self._levels(space))
        assert list(self._generated(seeded[SEEDS]))
        self.family.random_genome(seeded, stream(1))


class ImportingContract(FamilyContract):
    """Levels from elsewhere can be stored."""

    capability: ClassVar[type] = Importing

    def test_genome_of_a_level_generates_it(self, space: Space) -> None:
        for _, level in self._levels(space):
            genome = cast(Importing[Any], self.family).genome_of(level)
            assert_json(genome)
            assert self.family.format(self.family.generate(genome).level) == self.family.format(level)


class BoundingContract(FamilyContract):
    """Bounds are given without a search."""

    capability: ClassVar[type] = Bounding

    def test_the_least_of_a_level_is_no_more_than_its_depth(self, space: Space) -> None:
        for _, level in self._levels(space):
            least = cast(Bounding[Any], self.family).least(level)
            assert least >= 0
            solution = self._solve(level, space)
            assert solution.upper_bound is None or least <= solution.upper_bound


class ShorteningContract(FamilyContract):
    """Solutions are made shorter."""

    capability: ClassVar[type] = Shortening

    def test_shorter_solutions_are_solutions_and_shorter(self, space: Space) -> None:
        shorten = cast(Shortening[Any], self.family).shorten
        for _, level in self._levels(space):
            moves = self._solve(level, space).moves
            if not moves:
                continue
            found = [*shorten(level, moves, SMALL_BUDGET)]
            assert found == [*shorten(level, moves, SMALL_BUDGET)]
            depths = [self.family.replay(level, better) for better in (moves, *found)]
            assert depths == sorted(depths, reverse=True)
            with pytest.raises(IllegalMoveError):
                shorten(level, moves[:-1], SMALL_BUDGET)


class JudgingContract(FamilyContract):
    """Solutions are judged in any notation."""

    capability: ClassVar[type] = Judging

    def test_checked_solution_is_one_and_needs_no_tail(self, space: Space) -> None:
        check = cast(Judging[Any], self.family).check
        for _, level in self._levels(space):
            solution = self._solve(level, space)
            if not solution.moves:
                continue
            checked = check(level, solution.moves)
            assert self.family.replay(level, checked.moves) > 0
            assert check(level, checked.moves) == CheckedSolution(checked.moves, 0, checked.metrics)
            assert check(level, f"{checked.moves} {checked.moves}").moves == checked.moves
            with pytest.raises(IllegalMoveError):
                check(level, checked.moves[:-1])
            assert check(level, checked.moves, len(checked.moves)) == check(level, checked.moves)
            with pytest.raises(IllegalMoveError, match=r"more than|longer than"):
                check(level, checked.moves, len(checked.moves) - 1)


class RevealingContract(FamilyContract):
    """Pictures of levels hide something of them."""

    capability: ClassVar[type] = Revealing

    def test_what_is_revealed_is_drawn_in_a_picture_of_the_same_size(self, space: Space) -> None:
        for _, level in self._levels(space):
            revealed = cast(Revealing[Any], self.family).render_revealed(level)
            assert sides(revealed) == sides(defaults.render(self.family, level))


class AnimationContract(FamilyContract):
    """Solutions are shown as moving pictures."""

    capability: ClassVar[type] = Animation

    def test_scenes_lie_within_the_first_which_is_the_level(self, space: Space) -> None:
        for _, level in self._levels(space):
            moves = self._solve(level, space).moves
            for most in (1, 3, 1000) if moves else ():
                first, *changes = cast(Animation[Any], self.family).animate(level, moves, most)
                assert first == Scene(defaults.render(self.family, level), 0, 0)
                assert 1 <= len(changes) <= most
                for change in changes:
                    corner, size = (change.x, change.y), sides(change.svg)
                    assert all(at >= 0 and at % PICTURE_CELL == 0 for at in corner)
                    ends = (at + side for at, side in zip(corner, size, strict=True))
                    assert all(end <= side for end, side in zip(ends, sides(first.svg), strict=True))

    def test_what_is_no_solution_is_not_animated(self, space: Space) -> None:
        for _, level in self._levels(space):
            if self._solve(level, space).upper_bound != 0:
                with pytest.raises(IllegalMoveError):
                    cast(Animation[Any], self.family).animate(level, "", 3)


class GuidingContract(FamilyContract):
    """Players learn how their game stands."""

    capability: ClassVar[type] = Guiding

    def test_whoever_follows_the_hints_solves_the_level(self, space: Space) -> None:
        guide = cast(Guiding[Any], self.family).guide
        for _, level in self._levels(space):
            solution = self._solve(level, space)
            if not solution.moves or len(solution.moves) > LONG:
                continue
            steps: list[str] = []
            view = guide(level, "", solution.moves, HINTED).view
            while view.outlook is Outlook.OPEN and view.step:
                steps.append(view.step)
                assert len(steps) <= LONG
                view = guide(level, " ".join(steps), solution.moves, HINTED).view
            assert view.left == 0 or view.outlook is Outlook.UNKNOWN
            return


class PositionsContract(FamilyContract):
    """A level is recognised in the positions of its games."""

    capability: ClassVar[type] = Positions

    def test_a_level_is_a_position_of_itself_and_not_of_every_other_one(self, space: Space) -> None:
        family = cast(Positions[Any], self.family)
        levels = [level for _, level in self._levels(space)]
        assert all(family.may_be_reached(level, level) for level in levels)
        identities = [self.family.identity(level) for level in levels]
        for level, start in product(levels, repeat=2):
            if len({*identities}) > 1 and not family.may_be_reached(level, start):
                return
        assert len({*identities}) == 1
