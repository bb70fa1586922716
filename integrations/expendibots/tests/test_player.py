"""The player under a referee that enforces the rules and the budget."""

import os
import random
import stat
import sys
import tempfile
import time
import unittest
from unittest import mock

from ponder_player import Player
from ponder_player.pipe import Engine, EngineError, command
from tests import referee


class Random:
    """Plays anything."""

    def __init__(self, colour, seed=1):
        self.colour, self.random, self.board = colour, random.Random(seed), referee.start()

    def action(self):
        return self.random.choice(referee.actions(self.board, self.colour))

    def update(self, colour, action):
        self.board = referee.after(self.board, colour, action)


def budget(seconds):
    """An environment with another budget."""
    return mock.patch.dict(os.environ, {"PONDER_SECONDS": str(seconds)})


class Rules(unittest.TestCase):
    """The test's own referee is right."""

    def test_perft(self):
        counts = [referee.perft(referee.start(), "white", depth) for depth in (1, 2)]
        self.assertEqual(counts, [50, 2500])


class Games(unittest.TestCase):
    """Whole games, with the engine itself."""

    def check(self, seats, seconds):
        for seat in seats:
            if isinstance(seat.player, Player):
                self.assertGreater(seat.used, 0.0)
                self.assertLess(seat.used, seconds)
                self.assertIsNotNone(seat.player._engine, "it was never lost")
                self.assertGreater(seat.peak, 1.0)
                self.assertLess(seat.peak, 100.0)
                seat.player.close()

    def test_against_a_random_player(self):
        with budget(2):
            for ours in (0, 1):
                makers = [Random, Random]
                makers[ours] = Player
                result, seats = referee.play(*makers, seconds=2.0)
                self.assertEqual(result, "winner: " + ("white", "black")[ours])
                self.check(seats, 2.0)

    def test_against_itself(self):
        with budget(2):
            result, seats = referee.play(Player, Player, seconds=2.0)
        self.assertTrue(result.startswith(("winner", "draw")), result)
        self.check(seats, 2.0)
        self.assertLess(referee.children_peak(), 100.0)

    def test_an_engine_that_is_killed_comes_back(self):
        killed = []

        def kill(ply, seats):
            engine = seats[0].player._engine
            if ply in (2, 6) and engine is not None:
                engine.process.kill()
                killed.append(engine)

        with budget(2), mock.patch("sys.stderr"):
            result, seats = referee.play(Player, Random, seconds=4.0, each=kill)
            self.assertEqual(result, "winner: white")
            self.assertGreaterEqual(len(killed), 1)
            self.check(seats, 4.0)

    def test_the_whole_budget_is_told_and_counted(self):
        begun = time.monotonic()
        player = Player("white")
        self.assertEqual((player.seconds, player.megabytes), (60.0, 100))
        told = player._engine.ask("left", 10)
        left = float(told.split()[1])
        # The engine knows of all that was spent, its own start included.
        self.assertLessEqual(left, 60.0)
        self.assertGreaterEqual(left + (time.monotonic() - begun), 60.0 - 0.001)
        self.assertAlmostEqual(left, player.left(), delta=1.0)
        spent = player.spent
        player.update("white", ("MOVE", 1, (3, 1), (4, 1)))
        self.assertGreater(player.spent, spent)
        player.close()


class Engines(unittest.TestCase):
    """Engines that misbehave: there is always something legal to play, in time."""

    def fake(self, body):
        """A player whose engine is this Python program."""
        file = tempfile.NamedTemporaryFile("w", suffix=".py", delete=False)
        self.addCleanup(os.unlink, file.name)
        with file:
            file.write("#!{}\nimport sys, time\n{}\n".format(sys.executable, body))
        os.chmod(file.name, stat.S_IRWXU)
        return mock.patch.dict(os.environ, {"PONDER": file.name, "PONDER_SECONDS": "1.5"})

    def test_every_kind_of_engine(self):
        answers = "for line in sys.stdin:\n    print({}, flush=True)"
        bodies = {
            "dies at once": "",
            "dies when asked": "input(); print('ok', flush=True); input()",
            "sleeps": "time.sleep(100)",
            "lies": answers.format("'ok' if line[0] in 'iu' else 'MOVE 1 7 7 0 0'"),
            "babbles": answers.format("'\\u263a' * 3"),
            "refuses": answers.format("'error no'"),
            "spams": "while True: print('ok')",
            "floods": "while True: print('x' * 10000, end='')",
        }
        for name, body in bodies.items():
            with self.subTest(name), self.fake(body), mock.patch("sys.stderr"):
                begun = time.monotonic()
                player = Player("white")
                board = referee.start()
                for colour in ("white", "black", "white"):
                    legal = referee.actions(board, colour)
                    action = player.action() if colour == "white" else legal[0]
                    self.assertIn(action, legal)
                    board = referee.after(board, colour, action)
                    player.update(colour, action)
                player.close()
                self.assertLess(time.monotonic() - begun, 20.0)

    def test_an_engine_that_hangs_leaves_the_budget_whole(self):
        hangs = "for line in sys.stdin:\n    time.sleep(100 if line == 'go\\n' else 0); print('ok', flush=True)"
        patience = mock.patch("ponder_player.player.PATIENCE", 0.2)
        with self.fake(hangs), budget(6), patience, mock.patch("sys.stderr"):
            player = Player("white")
            self.assertIn(player.action(), referee.actions(referee.start(), "white"))
            self.assertEqual(player._starts, 0, "it was tried again")
            self.assertLess(player.spent, player.seconds)

    def test_what_the_engine_is_told(self):
        with tempfile.TemporaryDirectory() as folder:
            log = os.path.join(folder, "log")
            body = (
                "with open({!r}, 'w') as log:\n"
                "    for line in sys.stdin:\n"
                "        log.write(line); log.flush()\n"
                "        print('BOOM 0 7' if line == 'go\\n' else 'ok', flush=True)"
            ).format(log)
            with self.fake(body), mock.patch.dict(os.environ, {"PONDER_SECONDS": "60"}):
                player = Player("black")
                player.update("white", ("MOVE", 1, (3, 1), (4, 1)))
                self.assertEqual(player.action(), ("BOOM", (0, 7)))
                player.update("black", ("BOOM", (0, 7)))
                player.close()
            with open(log) as file:
                lines = file.read().splitlines()
        init = lines[0].split()
        self.assertEqual(init[:2] + init[3:], ["init", "black", "100"])
        self.assertTrue(0 <= 60.0 - float(init[2]) < 20.0, init)
        expected = ["update white MOVE 1 3 1 4 1", "go", "update black BOOM 0 7"]
        self.assertEqual(lines[1:], expected)

    def test_a_missing_program_is_told(self):
        with mock.patch.dict(os.environ, {"PONDER": "/nowhere/ponder"}):
            with self.assertRaisesRegex(EngineError, "/nowhere/ponder.*cargo build"):
                Player("white")

    def test_a_wrong_colour_is_refused_by_the_engine(self):
        engine = Engine(command())
        with self.assertRaisesRegex(EngineError, "green"):
            engine.ask("init green", 10)
        engine.close()


if __name__ == "__main__":
    unittest.main()
