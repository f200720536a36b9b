"""A small run to export: a model, a question, and a program that fails."""

import asyncio
from pathlib import Path

from engine.config.settings import load_settings
from lab.experiment.file import Experiment
from lab.run.start import RunSettings, run_experiment

KEY = "canary-of-a-key"
EXPERIMENT = """
name = "tiny"
game = "decrypto"
games = 2
[options]
rounds = 2
[players]
a = "llm:word2vec"
b = "random"
c = "exec:false --token canary-of-a-command"
[lineups]
seats.encoder = ["a", "b"]
seats.interceptor = ["b", "c"]
fixed.decoder = "a"
[[questions]]
ask = "predict-interceptor"
players = ["a"]
[limits]
stop_after_failures = 100
"""


def play(path: Path, text: str) -> None:
    experiment, settings = Experiment.parse(text), load_settings()
    asyncio.run(run_experiment(path, experiment, text, RunSettings(), settings=settings))
