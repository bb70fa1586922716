"""The engine as a child process: a line goes in, a line comes out.

The referee measures the memory that its own process reserves. A thread would reserve much, so
there is none: the pipe is read when something is expected, and never waited for too long.
"""

import os
import select
import shlex
import shutil
import subprocess
import time

LONGEST = 4096


class EngineError(Exception):
    """The engine is not there, or does not behave."""


def command():
    """The words that start the engine.

    PONDER names the program; else it is looked for on the PATH, and in the checkout that this
    package stands in. PONDER_ARGS are more words for it, such as `--eval boomers`.
    """
    here = os.path.dirname(os.path.abspath(__file__))
    built = os.path.join(here, "..", "..", "..", "target", "release", "ponder")
    named = os.environ.get("PONDER")
    program = named or shutil.which("ponder") or built
    if not (shutil.which(program) or os.path.isfile(program)):
        raise EngineError(
            "there is no program {!r}: build it with `cargo build --release`, put it on the PATH, "
            "or name it in the environment variable PONDER".format(program)
        )
    words = shlex.split(os.environ.get("PONDER_ARGS", ""))
    return [program, "engine", "--protocol", "referee"] + words


class Engine:
    """A running engine."""

    def __init__(self, words):
        try:
            self.process = subprocess.Popen(
                words, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        except OSError as error:
            raise EngineError("the engine does not start: {}".format(error))
        self._read = b""

    def ask(self, line, seconds):
        """Says a line and returns the answer, which must come in time."""
        deadline = time.monotonic() + seconds
        try:
            self.process.stdin.write(line.encode("ascii") + b"\n")
        except OSError as error:
            raise EngineError("the engine is gone: {}".format(error))
        while b"\n" not in self._read:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.process.stdout], [], [], left)[0]:
                raise EngineError("the engine did not answer {!r} in time".format(line))
            piece = os.read(self.process.stdout.fileno(), LONGEST)
            if not piece:
                raise EngineError("the engine has ended")
            self._read += piece
            if len(self._read) > LONGEST:
                raise EngineError("the engine says more than anybody can listen to")
        answer, _, self._read = self._read.partition(b"\n")
        if self._read:
            raise EngineError("the engine says more than it was asked for")
        answer = answer.decode("ascii", "replace").strip()
        if answer.startswith("error"):
            raise EngineError("the engine refuses {!r}: {}".format(line, answer))
        return answer

    def close(self):
        """Ends it, whatever it is doing."""
        self.process.kill()
        for pipe in (self.process.stdin, self.process.stdout):
            try:
                pipe.close()
            except OSError:
                pass
        self.process.wait()
