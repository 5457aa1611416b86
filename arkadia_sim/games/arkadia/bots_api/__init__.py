"""What bots see, what they answer, and how they are asked; written for those who write bots."""
