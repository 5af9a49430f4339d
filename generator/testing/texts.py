"""Levels as texts and pictures, and how much they are alike."""

from io import BytesIO
from xml.etree import ElementTree

import pytest
from PIL import Image

from generator import Space, defaults
from generator.errors import LevelFormatError, UnreadablePictureError
from generator.testing.samples import Sampled, sides
from generator.values import PICTURE_CELL

LONGEST_MESSAGE = 300


def _white_png() -> bytes:
    """A picture on which there is nothing."""
    file = BytesIO()
    Image.new("RGB", (200, 300), "white").save(file, "PNG")
    return file.getvalue()


class TextContract(Sampled):
    """Levels keep through texts, files and pictures what they are."""

    def test_parse_and_format_are_inverse(self, space: Space) -> None:
        for _, level in self._levels(space):
            text = self.family.format(level)
            assert self.family.format(self.family.parse(text)) == text

    def test_files_of_every_format_keep_their_levels(self, space: Space) -> None:
        texts = [self.family.format(level) for _, level in self._levels(space)]
        entries = defaults.parse_file(self.family, "\n\n".join(texts))
        for format_ in self.declaration.formats:
            written = "".join(defaults.format_file(self.family, entries, format_))
            again = defaults.parse_file(self.family, written)
            assert again == [*defaults.parse_each(self.family, written)] == entries
            assert [self.family.format(self.family.parse(entry.text)) for entry in again] == texts

    @pytest.mark.parametrize("text", ["", "\n\n", "\0\1\2", "not a level", "9" * 5000, "\N{SNOWMAN}" * 9])
    def test_what_is_no_level_is_refused(self, text: str) -> None:
        with pytest.raises(LevelFormatError) as refusal:
            self.family.parse(text)
        assert 0 < len(str(refusal.value)) < LONGEST_MESSAGE
        assert "\n" not in str(refusal.value)

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

    @pytest.mark.parametrize("picture", [b"", b"not a picture", b"\x89PNG\r\n\x1a\n", _white_png()])
    def test_pictures_without_a_level_are_refused_and_all_by_families_that_read_none(self, picture: bytes) -> None:
        with pytest.raises(UnreadablePictureError) as refusal:
            defaults.read_picture(self.family, picture)
        assert 0 < len(str(refusal.value)) < LONGEST_MESSAGE
        assert "\n" not in str(refusal.value)
        assert self.declaration.pictures or "not read from pictures" in str(refusal.value)

    def test_picture_is_svg(self, space: Space) -> None:
        for _, level in self._levels(space):
            root = ElementTree.fromstring(defaults.render(self.family, level))  # noqa: S314  (our own text, not a stranger's)
            assert root.tag == "{http://www.w3.org/2000/svg}svg"

    def test_pictures_have_whole_sides_on_the_grid_and_no_fonts(self, space: Space) -> None:
        for _, level in self._levels(space):
            for picture in (defaults.render(self.family, level), defaults.render(self.family, level, ruler=True)):
                assert all(side > 0 and side % PICTURE_CELL == 0 for side in sides(picture))
                assert "<text" not in picture
