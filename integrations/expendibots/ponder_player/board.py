"""The board, as far as a player needs it whose engine is gone.

The engine knows the rules; this knows just enough of them to have something legal to say.
"""

COLOURS = ("white", "black")
SIZE = 8


class Board:
    """Stacks by square: positive heights are white's, negative ones black's."""

    def __init__(self):
        columns = (0, 1, 3, 4, 6, 7)
        self.stacks = {(x, y): 1 for x in columns for y in (0, 1)}
        self.stacks.update({(x, y): -1 for x in columns for y in (6, 7)})

    def make(self, colour, action):
        """Makes an action that somebody else has found legal."""
        if action[0] == "BOOM":
            self._boom(action[1])
            return
        _, count, start, end = action
        count *= 1 if colour == "white" else -1
        self._add(start, -count)
        self._add(end, count)

    def actions(self, colour):
        """All actions of a colour: moves first, since they lose nothing."""
        sign = 1 if colour == "white" else -1
        own = {square: stack * sign for square, stack in self.stacks.items() if stack * sign > 0}
        for (x, y), height in own.items():
            for distance in range(1, height + 1):
                for dx, dy in ((distance, 0), (-distance, 0), (0, distance), (0, -distance)):
                    end = (x + dx, y + dy)
                    on_board = 0 <= end[0] < SIZE and 0 <= end[1] < SIZE
                    if on_board and self.stacks.get(end, 0) * sign >= 0:
                        for count in range(1, height + 1):
                            yield ("MOVE", count, (x, y), end)
        for square in own:
            yield ("BOOM", square)

    def _add(self, square, count):
        self.stacks[square] = self.stacks.get(square, 0) + count
        if self.stacks[square] == 0:
            del self.stacks[square]

    def _boom(self, square):
        burning = [square]
        while burning:
            x, y = burning.pop()
            if self.stacks.pop((x, y), None) is not None:
                burning.extend((x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1))
