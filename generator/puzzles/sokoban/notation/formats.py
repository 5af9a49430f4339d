"""The file formats of Sokoban, by name."""

from collections.abc import Mapping

from generator.values import FileFormat

FORMATS: Mapping[str, FileFormat] = {
    "xsb": FileFormat((".xsb", ".txt"), is_printed=True),
    "rle": FileFormat((".rle",)),
    "sok": FileFormat((".sok",)),
    "slc": FileFormat((".slc", ".xml"), lost=("comment", "solution")),
    "mf8": FileFormat((".mf8",)),
    "sokojava": FileFormat(()),
    "url": FileFormat(()),
}
"""All are read; all are written, without what a format has no place for. The first is the family's own."""
