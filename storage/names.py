"""Names of levels that people can say and remember: two words and an invented one, such as Amber Grotto Kelanor.

A name is a function of the family and identity of a level, by way of its code, a number of 58 bits of their digest.
Eight bits choose the first word, eight the second, and each seven a syllable of the third. Of 100,000 levels no two
share a name of three syllables in 96 of 100 databases. Where two do, the later one has as many further syllables as
tell them apart. The words stay as they are for ever, since people remember names.
"""

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from hashlib import sha256
from itertools import product
from typing import NamedTuple

_FIRST_WORDS = """
amber ancient arched ashen azure balmy banded bare basalt beaming bent black blue bold braided brave breezy bright
brisk broad bronze brown calm candid chalky chilly clean clear clever cloudy coastal cobalt cold copper coral cosy
cracked crimson crisp crooked crystal curious curly curved dappled daring dark dawning deep dewy dim distant dotted
double drifting dripping drowsy dry dusky dusty eager early earthen eastern echoing elder elegant emerald endless
evening fabled faded faint fair falling fancy fiery fine flinty floating foamy foggy folded foreign forked fragrant
free fresh frosty frozen gentle giant gilded glassy gleaming gliding golden graceful grand granite grassy green grey
happy hardy hazy hidden high hollow honest humble hushed icy idle indigo inky inner iron ivory jade jagged jolly keen
lacy lasting late lazy leafy light lilac little lively lofty lone long lost lucky lunar marble marshy mellow merry
mighty mild milky mineral mirrored misty modest mossy muddy narrow neat nimble noble northern oaken ochre olive opal
open outer painted pale patient pearly pebbled placid plain playful polished proud pure purple quick quiet rainy rapid
rare ready red ringing ripe rippled rising roaming rocky rosy rough round royal ruby rugged running russet rusty sable
sacred saffron salty sandy scarlet secret serene shaded shallow sharp shining shy silent silken silver simple singing
slanted sleepy slender slow sly smoky smooth snowy soft solar solid southern sparkling spiral spotted spring stately
steady steep still stony stormy striped strong summer sunken sunny swift tall tawny tender thin tidal tidy tiny
tranquil twisted upper vast velvet violet warm
"""
_SECOND_WORDS = """
abyss acorn agate alcove algae anchor angler arch arrow ash axolotl badger balcony bank barge bark basin bat bay beach
beacon bead beam bear beaver beck bell bend bluff boat bog boulder bower branch bridge brook bubble bucket burrow
cairn canal candle canoe canyon carp cascade castle cave cavern cedar cellar chamber channel chapel chasm chest
chimney cistern cliff cloud clover coast cobble column comet compass conch coot corner cove crab crag crane crater
creek cress crest cricket crow crown current curtain cypress dam dell delta den diver dock dolphin dome door dove
drake drop dune eagle eddy eel egret elm ember falcon fall ferry field fig finch fire firefly fish fjord flint flood
flower flume flute font ford forest forge fork fossil fountain fox frog gallery gap garden garnet gate gecko geode
geyser glacier glade glen gorge grotto grove gulf gull gully harbour harp haven hawk hazel heart heath hedge heron
hill hive holly hoop horizon hut inlet iris island ivy jay jetty kelp kettle koi lagoon lake lamp lantern lark ledge
lily limpet lintel lizard loch lock loft lotus lynx mangrove maple marina marsh martin maze meadow mesa mill minnow
mirror moat mole moon moor moth mountain mussel myrtle nest newt niche nook nymph oasis ocean orchard orchid otter owl
oyster palm pantry parlour pass path peak pearl pebble perch petal pier pike pillar pine pipe planet plover pocket
pond pool poplar porch portal prow puddle quarry quartz quay rapids raven reed reef ridge rill ripple river shell
shore sluice spire stalk stream swan
"""
_ADJECTIVES, _NOUNS = _FIRST_WORDS.split(), _SECOND_WORDS.split()
_SYLLABLES = [onset + rime for onset in "bdfghklmnprstvyz" for rime in ("a", "an", "e", "el", "i", "o", "or", "u")]

