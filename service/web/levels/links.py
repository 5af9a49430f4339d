"""Levels within links: the text of a level, compressed, as part of an address."""

import base64
import binascii
import zlib

from generator import family_names
from generator.errors import UnknownFamilyError
from service.errors import RefusedError, TooLargeError

MOST_BYTES = 2**20
"""Bytes of the longest text that is unpacked: a short link could carry a thousand times its own length."""

MOST_PACKED = 2**16
"""Letters of a level within an address."""

_DAMAGED = "the link carries no level; copy all of it, to its last letter"


def packed(family: str, text: str) -> str:
    """A level in letters that need no quoting in an address: what is `z` in `/play?z=`."""
    compressed = zlib.compress(f"{family}\n{text}".encode(), 9)
    return base64.urlsafe_b64encode(compressed).decode().rstrip("=")


def link_to(family: str, text: str) -> str | None:
    """An address that carries a level to anybody, or None where it would be too long."""
    carried = packed(family, text)
    return f"/play?z={carried}" if len(carried) <= MOST_PACKED else None


def preview_of(family: str, text: str) -> str | None:
    """Where a level is drawn for the preview of a link to it, None where it is too large for an address."""
    carried = packed(family, text)
    return f"/play/picture.png?z={carried}" if len(carried) <= MOST_PACKED else None


def unpacked(carried: str) -> tuple[str, str]:
    """The family and the text that `packed` was given.

    The text is as anybody may have written it. Raises RefusedError, TooLargeError and UnknownFamilyError.
    """
    family, _, text = _inflated(_decoded(carried)).partition("\n")
    if family not in family_names():
        raise UnknownFamilyError(
            "the link is for the puzzle {name!r}; there are: {names}", name=family[:40], names=", ".join(family_names())
        )
    return family, text


def _decoded(carried: str) -> bytes:
    try:
        return base64.b64decode(carried + "=" * (-len(carried) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError) as error:
        raise RefusedError(_DAMAGED) from error


def _inflated(compressed: bytes) -> str:
    stream = zlib.decompressobj()
    try:
        content = stream.decompress(compressed, MOST_BYTES)
        if not stream.eof and (stream.unconsumed_tail or len(content) == MOST_BYTES):
            raise TooLargeError(
                "the link carries more than {most} MiB; paste the level instead", most=MOST_BYTES // 2**20
            )
        if not stream.eof:
            raise RefusedError(_DAMAGED)
        return content.decode()
    except (zlib.error, UnicodeDecodeError) as error:
        raise RefusedError(_DAMAGED) from error
