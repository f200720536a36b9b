"""Executors of trials: in this process, in processes on this machine, or on a Dask cluster."""
