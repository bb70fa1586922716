"""The ponder engine as a player for the Expendibots referee."""

from ponder_player.player import Player

__all__ = ["Player"]
