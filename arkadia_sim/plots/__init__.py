"""Pictures, one file each: a function that makes the small table behind it and one that draws that table."""
