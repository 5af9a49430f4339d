"""The zero-space types, as a kind of the family."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

import numpy as np

from generator.capabilities import Atlas
from generator.errors import SettingError, UnsupportedLevelError
from generator.messages import Message
from generator.puzzles.sokoban import general_solver
from generator.puzzles.sokoban.declaration import DECLARATION
from generator.puzzles.sokoban.kinds.zero_space import both_ends, mutate, solver
from generator.puzzles.sokoban.kinds.zero_space.anytime import solver as anytime
from generator.puzzles.sokoban.kinds.zero_space.atlas.atlas import ATLAS
from generator.puzzles.sokoban.kinds.zero_space.boards.outline import Outline, square
from generator.puzzles.sokoban.kinds.zero_space.far_pairs import parted
from generator.puzzles.sokoban.kinds.zero_space.genome import ZeroSpaceGenome
from generator.puzzles.sokoban.kinds.zero_space.limits import (
    ANYTIME,
    COMPONENT_STATES,
    EXHAUSTIBLE,
    EXHAUSTIVE,
    HULLS,
    KEEPING_LINES,
    SLIDING,
    TYPES,
)
from generator.puzzles.sokoban.kinds.zero_space.making.passage import is_start
from generator.puzzles.sokoban.kinds.zero_space.making.policy import pair_of
from generator.puzzles.sokoban.kinds.zero_space.making.scramble import random_tree
from generator.puzzles.sokoban.kinds.zero_space.measure import measure
from generator.puzzles.sokoban.kinds.zero_space.route import moves_of, slides_of
from generator.puzzles.sokoban.kinds.zero_space.trees import board_of, line_bound, zero_space_of
from generator.puzzles.sokoban.kinds.zero_space.witness import Scramble, ZeroSpaceWitness, witness_of
from generator.puzzles.sokoban.level import Level
from generator.puzzles.sokoban.notation import files
from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.puzzles.sokoban.solutions.replay import replay
from generator.puzzles.sokoban.workspace import Workspace
from generator.values import (
    DEFAULT_REQUEST,
    SEEDS,
    Description,
    Genome,
    Made,
    Metrics,
    Request,
    Solution,
    Space,
    Specimen,
)


class ZeroSpaceKind:
    """Levels whose boxes and inner walls are a spanning tree."""

    types: Sequence[str] = TYPES
    atlas: Atlas = ATLAS

    def operators(self, space: Space) -> Mapping[str, int]:
        return mutate.OPERATORS

    def seeded(self, space: Space, text: str) -> Space:
        """Each seed has the tree from which the policy made the level, or could have made it."""
        entries = files.parse_file(text)
        return {**space, SEEDS: [_seed(space, entry.text, number) for number, entry in enumerate(entries, 1)]}

    def random_genome(self, space: Space, rng: np.random.Generator) -> Genome:
        return mutate.random_genome(space, rng)

    def mutate(
        self, operator: str, parents: Sequence[Specimen], space: Space, rng: np.random.Generator
    ) -> Genome | None:
        return mutate.mutate(operator, parents, space, rng)

    def generate(self, genome: Genome, workspace: Workspace) -> Made[Level]:
        pair = pair_of(ZeroSpaceGenome.from_json(genome), workspace.explorer)
        level = board_of(pair.zero)
        # A hull that is like its mirror image has two orientations; whoever looks at the level sees the first one.
        zero = zero_space_of(level) if pair.zero.orientation else pair.zero
        scramble = None if pair.slides is None else Scramble(pair.zero, pair.slides)
        return Made(level, ZeroSpaceWitness(zero, True, scramble, pair.component))

    def recognise(self, level: Level) -> ZeroSpaceWitness | None:
        try:
            return witness_of(level)
        except UnsupportedLevelError:
            return None

    def known_solution(self, known: ZeroSpaceWitness, workspace: Workspace) -> str:
        return "" if known.scramble is None else moves_of(known.scramble.zero, known.scramble.slides)

    def describe(self, level: Level, known: ZeroSpaceWitness) -> Description:
        return Description(type=known.zero.type[0], size=known.zero.frame.size, pieces=level.boxes)

    def promise(self, known: ZeroSpaceWitness) -> float:
        """The line bound, which slides cannot go below."""
        return float(line_bound(known.zero)) if known.zero.type in KEEPING_LINES else 0.0

    def answers(self, request: Request) -> bool:
        return "slides" not in request.without

    def solve(
        self, level: Level, known: ZeroSpaceWitness, budget: int, request: Request, workspace: Workspace
    ) -> Solution:
        """Where passes are not exact, the search by pushes decides; slides are, and leave it nothing to do."""
        zero = known.zero
        if request.aim == "moves" or (request.aim == "any" and zero.type not in ANYTIME):
            return solver.unsolvable(zero, budget) or general_solver.solve(level, budget, request)
        found = partial(solver.solve, known, budget, request, workspace.explorer)
        return found() if zero.type in SLIDING else general_solver.decided(level, found, budget, request)

    def shorten(
        self, level: Level, known: ZeroSpaceWitness, moves: str, budget: int, request: Request
    ) -> Iterator[str]:
        """By slides where pushes are to be less and come in pairs that are slides, else push by push."""
        replay(level, moves)
        zero = known.zero
        if request.aim == "moves" or zero.type not in ANYTIME or not len(slides := slides_of(zero, moves)):
            return general_solver.shorten(level, moves, budget, request)
        return solver.shorter(zero, slides, len(moves), budget, request)

    def measure(self, level: Level, known: ZeroSpaceWitness, solution: Solution, workspace: Workspace) -> Metrics:
        return measure(level, known, solution, workspace.explorer)

    def warm(self, space: Space) -> None:
        """Small levels through every search that the space needs compile its kernels."""
        workspace = Workspace()
        rng = np.random.Generator(np.random.PCG64(0))
        parted("b", 3, random_tree("b", 3, rng), 1, rng)
        tinies = [("b", 3, "deepest")]
        if max(space["sizes"]) > EXHAUSTIBLE or space["budget"] < COMPONENT_STATES:
            both_ends.warm()
            anytime.warm()
            tinies.append(("b", 9, "farthest"))
        tinies += [(type_, 8 if type_ == "s" else 2, "farthest") for type_ in space["types"] if type_ not in "be"]
        for type_, size, policy in tinies:
            tiny = DECLARATION.space({"type": [type_], "size": [size], "policy": policy, "nodes": 1000})
            genome = self.random_genome(tiny, rng)
            made = self.generate(genome, workspace)
            known, budget = made.witness, DECLARATION.budget(tiny)
            solution = self.solve(made.level, known, budget, DEFAULT_REQUEST, workspace)
            replay(made.level, solution.moves or self.known_solution(known, workspace))
            self.measure(made.level, known, solution, workspace)


def _seed(space: Space, text: str, number: int) -> Genome:
    try:
        zero = zero_space_of(parse_level(text))
    except UnsupportedLevelError as error:
        raise SettingError(
            "level {number} of the file: {error}; for other levels give --type free", number=number, error=error
        ) from error
    if zero.size not in mutate.sizes_in(space) and (isinstance(zero.size, Outline) or "outline" in space):
        raise SettingError("level {number} of the file has other walls; give its walls to --outline too", number=number)
    if zero.type not in mutate.kinds_of(space) or zero.size not in mutate.sizes_in(space):
        hull = f" --hull {HULLS[zero.type == 'g-square']}" if zero.type[0] == "g" else ""
        remedy = Message("give --type {type} --size {size}{hull} too", type=zero.type[0], size=zero.size, hull=hull)
        raise SettingError(
            "level {number} of the file is of type {type} and size {size}; {remedy}",
            number=number,
            type=zero.type,
            size=zero.size,
            remedy=remedy,
        )
    if zero.type == "s" and not is_start(square(zero.size), zero.start):
        raise SettingError(
            "level {number} of the file begins with boxes that the rule of type s does not allow", number=number
        )
    # Searches look for the start from the goals, walks for the goals from the start.
    tree = zero.goal if space["policy"] in EXHAUSTIVE else zero.start
    return mutate.genome_in(space, zero.type, zero.size, 0, tree).to_json()


KIND = ZeroSpaceKind()
