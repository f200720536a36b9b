"""`python -m words.making`: make the hint corpus and the built-in spaces again."""

import sys
from importlib.util import find_spec

if missing := [name for name in ("numba", "wordfreq") if find_spec(name) is None]:
    sys.stderr.write(
        f"Making the vectors needs {' and '.join(missing)}: "
        "pip install -r words/making/requirements.txt\n"
    )
    sys.exit(2)

from words.making.command import main

sys.exit(main())
