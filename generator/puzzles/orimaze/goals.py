"""What a level may ask for, as settings name it."""

GOALS = ("corner", "arrangement")
"""An H in the upper left corner; or one position of the whole grid."""

CORNER, ARRANGEMENT = GOALS
