"""The contents of the box: boards, shapes, guests."""
