"""Solutions, and what is measured of them."""

import math
from dataclasses import replace
from itertools import islice

import pytest

from generator import Request, SolveStatus, Space, defaults
from generator.errors import IllegalMoveError
from generator.testing.samples import Sampled, assert_json


class SolutionContract(Sampled):
    """Solutions are proven by replay, and what is measured depends on the level alone."""

    def test_solution_is_proven_by_replay(self, space: Space) -> None:
        for _, level in self._levels(space):
            solution = self._solve(level, space)
            assert solution.nodes <= solution.budget
            if solution.upper_bound is not None:
                assert solution.lower_bound <= solution.upper_bound
                assert self.family.replay(level, solution.moves) == solution.upper_bound
            if solution.status is SolveStatus.SOLVED:
                assert solution.upper_bound is not None

    def test_solving_is_deterministic(self, space: Space) -> None:
        for _, level in self._levels(space):
            copy = self.family.parse(self.family.format(level))
            assert self._solve(level, space) == self._solve(copy, space)

    def test_the_witness_of_generation_changes_no_answer(self, space: Space) -> None:
        for genome, level in self._levels(space):
            made, copy = self.family.generate(genome), self.family.parse(self.family.format(level))
            budget = self.declaration.budget(space)
            with_witness = self.family.solve(made.level, budget, witness=made.witness)
            without = self.family.solve(copy, budget)
            assert with_witness == without
            described = self.family.describe(copy)
            for witness in (made.witness, with_witness.witness, without.witness):
                assert self.family.describe(level, witness) == described
            if without.upper_bound is not None:
                bare = replace(without, witness=None)
                metrics = self.family.measure(copy, bare)
                for solution in (with_witness, without):
                    assert self.family.measure(level, solution) == metrics

    def test_a_workspace_changes_no_answer(self, space: Space) -> None:
        family, budget = defaults.with_workspace(self.family), self.declaration.budget(space)
        levels = self._levels(space)
        kept = [family.generate(genome) for genome, _ in levels]
        assert [family.format(made.level) for made in kept] == [self.family.format(level) for _, level in levels]
        solutions = [family.solve(made.level, budget, witness=made.witness) for made in kept]
        for made, solution in zip(kept, solutions, strict=True):
            assert solution == self.family.solve(made.level, budget)
            if solution.upper_bound is not None:
                assert family.measure(made.level, solution) == self.family.measure(made.level, solution)

    def test_spent_budget_is_not_unsolvable(self, space: Space) -> None:
        for _, level in self._levels(space):
            full = self._solve(level, space)
            for budget in (1, max(full.nodes // 2, 1)):
                short = self.family.solve(level, budget)
                assert short.status in (full.status, SolveStatus.NODE_LIMIT)
                if full.upper_bound is not None:
                    assert short.lower_bound <= full.upper_bound
                if short.upper_bound is not None:
                    assert short.upper_bound >= full.lower_bound

    def test_solution_cut_short_is_illegal(self, space: Space) -> None:
        for _, level in self._levels(space):
            if self._solve(level, space).upper_bound != 0:
                with pytest.raises(IllegalMoveError):
                    self.family.replay(level, "")

    def test_warming_the_solver_takes_any_aim_and_any_limit(self, space: Space) -> None:
        """None of them is refused, and the example is still solved."""
        example = self.family.parse(self.declaration.example.text)
        for aim in ("", *self.declaration.aims):
            defaults.warm_solver(self.family, Request(aim, seconds=0.0, megabytes=1))
            assert self.family.solve(example, 1000).status is not SolveStatus.UNSOLVABLE

    def test_known_solution_solves(self, space: Space) -> None:
        for genome, level in self._levels(space):
            moves = defaults.known_solution(self.family, self.family.generate(genome))
            if moves:
                solution = self._solve(level, space)
                assert solution.status is not SolveStatus.UNSOLVABLE
                assert self.family.replay(level, moves) >= solution.lower_bound

    def test_the_example_is_solved(self) -> None:
        example = self.declaration.example
        level = self.family.parse(example.text)
        assert defaults.check(self.family, level, example.solution).moves == example.solution

    def test_just_the_declared_metrics_are_measured_and_finite(self, space: Space) -> None:
        for _, level in self._levels(space):
            solution = self._solve(level, space)
            if solution.upper_bound is None:
                continue
            metrics = self.family.measure(level, solution)
            assert_json(metrics)
            assert set(metrics) == {name for name, metric in self.declaration.metrics.items() if not metric.appraised}
            assert all(value is None or math.isfinite(value) for value in metrics.values())
            depth = metrics["depth"]
            assert depth is not None
            assert solution.lower_bound <= depth <= solution.upper_bound

    def test_just_the_others_are_appraised(self, space: Space) -> None:
        """In one level of each space, because appraising may take seconds."""
        answers = ((level, self._solve(level, space)) for _, level in self._levels(space))
        for level, solution in islice((one for one in answers if one[1].upper_bound is not None), 1):
            found = defaults.appraise(self.family, level, solution)
            assert_json(found)
            assert set(found) == {name for name, metric in self.declaration.metrics.items() if metric.appraised}
            assert all(value is None or math.isfinite(value) for value in found.values())
            assert defaults.appraise(self.family, self.family.parse(self.family.format(level)), solution) == found

    def test_description_counts(self, space: Space) -> None:
        for _, level in self._levels(space):
            description = self.family.describe(level)
            assert description.type
            assert description.size > 0
            assert description.pieces > 0
