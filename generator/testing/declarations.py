"""What a family declares about itself."""

import re

from generator import Declaration, Space, defaults, get_family
from generator.capabilities import (
    Animation,
    Appraisal,
    Bounding,
    Enumeration,
    Explaining,
    Files,
    Guiding,
    Importing,
    Judging,
    PictureReader,
    Positions,
    Revealing,
    SeedLevels,
    Shortening,
    Tools,
)
from generator.registry import folder_of
from generator.testing.samples import Sampled, assert_json

HELD = (SeedLevels, Importing, Bounding, Shortening, Judging, Revealing, Animation, Guiding, Positions)
"""The capabilities that have contracts in `generator.capability_contracts`; others are tested for every family."""


class DeclarationContract(Sampled):
    """What is declared is whole, and can be done."""

    def test_registry_finds_it_by_its_name(self) -> None:
        assert get_family(self.family.name) is self.family

    def test_every_capability_with_a_contract_is_held_to_it(self) -> None:
        held = {vars(base)["capability"] for base in type(self).__mro__ if "capability" in vars(base)}
        assert held == {capability for capability in HELD if isinstance(self.family, capability)}

    def test_what_is_declared_can_be_done(self) -> None:
        assert bool(self.declaration.tools) == isinstance(self.family, Tools)
        assert self.declaration.is_explained == isinstance(self.family, Explaining)
        assert self.declaration.is_guided == isinstance(self.family, Guiding)
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

    def test_introductions_are_of_presets_and_show_levels(self) -> None:
        introductions = self.declaration.introductions
        assert not introductions or introductions.keys() == self.declaration.presets.keys()
        for introduction in introductions.values():
            assert introduction.title
            assert str(introduction.help).endswith(".")
            assert self.family.format(self.family.parse(introduction.level)) == introduction.level

    def test_showcase_is_a_level_with_its_solution(self) -> None:
        showcase = self.declaration.showcase
        assert self.family.replay(self.family.parse(showcase.text), showcase.solution) > 0

    def test_options_depend_on_choices_of_others(self) -> None:
        options = {option.name: option for option in self.declaration.options}
        for option in self.declaration.options:
            if option.only:
                assert set(option.only.values) <= set(options[option.only.option].choices)

    def test_space_is_json_and_has_a_budget(self, space: Space) -> None:
        assert_json(space)
        assert self.declaration.budget(space) > 0

    def test_operators_take_one_or_two_parents(self, space: Space) -> None:
        operators = self.family.operators(space)
        assert operators
        assert set(operators.values()) <= {1, 2}
        assert not {"random", "seed"} & set(operators), "these are the names of genomes without parents"

    def test_formats_have_endings_of_their_own(self) -> None:
        endings = [ending for format_ in self.declaration.formats.values() for ending in format_.endings]
        assert len(set(endings)) == len(endings)
        assert all(ending == ending.lower() and ending.startswith(".") for ending in endings)

    def test_pictures_have_endings_that_no_format_has(self) -> None:
        formats = {ending for format_ in self.declaration.formats.values() for ending in format_.endings}
        assert not formats & set(self.declaration.pictures)
        assert all(ending == ending.lower() and ending.startswith(".") for ending in self.declaration.pictures)

    def test_every_family_declares_depth_and_branching_and_explains_all_metrics(self) -> None:
        metrics = self.declaration.metrics
        assert not metrics["depth"].appraised
        assert not metrics["branching"].appraised
        assert all(metric.unit and metric.help.endswith(".") for metric in metrics.values())

    def test_tools_have_different_names_a_help_and_an_example(self) -> None:
        names = [tool.name for tool in self.declaration.tools]
        assert len(set(names)) == len(names)
        for tool in self.declaration.tools:
            assert tool.inputs or tool.options
            assert tool.help.endswith(".")
            assert all(option.help for option in tool.options)
            required = [option.name for option in tool.options if option.default is None]
            assert all(f"--{name}" in tool.example for name in required)

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
