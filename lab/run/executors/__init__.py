"""Run trials in this process, or in the workers of a Dask cluster, started here or elsewhere."""
