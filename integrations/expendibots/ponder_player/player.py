"""The class that the referee asks."""

import os
import sys
import time

from ponder_player.board import Board
from ponder_player.pipe import Engine, EngineError, command

# What the contest grants for a whole game. The engine keeps to it by itself, with a margin; the
# environment can ask for another budget.
SECONDS = 60.0
MEGABYTES = 100

# How often the engine is started, the first time included.
STARTS = 3

# An answer is waited for as long as this share of what is left: the engine never plans to use so
# much for one move, and something must be left for another one in its place.
SHARE = 0.5

# How long an answer is waited for, even when the budget is spent: the engine then answers at a
# glance, but the machine may be busy. One that has not spoken by then has lost its mind.
PATIENCE = 1.0


class Player:
    """A player as the referee wants it: `action` and `update`."""

    def __init__(self, colour):
        begun = time.monotonic()
        self.colour = colour
        self.seconds = float(os.environ.get("PONDER_SECONDS", SECONDS))
        self.megabytes = int(os.environ.get("PONDER_MEGABYTES", MEGABYTES))
        self.spent = 0.0
        self._begun = begun
        self._board = Board()
        self._said = []
        self._starts = STARTS
        self._engine = None
        self._words = command()
        self._try_start()
        self._charge()

    def action(self):
        """The action to play now."""
        self._begun = time.monotonic()
        try:
            return self._think()
        finally:
            self._charge()

    def update(self, colour, action):
        """Somebody, perhaps we, has played an action."""
        self._begun = time.monotonic()
        self._board.make(colour, action)
        line = "update {} {}".format(colour, spell(action))
        self._said.append(line)
        if self._engine is not None:
            self._attempt(lambda: self._ask(line))
        self._charge()

    def left(self):
        """The seconds of the budget that are left."""
        return max(0.0, self.seconds - self.spent - (time.monotonic() - self._begun))

    def close(self):
        """Lets the engine go."""
        if self._engine is not None:
            self._engine.close()
            self._engine = None

    def __del__(self):
        # A player that was never made whole has no engine.
        if getattr(self, "_engine", None) is not None:
            self.close()

    def _charge(self):
        self.spent += time.monotonic() - self._begun
        self._begun = time.monotonic()

    def _think(self):
        legal = list(self._board.actions(self.colour))
        while self._engine is not None or self._try_start():
            answer = self._attempt(lambda: read(self._ask("go")))
            if answer in legal:
                return answer
            if answer is not None:
                self._lose("the engine wants to play {}".format(answer))
        # Without an engine any action is better than none.
        return legal[0]

    def _ask(self, line):
        return self._engine.ask(line, max(SHARE * self.left(), PATIENCE))

    def _try_start(self):
        """Starts the engine and tells it the game so far; true if it is there then."""
        if self._starts == 0:
            return False
        self._starts -= 1
        return self._attempt(self._start) is not None

    def _start(self):
        self._engine = Engine(self._words)
        left = max(self.left(), 0.001)
        init = "init {} {:.3f} {}".format(self.colour, left, self.megabytes)
        for line in [init] + self._said:
            answer = self._ask(line)
            if answer != "ok":
                raise EngineError("the engine answers {!r} to {!r}".format(answer, line))
        return self._engine

    def _attempt(self, doing):
        """The result, or none if the engine was lost over it."""
        try:
            return doing()
        except EngineError as error:
            self._lose(error)
            return None

    def _lose(self, why):
        print("ponder_player: {}".format(why), file=sys.stderr)
        self.close()


def spell(action):
    """An action as words and numbers."""
    numbers = []
    for part in action[1:]:
        numbers.extend(part if isinstance(part, tuple) else (part,))
    return " ".join([action[0]] + [str(number) for number in numbers])


def read(line):
    """The action of some words and numbers."""
    words = line.split()
    try:
        numbers = [int(word) for word in words[1:]]
        if words[0] == "MOVE":
            count, xa, ya, xb, yb = numbers
            return ("MOVE", count, (xa, ya), (xb, yb))
        if words[0] == "BOOM":
            x, y = numbers
            return ("BOOM", (x, y))
    except (ValueError, IndexError):
        pass
    raise EngineError("the engine says {!r}, which is no action".format(line))
