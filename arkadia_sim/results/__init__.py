"""Results on disk: the rows, the folder of a run and its manifest, the folder of a study."""
