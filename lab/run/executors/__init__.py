"""Run trials in this process, in several processes, or on a Dask cluster."""
