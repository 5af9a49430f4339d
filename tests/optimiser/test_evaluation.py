"""A level counts only with a solution that was played through under the puzzle's own rules."""

import json
import pickle
from dataclasses import replace

import pytest

from generator import get_family
from generator.errors import GenerationError, IllegalMoveError
from generator.puzzles._template.family import TemplateFamily
from generator.values import DEFAULT_REQUEST, Made, Solution, SolveStatus
from optimiser.errors import EvaluationError, ReplayMismatchError
from optimiser.evaluation import LONGEST_STORED, evaluate, most_promising
from tests.optimiser.evaluations import OffByOne

GENOME = {"row": "dcba"}


class Scrambled(TemplateFamily):
    """A family that knows a solution of its own making, six moves and one there and back."""

    known = "1" * 2 + "121321"

    def known_solution(self, made):
        return self.known


class Illegal(TemplateFamily):
    """A family whose solver makes moves that its rules do not have."""

    def solve(self, level, budget, request=DEFAULT_REQUEST, witness=None):
        return replace(super().solve(level, budget), moves="9")


class Refusing(TemplateFamily):
    """A family of which no genome gives a level."""

    def generate(self, genome):
        raise GenerationError("the walk came back to its start")


class Wrong(Scrambled):
    """A family whose solver gives up on levels that it has a solution of."""

    def solve(self, level, budget, request=DEFAULT_REQUEST, witness=None):
        return Solution(SolveStatus.UNSOLVABLE, 0, None, "", 1, budget)


class Boastful(Scrambled):
    """A family whose lower bounds are too high."""

    def solve(self, level, budget, request=DEFAULT_REQUEST, witness=None):
        return Solution(SolveStatus.NODE_LIMIT, 9, None, "", budget, budget)


class Bounded(Scrambled):
    """A family whose solver finds good bounds and no solutions."""

    def solve(self, level, budget, request=DEFAULT_REQUEST, witness=None):
        return Solution(SolveStatus.NODE_LIMIT, 6, None, "", budget, budget)


class Unsolvable(TemplateFamily):
    """A family of unsolvable levels."""

    def solve(self, level, budget, request=DEFAULT_REQUEST, witness=None):
        return Solution(SolveStatus.UNSOLVABLE, 0, None, "", 7, budget)


def test_a_solved_level_comes_with_its_proof_and_its_measures():
    evaluation = evaluate(TemplateFamily(), [GENOME], 1000)
    level = evaluation.level
    assert (level.identity, level.text, level.family, level.genome) == ("dcba", "dcba", "template", GENOME)
    assert (level.lower_bound, level.upper_bound, level.proven) == (6, 6, True)
    assert TemplateFamily().replay("dcba", level.solution) == 6
    assert level.metrics == {"depth": 6, "branching": 3.0}
    assert (level.nodes, level.budget, evaluation.nodes) == (6, 1000, 6)
    assert evaluation.solving_seconds > 0


def test_an_evaluation_can_be_sent_between_processes():
    evaluation = evaluate(TemplateFamily(), [GENOME], 1000)
    assert pickle.loads(pickle.dumps(evaluation)) == evaluation


def test_a_genome_without_a_level_is_rejected_with_the_reason():
    evaluation = evaluate(Refusing(), [GENOME], 1000)
    assert (evaluation.level, evaluation.failed) == (None, False)
    assert str(evaluation.note) == "the walk came back to its start"


def test_a_level_without_any_known_solution_is_no_level():
    evaluation = evaluate(TemplateFamily(), [GENOME], 3)
    assert (evaluation.level, evaluation.nodes) == (None, 3)
    assert str(evaluation.note) == "no solution within 3 nodes"


def test_an_unsolvable_level_is_no_level():
    evaluation = evaluate(Unsolvable(), [GENOME], 1000)
    assert (evaluation.level, evaluation.nodes, str(evaluation.note)) == (None, 7, "unsolvable")


def test_the_solution_of_generation_bounds_what_the_solver_could_not_solve():
    level = evaluate(Bounded(), [GENOME], 3).level
    assert (level.lower_bound, level.upper_bound, level.proven) == (6, 8, False)
    assert level.solution == Scrambled.known


def test_the_solution_of_generation_may_prove_a_bound_exact():
    class Exact(Bounded):
        known = "121321"

    level = evaluate(Exact(), [GENOME], 3).level
    assert (level.lower_bound, level.upper_bound, level.proven) == (6, 6, True)


