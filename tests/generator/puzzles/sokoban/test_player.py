"""The player for the browser, run in a real one: what it reaches, counts and reads is what the family says."""

import numpy as np
import pytest

from generator import get_family
from generator.puzzles.sokoban.level import Level
from generator.puzzles.sokoban.notation.lurd import SolutionMetrics
from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.puzzles.sokoban.one_box.position import Position
from generator.puzzles.sokoban.one_box.reach import BoxReach
from generator.puzzles.sokoban.pictures.ground import Ground
from generator.puzzles.sokoban.zero_space.layout import Layout
from tests.generator.puzzles.sokoban.one_box.boards import boxes_of, random_board
from tests.oracles import one_box as oracle
from tests.oracles.replay import Game
