from itertools import pairwise

import pytest

from generator.errors import LevelFormatError
from generator.puzzles.sokoban.notation.files import format_file, parse_file
from generator.values import Entry
from tests.generator.puzzles.sokoban.notation.fragments import BOARD, OTHER

ROWS = "".join(f"<L>{row.replace('-', ' ')}</L>" for row in OTHER.split("\n"))
DOCUMENT = f"""<?xml version="1.0" encoding="ISO-8859-1"?>
<!DOCTYPE SokobanLevels SYSTEM "SokobanLev.dtd">
<SokobanLevels xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <Title>Wells &amp; shafts</Title>
  <Description>
    Two of them.
  </Description>
  <Email>a@example.org</Email>
  <Url>http://example.org</Url>
  <LevelCollection Copyright="A. Author" MaxWidth="6" MaxHeight="3">
    <Level Id="One" Width="6" Height="3">{ROWS}</Level>
    <Level Id="Zwei &#xFC;" Copyright="Somebody"><L>#####</L><L>#@$.#</L><L>#####</L></Level>
  </LevelCollection>
</SokobanLevels>
"""
ENTITIES = "".join(f'<!ENTITY {name} "{f"&{before};" * 10}">' for before, name in pairwise("abcdefghij"))
BOMB = f"""<?xml version="1.0"?>
<!DOCTYPE SokobanLevels [<!ENTITY a "aaaaaaaaaa">{ENTITIES}]>
<SokobanLevels><Title>&j;</Title></SokobanLevels>
"""


def test_a_document_as_sourcecode_se_publishes_them():
    one, two = parse_file(DOCUMENT)
    about = "Collection: Wells & shafts\nTwo of them.\nEmail: a@example.org\nUrl: http://example.org"
    assert one == Entry(OTHER, "One", "A. Author", about)
    assert two == Entry(BOARD, "Zwei ü", "Somebody")


def test_what_is_written_is_ascii_with_sizes_and_rows_as_spaces():
    text = "".join(format_file([Entry(BOARD, "<ü> & \"'", "A"), Entry(OTHER)], "slc"))
    assert text.isascii()
    assert 'MaxWidth="6" MaxHeight="3"' in text
    assert '<Level Id="" Width="6" Height="3">\n<L>######</L>\n<L>#@$ .#</L>' in text
    assert [(entry.title, entry.author) for entry in parse_file(text)] == [("<ü> & \"'", "A"), ("", "")]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (BOMB, r"line 2: this XML declares an entity \('a'\)"),
        ('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', "declares an entity"),
        ('<!DOCTYPE a [<!ENTITY % x SYSTEM "http://example.org/x">%x;]><a/>', "declares an entity"),
        ("<?xml", "line 1, column 1: this is not well-formed XML"),
        ("<SokobanLevels><Level></SokobanLevels>", r"not well-formed XML \(mismatched tag\)"),
        ("<!DOCTYPE html><html></html>", "<html> is not allowed here"),
        ("<SokobanLevels>" * 100, "<SokobanLevels> is not allowed here"),
        ("<SokobanLevels></SokobanLevels>", "there is no level in this XML"),
        (
            "<SokobanLevels>\n<Level></Level></SokobanLevels>",
            "line 2: of the board that .*nothing but floor",
        ),
        ("<SokobanLevels><Level><L>###</L>\n<L>#x#</L></Level></SokobanLevels>", "line 2: 'x' is not allowed in a row"),
        (DOCUMENT.replace("#@$ .#", "#@$ $#"), "line 11: of the board that begins here, line 1: boxes: 2, goals: 0"),
    ],
)
def test_what_is_no_document_of_levels_is_refused_in_one_line(text, problem):
    with pytest.raises(LevelFormatError, match=problem) as caught:
        parse_file(text)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 250


def test_an_external_declaration_is_not_loaded():
    text = DOCUMENT.replace("SokobanLev.dtd", "file:///dev/zero")
    assert len(parse_file(text)) == 2