def test_the_solver_is_believed_before_generation():
    level = evaluate(Scrambled(), [GENOME], 1000).level
    assert (level.upper_bound, len(level.solution)) == (6, 6)


def test_a_very_long_scramble_counts_but_is_not_stored():
    class Long(Scrambled):
        known = "11" * (LONGEST_STORED // 2) + "121321"

    level = evaluate(Long(), [GENOME], 3).level
    assert (level.upper_bound, level.solution) == (LONGEST_STORED + 6, "")


@pytest.mark.parametrize(
    ("family", "budget", "complaint"),
    [
        (OffByOne(), 1000, "claims depth 6 and replays to 7"),
        (Illegal(), 1000, "does not replay: move 1: '9' is not a place"),
        (Wrong(), 1000, "answers unsolvable.* yet a solution has depth 8"),
        (Boastful(), 1000, "at least 9, yet a solution has depth 8"),
    ],
)
def test_a_solver_that_contradicts_the_rules_is_a_loud_bug(family, budget, complaint):
    with pytest.raises(ReplayMismatchError, match=complaint) as mismatch:
        evaluate(family, [GENOME], budget)
    assert json.dumps(GENOME) in str(mismatch.value)
    assert isinstance(mismatch.value, EvaluationError)


def test_a_known_solution_that_breaks_the_rules_is_a_loud_bug():
    class Broken(Scrambled):
        known = "1"

    with pytest.raises(ReplayMismatchError, match="not sorted") as mismatch:
        evaluate(Broken(), [GENOME], 3)
    assert isinstance(mismatch.value.__cause__, IllegalMoveError)


def test_any_other_bug_names_its_genome():
    with pytest.raises(EvaluationError, match=r"GenomeError.*please report") as bug:
        evaluate(TemplateFamily(), [{"row": "zz"}], 1000)
    assert '{"row": "zz"}' in str(bug.value)


class Promising(TemplateFamily):
    """A family whose rows promise as many swaps as they have inversions."""

    def promise(self, made):
        return super().solve(made.level, 1000).lower_bound


def test_the_most_promising_of_a_brood_is_the_first_of_the_best():
    brood = [{"row": row} for row in ("abcd", "dbca", "dcba", "dcba")]
    assert most_promising(Promising(), brood).genome is brood[2], "most inversions"


def test_what_gives_no_level_promises_nothing():
    rigid = {"type": "e", "size": 2, "seed": 1, "policy": "apart", "walk": 9, "tree": "f"}
    made = {"type": "e", "size": 3, "seed": 1, "policy": "apart", "walk": 9}
    assert most_promising(get_family("sokoban"), [rigid, made]).genome is made
    assert most_promising(get_family("sokoban"), [rigid, {**rigid, "seed": 2}])[:2] == (rigid, None)


class Counting(Promising):
    """A family that counts what it makes, and shows what it is told of a level."""

    def __init__(self):
        self.made, self.told = [], []

    def generate(self, genome):
        made = super().generate(genome)
        self.made.append(made.level)
        return Made(made.level, f"witness of {made.level}")

    def solve(self, level, budget, request=DEFAULT_REQUEST, witness=None):
        self.told.append(witness)
        return replace(super().solve(level, budget), upper_bound=None, status=SolveStatus.NODE_LIMIT, witness=self)

    def known_solution(self, made):
        self.told.append(made.witness)
        return super().solve(made.level, 1000).moves

    def measure(self, level, solution):
        self.told.append(solution.witness)
        return super().measure(level, solution)

    def describe(self, level, witness=None):
        self.told.append(witness)
        return super().describe(level)


def test_each_child_of_a_brood_is_made_once_and_its_witness_goes_on():
    family = Counting()
    brood = [{"row": row} for row in ("abcd", "dbca", "dcba", "acbd")]
    level = evaluate(family, brood, 1000).level
    assert level.text == "dcba"
    assert family.made == ["abcd", "dbca", "dcba", "acbd"]
    assert family.told[:2] == ["witness of dcba"] * 2
    assert sorted(map(type, family.told[2:]), key=str) == [Counting] * 2, "what the solver knows goes to the rest"


def test_a_bug_in_a_brood_is_reported_with_its_genome():
    with pytest.raises(EvaluationError, match=r"please report it with this genome: \{\"row\": \"zz\"\}"):
        most_promising(Promising(), [{"row": "abcd"}, {"row": "zz"}])
