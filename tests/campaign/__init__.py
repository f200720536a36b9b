"""The fault campaign: what hostile servers, programs, files and signals do to Parlour.

`python -m tests.campaign` runs it; `make test` does not. It needs Linux.
"""
