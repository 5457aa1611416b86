"""What bots see, what they answer, and how they are asked; for authors of bots."""
