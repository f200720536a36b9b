"""Print the playthroughs, or with --write replace the committed ones."""

import sys

from tests.new_game import EVERY_SAMPLE
from tests.playthroughs import FOLDER, playthrough

for name, sample in EVERY_SAMPLE.items():
    if "--write" in sys.argv:
        (FOLDER / f"{name}.txt").write_text(playthrough(sample), encoding="utf-8")
    else:
        sys.stdout.write(playthrough(sample))
