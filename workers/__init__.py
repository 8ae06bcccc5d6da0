"""Work shared out: the same function on many tasks, by processes here or by a Dask cluster."""
