"""The contract of a puzzle family, as the test class that every family must pass.

In `tests/generator/test_NAME_family.py`:

    class TestNameFamily(FamilyContract):
        family = FAMILY
        declaration = DECLARATION
        spaces = (DECLARATION.space({"size": 3}), ...)

Choose small spaces: every test goes through several levels of each. In the `__init__.py` of the test package,
`pytest.register_assert_rewrite("generator.testing")` lets a failure show its values.
"""

from generator.testing.declarations import DeclarationContract
from generator.testing.genomes import GenomeContract
from generator.testing.samples import assert_json, sides, stream
from generator.testing.solutions import SolutionContract
from generator.testing.texts import TextContract

__all__ = ["FamilyContract", "assert_json", "sides", "stream"]


class FamilyContract(DeclarationContract, GenomeContract, TextContract, SolutionContract):
    """What the rest of the program relies on in every family; a subclass names the family and its spaces."""
