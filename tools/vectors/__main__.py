"""`python -m tools.vectors`: train the built-in spaces again."""

import sys
from importlib.util import find_spec

if missing := [name for name in ("numba", "wordfreq") if find_spec(name) is None]:
    sys.stderr.write(
        f"Training the vectors needs {' and '.join(missing)}: "
        "pip install -r tools/requirements.txt\n"
    )
    sys.exit(2)

from tools.vectors.command import main

sys.exit(main())
