"""The contract of a puzzle family, as the test class that every family must pass.

In `tests/generator/test_NAME_family.py`:

    class TestNameFamily(FamilyContract):
        family = FAMILY
        declaration = DECLARATION
        spaces = (DECLARATION.space({"size": 3}), ...)

Choose small spaces: every test goes through several levels of each. In the `__init__.py` of the test package,
`pytest.register_assert_rewrite("generator.testing")` lets a failure show its values.
"""

import json
import math
import random
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from io import BytesIO
from itertools import islice
from typing import Any, ClassVar
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image

from generator import (
    Declaration,
    Family,
    Genome,
    Made,
    Request,
    Solution,
    SolveStatus,
    Space,
    Specimen,
    defaults,
    get_family,
)
from generator.capabilities import (
    Animation,
    Appraisal,
    Enumeration,
    Files,
    Importing,
    Judging,
    PictureReader,
    SeedLevels,
    Shortening,
    Tools,
)
from generator.errors import (
    GenerationError,
    GenomeError,
    IllegalMoveError,
    LevelFormatError,
    UnreadablePictureError,
)
from generator.registry import folder_of
from generator.values import PICTURE_CELL

HELD = (SeedLevels, Importing, Shortening, Judging, Animation)
"""The capabilities that have contracts in `generator.capability_contracts`; others are tested for every family."""
SAMPLES = 4
LONGEST_MESSAGE = 300
GENERATE_TEXTS = """
import json, sys
from generator import get_family
family = get_family(sys.argv[1])
genomes = json.load(sys.stdin)
json.dump([family.format(family.generate(genome).level) for genome in genomes], sys.stdout)
"""


def _white_png() -> bytes:
    """A picture on which there is nothing."""
    file = BytesIO()
    Image.new("RGB", (200, 300), "white").save(file, "PNG")
    return file.getvalue()