CODE_BITS = 58
_WORD, _SYLLABLE = 8, 7
_FEWEST, _MOST = 3, 6
"""Syllables of the third word."""
LATER_BITS = _SYLLABLE * (_MOST - _FEWEST)
"""Bits of a code that show in longer names alone."""


class Pattern(NamedTuple):
    """A part of a code that lies between two numbers, `bits` long, with `shift` bits behind it."""

    shift: int
    bits: int
    first: int
    last: int

    @property
    def begins(self) -> bool:
        """Whether it is the beginning of a code."""
        return self.shift + self.bits == CODE_BITS


def code_of(family: str, identity: str) -> int:
    """The code of a level, from which its name is made."""
    return int.from_bytes(sha256(f"{family}\n{identity}".encode()).digest()[:8]) >> (64 - CODE_BITS)


def name_of(code: int, earlier: Iterable[int] = ()) -> str:
    """The name of the level with a code; `earlier` has the codes of the levels that came before it and are like it."""
    rest = _SYLLABLE * _MOST
    shared = max((_shared_syllables(code, other) for other in earlier), default=0)
    count = min(_MOST, max(_FEWEST, shared + 1))
    syllables = (_SYLLABLES[code >> _SYLLABLE * (_MOST - place) & 127] for place in range(1, count + 1))
    words = _ADJECTIVES[code >> rest + _WORD], _NOUNS[code >> rest & 255], "".join(syllables)
    return " ".join(words).title()


def patterns_of(words: str) -> list[Pattern]:
    """What codes look like whose names have these words in a row; of the last one only the beginning may be given."""
    tokens = _tokens(words)
    return [found for skipped in range(4 - len(tokens)) if tokens and (found := _pattern(tokens, skipped))]


def patterns_near(words: str) -> list[Pattern]:
    """What codes look like whose names begin with two words like the first two of these."""
    near = [get_close_matches(word, known) for word, known in zip(_tokens(words), (_ADJECTIVES, _NOUNS), strict=False)]
    pairs = product(*near) if len(near) == 2 else ()
    return [found for pair in pairs if (found := _pattern(pair, 0))]


def _tokens(words: str) -> list[str]:
    return re.findall(r"[a-z]+", words.lower())


def _shared_syllables(code: int, other: int) -> int:
    """With how many syllables two names of the same first words begin alike."""
    return max((count for count in range(_MOST + 1) if (code ^ other) >> _SYLLABLE * (_MOST - count) == 0), default=0)


def _pattern(tokens: Sequence[str], skipped: int) -> Pattern | None:
    """The pattern of words of which so many are left out in front; None where there are no such names."""
    shift = CODE_BITS - _WORD * skipped
    bits = first = last = 0
    for place, token in enumerate(tokens, skipped):
        found = _third_word(token) if place == 2 else _range(token, place, is_last=place == skipped + len(tokens) - 1)
        if found is None:
            return None
        width, low, high = found
        bits, first, last = bits + width, first << width | low, last << width | high
    return Pattern(shift - bits, bits, first, last)


def _range(token: str, place: int, *, is_last: bool) -> tuple[int, int, int] | None:
    known = (_ADJECTIVES, _NOUNS)[place]
    places = [at for at, word in enumerate(known) if word == token or (is_last and word.startswith(token))]
    return (_WORD, places[0], places[-1]) if places else None


def _third_word(token: str) -> tuple[int, int, int] | None:
    syllables = re.findall(_ONE_SYLLABLE, token)
    if "".join(syllables) != token or not 0 < len(syllables) <= _MOST:
        return None
    number = 0
    for syllable in syllables:
        number = number << _SYLLABLE | _SYLLABLES.index(syllable)
    return _SYLLABLE * len(syllables), number, number


# A consonant before a vowel begins the next syllable.
_ONE_SYLLABLE = r"[bdfghklmnprstvyz](?:(?:an|el|or)(?![aeiou])|[aeiou])"
