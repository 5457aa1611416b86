"""Playing a plan: the workers, progress, forecasts and speed."""