class FamilyContract:
    """What the rest of the program relies on in every family; a subclass names the family and its spaces."""

    family: ClassVar[Family[Any]]
    declaration: ClassVar[Declaration]
    spaces: ClassVar[Sequence[Space]]

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        if "space" in metafunc.fixturenames:
            metafunc.parametrize("space", self.spaces, ids=json.dumps)

    def test_registry_finds_it_by_its_name(self) -> None:
        assert get_family(self.family.name) is self.family

    def test_every_capability_with_a_contract_is_held_to_it(self) -> None:
        held = {vars(base)["capability"] for base in type(self).__mro__ if "capability" in vars(base)}
        assert held == {capability for capability in HELD if isinstance(self.family, capability)}

    def test_what_is_declared_can_be_done(self) -> None:
        assert bool(self.declaration.tools) == isinstance(self.family, Tools)
        assert bool(self.declaration.pictures) == isinstance(self.family, PictureReader)
        assert isinstance(self.family, Appraisal) == any(m.appraised for m in self.declaration.metrics.values())
        assert isinstance(self.family, Files) or self.declaration.formats is Declaration.formats

    def test_options_have_different_names_and_a_help(self) -> None:
        names = [option.name for option in self.declaration.options]
        assert len(set(names)) == len(names)
        assert all(option.help for option in self.declaration.options)

    def test_every_preset_makes_a_space(self) -> None:
        assert self.declaration.presets
        for preset in self.declaration.presets.values():
            assert_json(self.declaration.space(preset))

    def test_space_is_json_and_has_a_budget(self, space: Space) -> None:
        assert_json(space)
        assert self.declaration.budget(space) > 0

    def test_operators_take_one_or_two_parents(self, space: Space) -> None:
        operators = self.family.operators(space)
        assert operators
        assert set(operators.values()) <= {1, 2}
        assert not {"random", "seed"} & set(operators), "these are the names of genomes without parents"

    def test_random_genome_is_json_and_decided_by_thestream(self, space: Space) -> None:
        for seed in range(SAMPLES):
            genome = self.family.random_genome(space, stream(seed))
            assert_json(genome)
            assert genome == self.family.random_genome(space, stream(seed))

    def test_random_genomes_differ(self, space: Space) -> None:
        genomes = {json.dumps(self.family.random_genome(space, stream(seed))) for seed in range(5 * SAMPLES)}
        assert len(genomes) > 1

    def test_mutation_is_json_and_decided_by_parents_andstream(self, space: Space) -> None:
        for operator, parents in self._matings(space):
            before = json.dumps(parents)
            child = self.family.mutate(operator, parents, space, stream(1))
            assert json.dumps(parents) == before, "an operator must not change the parents"
            assert child == self.family.mutate(operator, parents, space, stream(1))
            if child is not None:
                assert_json(child)

    def test_some_operator_applies(self, space: Space) -> None:
        assert any(
            self.family.mutate(operator, parents, space, stream(1)) is not None
            for operator, parents in self._matings(space)
        )

    def test_mutants_generate_or_are_refused(self, space: Space) -> None:
        for operator, parents in self._matings(space):
            child = self.family.mutate(operator, parents, space, stream(1))
            if child is None:
                continue
            try:
                self.family.format(self.family.generate(child).level)
            except GenerationError:
                continue

    def test_global_random_state_is_left_alone(self, space: Space) -> None:
        before = random.getstate(), str(np.random.get_state())
        for operator, parents in self._matings(space):
            self.family.mutate(operator, parents, space, stream(1))
        self._levels(space)
        assert (random.getstate(), str(np.random.get_state())) == before

    def test_generation_is_pure(self, space: Space) -> None:
        for genome, level in self._levels(space):
            stored = json.loads(json.dumps(genome))
            assert self.family.format(self.family.generate(stored).level) == self.family.format(level)

    def test_generation_is_the_same_in_another_process(self) -> None:
        pairs = [pair for space in self.spaces for pair in self._levels(space)]
        answer = subprocess.run(
            [sys.executable, "-c", GENERATE_TEXTS, self.family.name],
            input=json.dumps([genome for genome, _ in pairs]),
            capture_output=True,
            text=True,
            check=True,
        )
        assert json.loads(answer.stdout) == [self.family.format(level) for _, level in pairs]

    def test_parse_and_format_are_inverse(self, space: Space) -> None:
        for _, level in self._levels(space):
            text = self.family.format(level)
            assert self.family.format(self.family.parse(text)) == text

    def test_files_of_every_format_keep_their_levels(self, space: Space) -> None:
        texts = [self.family.format(level) for _, level in self._levels(space)]
        entries = defaults.parse_file(self.family, "\n\n".join(texts))
        for format_ in self.declaration.formats:
            again = defaults.parse_file(self.family, "".join(defaults.format_file(self.family, entries, format_)))
            assert again == entries
            assert [self.family.format(self.family.parse(entry.text)) for entry in again] == texts

    def test_formats_have_endings_of_their_own(self) -> None:
        endings = [ending for format_ in self.declaration.formats.values() for ending in format_.endings]
        assert len(set(endings)) == len(endings)
        assert all(ending == ending.lower() and ending.startswith(".") for ending in endings)

    def test_pictures_have_endings_that_no_format_has(self) -> None:
        formats = {ending for format_ in self.declaration.formats.values() for ending in format_.endings}
        assert not formats & set(self.declaration.pictures)
        assert all(ending == ending.lower() and ending.startswith(".") for ending in self.declaration.pictures)

    @pytest.mark.parametrize("picture", [b"", b"not a picture", b"\x89PNG\r\n\x1a\n", _white_png()])
    def test_pictures_without_a_level_are_refused_and_all_by_families_that_read_none(self, picture: bytes) -> None:
        with pytest.raises(UnreadablePictureError) as refusal:
            defaults.read_picture(self.family, picture)
        assert 0 < len(str(refusal.value)) < LONGEST_MESSAGE
        assert "\n" not in str(refusal.value)
        assert self.declaration.pictures or "not read from pictures" in str(refusal.value)

    @pytest.mark.parametrize("text", ["", "\n\n", "\0\1\2", "not a level", "9" * 5000, "\N{SNOWMAN}" * 9])
    def test_what_is_no_level_is_refused(self, text: str) -> None:
        with pytest.raises(LevelFormatError) as refusal:
            self.family.parse(text)
        assert 0 < len(str(refusal.value)) < LONGEST_MESSAGE
        assert "\n" not in str(refusal.value)

    def test_promise_is_finite_and_the_same_every_time(self, space: Space) -> None:
        for genome, level in self._levels(space):
            promise = defaults.promise(self.family, self.family.generate(genome))
            assert math.isfinite(promise)
            assert defaults.promise(self.family, Made(self.family.parse(self.family.format(level)))) == promise

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
        for aim in ("", *self.declaration.aims):
            defaults.warm_solver(self.family, Request(aim, seconds=0.0, megabytes=1))

    def test_known_solution_solves(self, space: Space) -> None:
        for genome, level in self._levels(space):
            moves = defaults.known_solution(self.family, self.family.generate(genome))
            if moves:
                solution = self._solve(level, space)
                assert solution.status is not SolveStatus.UNSOLVABLE
                assert self.family.replay(level, moves) >= solution.lower_bound

    def test_every_family_declares_depth_and_branching_and_explains_all_metrics(self) -> None:
        metrics = self.declaration.metrics
        assert not metrics["depth"].appraised
        assert not metrics["branching"].appraised
        assert all(metric.unit and metric.help.endswith(".") for metric in metrics.values())

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
        for _, level in self._levels(space):
            solution = self._solve(level, space)
            if solution.upper_bound is None:
                continue
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

    def test_identity_survives_the_text(self, space: Space) -> None:
        for _, level in self._levels(space):
            copy = self.family.parse(self.family.format(level))
            assert self.family.identity(copy) == self.family.identity(level)

    def test_distances_are_symmetric_and_within_their_range(self, space: Space) -> None:
        texts = [self.family.format(level) for _, level in self._levels(space)]
        rows = [defaults.distances(self.family, text, texts) for text in texts]
        assert all(row[index] == 0 for index, row in enumerate(rows))
        assert all(0 <= distance <= 1 for row in rows for distance in row)
        assert rows == [list(column) for column in zip(*rows, strict=True)]

    def test_distances_between_spaces_are_defined(self) -> None:
        texts = [self.family.format(self._levels(space)[0][1]) for space in self.spaces]
        assert all(0 <= distance <= 1 for text in texts for distance in defaults.distances(self.family, text, texts))

    def test_tools_have_different_names_a_help_and_an_example(self) -> None:
        names = [tool.name for tool in self.declaration.tools]
        assert len(set(names)) == len(names)
        for tool in self.declaration.tools:
            assert tool.inputs
            assert tool.help.endswith(".")
            assert all(option.help and f"--{option.name}" in tool.example for option in tool.options)

    def test_settings_of_an_atlas_are_declared_where_there_is_one(self) -> None:
        assert bool(self.declaration.atlas) == isinstance(self.family, Enumeration)
        names = [option.name for option in self.declaration.atlas]
        assert len(set(names)) == len(names)
        assert all(option.help for option in self.declaration.atlas)

    def test_player_is_a_module_in_a_folder_of_its_own(self) -> None:
        if not self.declaration.player:
            return
        entry = folder_of(self.family.name) / self.declaration.player
        assert "export function createPlayer(" in entry.read_text("utf-8")
        for module in entry.parent.rglob("*.js"):
            imported = re.findall(r'from "(.*)"', module.read_text("utf-8"))
            assert all((module.parent / name).is_relative_to(entry.parent) for name in imported)
            assert all((module.parent / name).is_file() for name in imported)

    def test_answers_are_ranked_by_what_is_counted_of_them(self) -> None:
        example, rankings = self.declaration.example, self.declaration.rankings
        checked = defaults.check(self.family, self.family.parse(example.text), example.solution)
        assert len({first for first, *_ in rankings}) == len(rankings) in (1, 2)
        assert {name for order in rankings for name in order} <= set(checked.metrics)

    def test_the_example_is_solved(self) -> None:
        example = self.declaration.example
        level = self.family.parse(example.text)
        assert defaults.check(self.family, level, example.solution).moves == example.solution

    def test_similar_levels_are_found_and_others_are_not(self, space: Space) -> None:
        levels = [level for _, level in self._levels(space)]
        texts = [self.family.format(level) for level in levels]
        for ignore_pieces in (False, True):
            for index, level in enumerate(levels):
                everything = dict(defaults.find_similar(self.family, level, texts, 0, ignore_pieces))
                assert set(everything) == set(range(len(texts)))
                assert everything[index] == 1
                assert all(0 <= similarity <= 1 for similarity in everything.values())
                found = defaults.find_similar(self.family, level, texts, 0.9, ignore_pieces)
                assert found == [(at, similarity) for at, similarity in everything.items() if similarity >= 0.9]
        assert defaults.find_similar(self.family, levels[0], [], 0.5, False) == []

    def test_picture_is_svg(self, space: Space) -> None:
        for _, level in self._levels(space):
            root = ElementTree.fromstring(defaults.render(self.family, level))  # noqa: S314  (our own text, not a stranger's)
            assert root.tag == "{http://www.w3.org/2000/svg}svg"

    def test_pictures_have_whole_sides_on_the_grid_and_no_fonts(self, space: Space) -> None:
        for _, level in self._levels(space):
            for picture in (defaults.render(self.family, level), defaults.render(self.family, level, ruler=True)):
                assert all(side > 0 and side % PICTURE_CELL == 0 for side in sides(picture))
                assert "<text" not in picture

    def test_empty_genome_is_refused(self) -> None:
        with pytest.raises(GenomeError):
            self.family.generate({})

    def _levels(self, space: Space) -> list[tuple[Genome, Any]]:
        genomes = (self.family.random_genome(space, stream(seed)) for seed in range(10 * SAMPLES))
        levels = list(islice(self._generated(genomes), SAMPLES))
        assert levels, "no random genome of this space gives a level"
        return levels

    def _generated(self, genomes: Iterable[Genome]) -> Iterator[tuple[Genome, Any]]:
        for genome in genomes:
            try:
                made = self.family.generate(genome)
            except GenerationError:
                continue
            yield genome, made.level

    def _matings(self, space: Space) -> Iterator[tuple[str, list[Specimen]]]:
        specimens = [Specimen(genome, self.family.format(level)) for genome, level in self._levels(space)]
        for operator, arity in self.family.operators(space).items():
            for index in range(len(specimens)):
                yield operator, [specimens[(index + step) % len(specimens)] for step in range(arity)]

    def _solve(self, level: Any, space: Space) -> Solution:
        return self.family.solve(level, self.declaration.budget(space))


def stream(seed: int) -> np.random.Generator:
    return np.random.Generator(np.random.PCG64(seed))


def sides(picture: str) -> tuple[int, int]:
    root = ElementTree.fromstring(picture)  # noqa: S314  (our own text, not a stranger's)
    return int(root.attrib["width"]), int(root.attrib["height"])


def assert_json(value: Mapping[str, Any]) -> None:
    assert json.loads(json.dumps(value, allow_nan=False)) == value
