"""A referee for tests, made again from the rules: legality, ends, time and memory.

It shares nothing with the package, so that an error there cannot hide here.
"""

import resource
import time

WHITE, BLACK = "white", "black"


class Illegal(Exception):
    """A player has returned what is no legal action."""


class Exceeded(Exception):
    """A player has used more than it may."""


def start():
    """The first position: a tuple of (colour, height) or None for each square, by rows from y=0."""
    board = [None] * 64
    for x in (0, 1, 3, 4, 6, 7):
        for y in (0, 1):
            board[8 * y + x] = (WHITE, 1)
            board[8 * (7 - y) + x] = (BLACK, 1)
    return tuple(board)


def actions(board, colour):
    """Every legal action."""
    found = []
    for place, stack in enumerate(board):
        if stack is None or stack[0] != colour:
            continue
        y, x = divmod(place, 8)
        found.append(("BOOM", (x, y)))
        for end_place, target in enumerate(board):
            end_y, end_x = divmod(end_place, 8)
            straight = (end_x == x) != (end_y == y)
            distance = abs(end_x - x) + abs(end_y - y)
            if straight and distance <= stack[1] and (target is None or target[0] == colour):
                for count in range(1, stack[1] + 1):
                    found.append(("MOVE", count, (x, y), (end_x, end_y)))
    return found


def after(board, colour, action):
    """The position after a legal action."""
    board = list(board)
    if action[0] == "MOVE":
        _, count, (xa, ya), (xb, yb) = action
        start_place, end_place = 8 * ya + xa, 8 * yb + xb
        height = board[start_place][1] - count
        board[start_place] = (colour, height) if height else None
        board[end_place] = (colour, (board[end_place] or (colour, 0))[1] + count)
        return tuple(board)
    doomed = {action[1]}
    while True:
        near = {
            (x + dx, y + dy)
            for x, y in doomed
            for dx in (-1, 0, 1)
            for dy in (-1, 0, 1)
            if 0 <= x + dx < 8 and 0 <= y + dy < 8 and board[8 * (y + dy) + x + dx] is not None
        }
        if near == doomed:
            break
        doomed = near
    for x, y in doomed:
        board[8 * y + x] = None
    return tuple(board)


def perft(board, colour, depth):
    """The number of lines of play."""
    if depth == 0:
        return 1
    other = BLACK if colour == WHITE else WHITE
    return sum(perft(after(board, colour, a), other, depth - 1) for a in actions(board, colour))


class Seat:
    """A player and what it has used: the processor time of this process and of its engine."""

    def __init__(self, make, colour, seconds, megabytes):
        self.colour, self.seconds, self.megabytes = colour, seconds, megabytes
        self.used, self.peak, self.player = 0.0, 0.0, None
        self.player = self.measured(lambda: make(colour))

    def measured(self, doing):
        """Does something at the player's expense."""
        own, child = time.process_time(), self.engine_time()
        result = doing()
        self.used += time.process_time() - own + max(0.0, self.engine_time() - child)
        self.peak = max(self.peak, self.engine_memory())
        if self.seconds is not None and self.used > self.seconds:
            raise Exceeded("{} has used {:.2f} s".format(self.colour, self.used))
        if self.peak > self.megabytes:
            raise Exceeded("{} has used {:.1f} MB".format(self.colour, self.peak))
        return result

    def _proc(self, name):
        engine = getattr(self.player, "_engine", None)
        if engine is None:
            return None
        try:
            with open("/proc/{}/{}".format(engine.process.pid, name)) as file:
                return file.read()
        except OSError:
            return None

    def engine_time(self):
        stat = self._proc("stat")
        if stat is None:
            return 0.0
        fields = stat.rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / 100.0

    def engine_memory(self):
        status = self._proc("status") or ""
        peaks = [line.split()[1] for line in status.splitlines() if line.startswith("VmHWM")]
        return int(peaks[0]) / 1024.0 if peaks else 0.0


def play(white, black, seconds=60.0, megabytes=100.0, each=None):
    """Plays a game between two makers of players; the result in the referee's words, and the
    seats. `each` is called before every action."""
    seats = [Seat(white, WHITE, seconds, megabytes), Seat(black, BLACK, seconds, megabytes)]
    board, seen = start(), {}
    for ply in range(500):
        seat = seats[ply % 2]
        if each is not None:
            each(ply, seats)
        action = seat.measured(seat.player.action)
        if action not in actions(board, seat.colour):
            raise Illegal("{} played {!r}".format(seat.colour, action))
        board = after(board, seat.colour, action)
        for other in seats:
            other.measured(lambda: other.player.update(seat.colour, action))
        alive = {stack[0] for stack in board if stack is not None}
        if not alive:
            return "draw detected: no tokens remaining", seats
        if len(alive) == 1:
            return "winner: " + alive.pop(), seats
        key = (board, ply % 2)
        # The first position counts once.
        seen.setdefault((start(), 1), 1)
        seen[key] = seen.get(key, 0) + 1
        if seen[key] == 4:
            return "draw detected: game state occurred 4 times.", seats
    return "draw detected: maximum number of turns reached.", seats


def children_peak():
    """The greatest memory of any child that has ended, in megabytes."""
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024.0
