"""Print the playthroughs, or with --write replace the committed ones."""

import sys

from tests.playthroughs import FOLDER, playthrough
from tests.samples import SAMPLES

for name, sample in SAMPLES.items():
    if "--write" in sys.argv:
        (FOLDER / f"{name}.txt").write_text(playthrough(sample), encoding="utf-8")
    else:
        sys.stdout.write(playthrough(sample))
