"""How much of one board is on another one, by laying it there in every way: slow, and without a trick."""

FLOOR_OF = {"@": "-", "+": "."}
WITHOUT_BOX = {"$": "-", "*": "."}
AROUND = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1)]


def inside(level):
    """The letters of the cells that the player could come to if there were no boxes, without him."""
    edge = [level.player]
    found = {}
    for row, column in edge:
        letter = level.rows[row][column]
        if letter != "#" and (row, column) not in found:
            found[row, column] = FLOOR_OF.get(letter, letter)
            edge += [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
    return found


def similarity(level, other, ignore_boxes):
    """The share of a level's cells, walls that touch its inside included, that are equal on another level."""
    query, board = inside(level), inside(other)
    if ignore_boxes:
        query = {cell: WITHOUT_BOX.get(letter, letter) for cell, letter in query.items()}
        board = {cell: WITHOUT_BOX.get(letter, letter) for cell, letter in board.items()}
    walls = {(row + down, column + right) for row, column in query for down, right in AROUND} - set(query)
    query |= dict.fromkeys(walls, "#")
    return max(_equal(image, board) for image in _images(query)) / len(query)


def _images(cells):
    for down, right in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        yield {(down * row, right * column): letter for (row, column), letter in cells.items()}
        yield {(down * column, right * row): letter for (row, column), letter in cells.items()}


def _equal(image, board):
    """The most equal cells over all places, the one beside the board among them."""
    beside = sum(letter == "#" for letter in image.values())
    (top, bottom, left, right), (up, low, west, east) = _frame(image), _frame(board)
    return max(
        beside,
        *(
            sum(board.get((row + y, column + x), "#") == letter for (row, column), letter in image.items())
            for y in range(up - bottom, low - top + 1)
            for x in range(west - right, east - left + 1)
        ),
    )


def _frame(cells):
    rows = [row for (row, _), letter in cells.items() if letter != "#"]
    columns = [column for (_, column), letter in cells.items() if letter != "#"]
    return min(rows), max(rows), min(columns), max(columns)
