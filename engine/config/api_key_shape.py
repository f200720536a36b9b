"""The shape of keys of well-known servers."""

import re

KEY_SHAPE = re.compile(r"\b(?:sk|gsk|xai|hf)[-_][\w*.\u2026-]{6,}")
"""Matches keys of well-known servers, even if the server has partly masked them."""
