"""Where bundles of trials are run: here, in processes, or on a Dask cluster."""
