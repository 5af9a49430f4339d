"""The smallest family keeps the contract, so that a copy of it begins on firm ground."""

from generator.puzzles._template.declaration import DECLARATION
from generator.puzzles._template.family import FAMILY
from generator.testing import FamilyContract


class TestTemplateFamily(FamilyContract):
    family = FAMILY
    declaration = DECLARATION
    spaces = (DECLARATION.space({"size": 3}), DECLARATION.space({"size": 8}))
