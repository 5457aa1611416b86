"""What bots can be barred from and forced to, found before they are asked."""
