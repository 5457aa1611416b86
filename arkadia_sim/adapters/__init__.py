"""Games as environments of other libraries. Each module needs an extra, such as ``pip install 'arkadia-sim[rl]'``."""
