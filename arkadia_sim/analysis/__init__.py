"""What the games of a run say, in numbers: from the rows to effects, verdicts and comparisons. Knows no English."""
