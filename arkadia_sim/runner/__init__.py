"""Playing a plan: the workers, looks and further stages, progress, forecasts and speed."""
