"""`python -m tools.lists`: make the hint corpus, its traits and the statements again."""

import sys
from importlib.util import find_spec

if find_spec("wordfreq") is None:
    sys.stderr.write("Making the lists needs wordfreq: pip install -r tools/requirements.txt\n")
    sys.exit(2)

from tools.lists.command import main

sys.exit(main())
