import subprocess
import sys

EVERYTHING = """
import numpy as np
from generator import Specimen, get_declaration, get_family
from generator.errors import GenerationError
from generator.puzzles.sokoban.solutions import replay_kernel
from generator.puzzles.sokoban.kinds.zero_space import both_ends, far_pair_kernels, pair_kernels
from generator.puzzles.sokoban.slides import astar_kernels
from generator.puzzles.sokoban.kinds.zero_space import route_kernels, wander_kernels, word_kernels
from generator.puzzles.sokoban.slides import tree_kernels
from generator.puzzles.sokoban.kinds.zero_space.anytime import annealing_kernels, shortening_kernels, window_kernels
from generator.puzzles.sokoban.kinds.zero_space.atlas import class_kernels, diameter_kernels
from generator.puzzles.sokoban.kinds.zero_space.pitch3 import astar_kernels as hull_astar_kernels
from generator.puzzles.sokoban.kinds.zero_space.pitch3 import hull_kernels
from generator.puzzles.sokoban.kinds.zero_space.pitch3 import route_kernels as hull_route_kernels
from generator.puzzles.sokoban.solutions.replay import recase
from tests.generator.puzzles.compiled import FOR_ANY_TYPE

family, declaration, rng = get_family("sokoban"), get_declaration("sokoban"), np.random.default_rng(1)

def use(space):
    genome = family.random_genome(space, rng)
    level = family.generate(genome).level
    parents = [Specimen(genome, family.format(level)), Specimen(genome, family.format(level))]
    children = [family.mutate(name, parents[:count], space, rng) for name, count in family.operators(space).items()]
    for child in [genome, *filter(None, children)]:
        made = family.generate(child)
        level = made.level
        for budget in (2000, 3):
            solution = family.solve(level, budget)
            family.measure(level, solution)
            for moves in {solution.moves, family.known_solution(made)} - {""}:
                family.replay(level, moves)
                recase(level, moves)

for type_, size, policy in (("b", 3, "deepest"), ("e", 3, "deepest"), ("e", 4, "last"), ("b", 6, "farthest"),
                            ("b", 7, "farthest"), ("e", 6, "last"), ("b", 9, "last"),
                            ("b", 3, "apart"), ("w", 3, "last"), ("g", 3, "farthest")):
    settings = {"type": [type_], "size": [size], "policy": policy, "nodes": 2000}
    space = declaration.space(settings if policy == "deepest" else settings | {"walk": 31})
    for _ in range(3):
        try:
            use(space)
        except GenerationError:  # a tree without a slide
            continue
passages = declaration.space({"type": ["s"], "walk": 31})
family.known_solution(family.generate(family.random_genome(passages, rng)))
for settings in ({"type": "b", "size": 4}, {"type": "e", "size": 2}):
    for chapter in family.atlas.chapters(settings):
        family.atlas.explore(settings, chapter.name)
both_ends.warm()
hulls = (hull_kernels, hull_route_kernels, hull_astar_kernels)
anytime = (annealing_kernels, shortening_kernels, window_kernels)
for module in (pair_kernels, replay_kernel, tree_kernels, wander_kernels, route_kernels, astar_kernels, word_kernels,
               far_pair_kernels, class_kernels, diameter_kernels, *hulls, *anytime):
    for name, kernel in vars(module).items():
        if not name.startswith("_") and name not in FOR_ANY_TYPE and hasattr(kernel, "signatures"):
            prefix = "hull_" * (module in hulls) + "pair_" * (module is pair_kernels)
            prefix += "anytime_" * (module in anytime)
            print(prefix + name, len(kernel.signatures), len(kernel.linked().signatures))
"""

CALLED_FROM_PYTHON = (
    "replay recase span hang wander write_moves few_moves all_slides count_choices astar explore descend make_way "
    "stroll hull_root hull_wander hull_possible_passes hull_write_moves hull_count_choices hull_count_cuts hull_astar "
    "anytime_sweep part list_trees link neighbours gather extract search eccentricities relax "
    "pair_gather pair_meet pair_touch pair_expand pair_find pair_follow pair_keep_nearest"
)


def test_each_kernel_is_compiled_for_one_signature():
    answer = subprocess.run([sys.executable, "-c", EVERYTHING], capture_output=True, text=True, check=True)
    signatures = {name: (int(own), int(linked)) for name, own, linked in map(str.split, answer.stdout.splitlines())}
    assert {name for name, counts in signatures.items() if max(counts) > 1} == set()
    assert {name for name in CALLED_FROM_PYTHON.split() if signatures[name][0] == 0} == set()
