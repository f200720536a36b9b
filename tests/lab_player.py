"""A player from outside for the laboratory's tests: it notes each question, and can die."""

import os
from fcntl import LOCK_EX, flock
from pathlib import Path
from random import Random
from typing import Any

from engine.games.decrypto.belief_questions import KeywordGuess, RecalledGuess, SecondGuess
from engine.games.decrypto.prediction_questions import Prediction
from engine.games.decrypto.random_player import RandomPlayer
from engine.games.decrypto.roles import SEATS
from engine.games.decrypto.view import View
from engine.seat import Seat

FOLDER = "LAB_PLAYER"
"""The variable with the folder for notes. A file `kill-N` in it kills whoever is asked as the
N-th; a file `fail` makes every question fail."""


class NotingPlayer:
    """Plays at random, the same way each time, and notes what it was asked."""

    def __init__(self, _: str, seat: str, seed: str) -> None:
        self.seat, self.seed = seat, seed
        self.random = RandomPlayer(Seat(SEATS.index(seat)), seed)

    async def decide(self, view: View, complaint: str | None) -> Any:
        """Note the question, and move unless it is time to die."""
        self.note(f"{view.number} {view.hints is None}")
        return await self.random.decide(view, complaint)

    def note(self, question: str) -> None:
        """Note a question; fail or die if it is time to."""
        folder = Path(os.environ[FOLDER])
        if (folder / "fail").exists():
            raise ValueError("told to fail")
        with (folder / "asked").open("a+") as file:
            flock(file, LOCK_EX)  # so that no two workers count the same number
            file.write(f"{self.seed} {self.seat} {question}\n")
            file.seek(0)
            kill = folder / f"kill-{len(file.readlines())}"
        if kill.exists():
            kill.unlink()
            os._exit(9)

    def answer(self, question: str, view: View, complaint: str | None) -> Any:  # noqa: ARG002
        """Note a question of an experiment, and answer it unless it is time to die."""
        self.note(f"{view.number} {question}")
        if question == "predict-interceptor":
            return Prediction(code=(1, 2, 3))
        kind = {"guess-keywords": KeywordGuess, "recall-guess": RecalledGuess}
        return kind.get(question, SecondGuess)(keywords=("boat", "wolf", "salt", "clock"))


class DeadlyPlayer:
    """Kills whoever asks it."""

    def __init__(self, *_: str) -> None:
        pass

    async def decide(self, *_: object) -> Any:
        """Kill."""
        os._exit(9)


class UnsteadyPlayer:
    """Plays at random in any game, but in no game of an even deal."""

    def __init__(self, _: str, seat: str, seed: str) -> None:
        self.fails = int(seed.rpartition("/")[2]) % 2 == 0
        self.rng = Random(f"{seat}/{seed}")

    async def decide(self, view: Any, complaint: str | None) -> Any:  # noqa: ARG002
        """Fail, or move at random."""
        if self.fails:
            raise ValueError("told to fail")
        return view.draw_move(self.rng)

    def answer(self, question: str, view: View, complaint: str | None) -> Any:  # noqa: ARG002
        """Answer a question of an experiment."""
        return Prediction(code=(1, 2, 3))


class FailingPlayer(UnsteadyPlayer):
    """Never moves."""

    def __init__(self, *names: str) -> None:
        super().__init__(*names)
        self.fails = True
